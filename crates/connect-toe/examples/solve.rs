//! Solves a game, proves the answer, and checks the proof without the solver.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Engine, Game, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "4x4:3:-2".parse()?; // four columns, three in a row
    let mut proof = Vec::new();
    let answer = Engine::new().prove(&game, &mut proof)?;
    let value = answer.value().ok_or("the solver was stopped")?;
    let line = answer.line.unwrap_or_default();
    println!("{value} plies, after {} nodes: {}", answer.nodes.total(), game.moves_text(&line));

    let proven = verify(&proof[..])?;
    println!("proved: {}, in {} steps", proven.conclusion().unwrap_or_default(), proven.steps);
    Ok(())
}
