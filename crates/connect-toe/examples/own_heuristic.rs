//! A heuristic of one's own against a built-in one.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Catalogue, Game, Position, Side, Work};

/// Stones count by the number of lines that run through their cells.
fn busy_cells(position: &Position, player: Side) -> i64 {
    let stones_on = |side| position.lines().map(|line| position.count(side, line) as i64).sum::<i64>();
    stones_on(player) - stones_on(player.other())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::new().with_heuristic("busy-cells", |_| Ok(busy_cells))?;
    let game = Game::new("connect-four")?.with(Work::new().with_catalogue(catalogue));
    let mine = "alpha-beta:depth=3,eval=busy-cells";
    let result = game.play_match(mine, "alpha-beta:depth=3,eval=open-lines", 60, 2004)?;
    let [low, high] = result.score_interval;
    println!("{} wins, {} draws, {} losses", result.wins, result.draws, result.losses);
    println!("between {:.0} and {:.0} % of the points", 100.0 * low, 100.0 * high);
    Ok(())
}
