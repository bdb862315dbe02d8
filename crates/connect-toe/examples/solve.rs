//! Solves a game, proves the answer, and checks the proof without the solver.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Error, Game, verify};

fn main() -> Result<(), Error> {
    let game = Game::new("4x4:3:-2")?; // four columns, three in a row
    let file = std::env::temp_dir().join("connect-toe-example.proof").display().to_string();
    let solution = game.prove(&file)?;
    let (result, plies) = (solution.result.unwrap_or_default(), solution.distance.unwrap_or_default());
    println!("a {result} in {plies} plies, after {} nodes: {}", solution.nodes, solution.line.join(" "));

    let verified = verify(&file)?;
    println!("proved: {}, in {} steps", verified.result.unwrap_or_default(), verified.steps);
    Ok(())
}
