//! What a finished game counts in a search.

use connect_toe_game::{Bits, Outcome, Rules, Side};

/// The scale of a search's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// The value of a win, before `hurry` is added.
    win: i64,
    /// In a hurry: what a win at the root would be worth on top; each ply costs 1. It is the number of
    /// cells plus one, so a win is worth something however late.
    hurry: Option<i64>,
}

impl Scale {
    /// A win is a win, near or far.
    pub(crate) fn plain(win: i64) -> Scale {
        Scale { win, hurry: None }
    }

    /// Nearer wins are worth more, and later losses less bad, by 1 a ply.
    pub(crate) fn hurried<B: Bits>(win: i64, rules: &Rules<B>) -> Scale {
        Scale { win, hurry: Some(rules.geometry().cells().len() as i64 + 1) }
    }

    /// Whether nearer wins are worth more.
    pub(crate) fn is_hurried(self) -> bool {
        self.hurry.is_some()
    }

    /// The value of a win `plies` after the root, for the winner.
    #[inline]
    pub(crate) fn win(self, plies: u32) -> i64 {
        self.win + self.hurry.map_or(0, |most| most - i64::from(plies))
    }

    /// Whether this is the value of a win or a loss. Where nearer wins are not worth more, a heuristic's may be as high.
    pub(crate) fn is_decided(self, value: i64) -> bool {
        // The last win of a game is the least.
        value.abs() >= self.win + i64::from(self.is_hurried())
    }

    /// A bound on the value of everything that is still to come `plies` after the root.
    #[inline]
    pub(crate) fn best_after(self, plies: u32) -> i64 {
        self.win(plies + 1)
    }

    /// The value for `side` of an outcome `plies` after the root.
    #[inline]
    pub(crate) fn of(self, outcome: Outcome, side: Side, plies: u32) -> i64 {
        match outcome.winner() {
            None => 0,
            Some(winner) if winner == side => self.win(plies),
            Some(_) => -self.win(plies),
        }
    }
}
