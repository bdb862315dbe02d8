//! What the moves of a game were worth.

use connect_toe_eval::WIN;
use connect_toe_game::{Cell, Side};

use super::session::{Session, capital};
use super::thinking::{reviewer, value_text};
use crate::value::Source;

/// A move that was made, and the best one in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reviewed {
    pub(super) side: Side,
    pub(super) cell: Cell,
    /// The move's value for the side that made it.
    pub(super) value: i64,
    pub(super) best: Cell,
    pub(super) best_value: i64,
}

impl Reviewed {
    /// Whether the move gave a win away, or allowed a loss that another move held off, as far as the search sees.
    /// Numbers in between are estimates, of which no difference is a blunder.
    pub(super) fn is_blunder(&self) -> bool {
        let class = |value: i64| if value.abs() >= WIN { value.signum() } else { 0 };
        class(self.value) < class(self.best_value)
    }

    /// The move with its number, its value from the session's point of view, and what was better than a blunder.
    pub(super) fn text(&self, session: &Session, number: usize) -> String {
        let game = session.game();
        let cell = |cell| game.geometry().cell_text(cell);
        // The search of reviews is in the tables.
        let source = reviewer(game).map_or(Source::NUMBER, |player| Source::player(&player, game.spec()));
        let value = |value| value_text(game, source, session.seen(self.side, value));
        let mut text =
            format!("{number:>3}. {} {:<4} {}", capital(self.side), cell(self.cell), value(self.value));
        if self.is_blunder() {
            text.extend([" ?? ", &cell(self.best), " ", &value(self.best_value)]);
        }
        text
    }
}

/// What the marks of a review mean, and how many there are.
pub(super) fn summary(found: &[Reviewed]) -> String {
    let count = |side| found.iter().filter(|move_| move_.side == side && move_.is_blunder()).count();
    match (count(Side::X), count(Side::O)) {
        (0, 0) => "No blunder: no move gave away a win or a draw that the search saw.".to_owned(),
        (x, o) => format!(
            "Blunders, marked ?? with the better move: X {x}, O {o}. A blunder gives a win away, or allows a loss."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blunder_changes_who_wins() {
        let reviewed = |value, best_value| {
            let cell = Cell::from_bit(0);
            Reviewed { side: Side::X, cell, value, best: cell, best_value }.is_blunder()
        };
        assert!(reviewed(12, WIN + 3), "a win is given away");
        assert!(reviewed(-WIN - 5, -40), "a loss is allowed");
        assert!(!reviewed(WIN, WIN + 9), "a later win is a win");
        assert!(!reviewed(-WIN - 9, -WIN), "lost either way");
        assert!(!reviewed(-900, 900), "estimates");
    }
}
