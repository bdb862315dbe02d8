//! What the moves of a game were worth.

use connect_toe_api::StatedWorth;
use connect_toe_game::{Cell, Side};

use super::session::{Session, capital};

/// A move that was made, and the best one in its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reviewed {
    pub(super) side: Side,
    pub(super) cell: Cell,
    /// What the move was worth to the side that made it.
    pub(super) worth: StatedWorth,
    pub(super) best: Cell,
    pub(super) best_worth: StatedWorth,
}

impl Reviewed {
    /// Whether the move gave a win away, or allowed a loss that another move held off, as far as the search sees.
    /// Expected scores are estimates, of which no difference is a blunder.
    pub(super) fn is_blunder(&self) -> bool {
        let class = |worth: &StatedWorth| match worth.result() {
            Some("win") => 1,
            Some("loss") => -1,
            _ => 0,
        };
        class(&self.worth) < class(&self.best_worth)
    }

    /// The move with its number, its value from the session's point of view, and what was better than a blunder.
    pub(super) fn text(&self, session: &Session, number: usize) -> String {
        let game = session.game();
        let cell = |cell| game.geometry().cell_text(cell);
        let value = |worth| session.seen(self.side, worth).text();
        let mut text =
            format!("{number:>3}. {} {:<4} {}", capital(self.side), cell(self.cell), value(&self.worth));
        if self.is_blunder() {
            text.extend([" ?? ", &cell(self.best), " ", &value(&self.best_worth)]);
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
    use connect_toe_search::{ExactValue, Worth};

    use super::*;

    #[test]
    fn a_blunder_changes_who_wins() {
        let exact = |value: ExactValue| StatedWorth::from(Worth::from(value));
        let claim = |wins| StatedWorth::from(Worth::Claimed { wins, plies: None });
        let expected = |score| StatedWorth { score: Some(score), ..StatedWorth::default() };
        let reviewed = |worth: &StatedWorth, best_worth: &StatedWorth| {
            let cell = Cell::from_bit(0);
            let (worth, best_worth) = (worth.clone(), best_worth.clone());
            Reviewed { side: Side::X, cell, worth, best: cell, best_worth }.is_blunder()
        };
        let (win, loss) = (exact(ExactValue::Win(3)), exact(ExactValue::Loss(6)));
        assert!(reviewed(&expected(0.6), &win), "a win is given away");
        assert!(reviewed(&loss, &expected(0.4)), "a loss is allowed");
        assert!(reviewed(&claim(false), &exact(ExactValue::Draw)), "a loss is allowed, as it seems");
        assert!(!reviewed(&exact(ExactValue::Win(9)), &win), "a later win is a win");
        assert!(!reviewed(&loss, &exact(ExactValue::Loss(8))), "lost either way");
        assert!(!reviewed(&expected(0.1), &expected(0.9)), "estimates");
    }
}
