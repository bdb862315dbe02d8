//! Lets a player of its own, which does not search, play against others.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::random::{IndexedRandom, Rng};
use connect_toe::{Catalogue, Cell, Engine, Game, Position};

/// Completes a line, or else stops the opponent's, or else plays anything.
fn alert(position: &Position, random: &mut dyn Rng) -> Cell {
    let moves = position.legal_moves();
    let wins = |cell: &Cell| position.outcome_of(*cell).is_some();
    if let Some(winning) = moves.iter().find(|cell| wins(cell)) {
        return *winning;
    }
    let is_safe = |cell: &&Cell| {
        let after = position.play(**cell);
        after.legal_moves().iter().all(|reply| after.outcome_of(*reply).is_none())
    };
    let safe: Vec<Cell> = moves.iter().filter(is_safe).copied().collect();
    *safe.choose(random).or(moves.choose(random)).expect("the game goes on")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::new().with_player("alert", |_| Ok(alert))?;
    let engine = Engine::new().with_catalogue(catalogue);
    let game: Game = "connect-four".parse()?;
    for opponent in ["random", "alpha-beta:depth=3,eval=runs"] {
        let score = engine.play_games(&game, "alert", opponent, 40, 2004)?;
        println!("against {opponent}: {} of 40 games won", score.wins);
    }
    Ok(())
}
