//! Lets a heuristic of its own play against a built-in one: the program of `docs/guides/own-heuristic.md`.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Catalogue, Engine, Position, Side};

fn busy_cells(position: &Position, player: Side) -> i64 {
    let on_lines = |side| position.lines().map(|line| position.count(side, line) as i64).sum::<i64>();
    on_lines(player) - on_lines(player.other())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine =
        Engine::new().with_catalogue(Catalogue::new().with_heuristic("busy-cells", |_| Ok(busy_cells))?);
    let (mine, theirs) = ("minimax:depth=2,eval=busy-cells", "minimax:depth=2,eval=open-lines");
    let score = engine.play_games(&"connect-four".parse()?, mine, theirs, 40, 2004)?;
    println!("{} wins, {} draws, {} losses", score.wins, score.draws, score.losses);
    Ok(())
}
