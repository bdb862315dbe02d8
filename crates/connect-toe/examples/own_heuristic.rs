//! Lets a heuristic of its own play against a built-in one.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Catalogue, Engine, Game, Position, Side};

/// Stones count by the number of lines that run through their cells.
fn busy_cells(position: &Position, player: Side) -> i64 {
    let stones_on = |side| position.lines().map(|line| position.count(side, line) as i64).sum::<i64>();
    stones_on(player) - stones_on(player.other())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::new().with_heuristic("busy-cells", |_| Ok(busy_cells))?;
    let engine = Engine::new().with_catalogue(catalogue);
    let game: Game = "connect-four".parse()?;
    let (mine, theirs) = ("alpha-beta:depth=3,eval=busy-cells", "alpha-beta:depth=3,eval=open-lines");
    let score = engine.play_games(&game, mine, theirs, 60, 2004)?;
    println!("{} wins, {} draws, {} losses", score.wins, score.draws, score.losses);
    Ok(())
}
