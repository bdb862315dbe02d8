//! What a finished game counts in a search.

use connect_toe_eval::WIN;
use connect_toe_game::{Bits, Outcome, Rules, Side};

/// What the value of a win or a loss says of the end of the game, on the scale of the heuristics whose win counts
/// [`WIN`](connect_toe_eval::WIN).
///
/// ```
/// use connect_toe_eval::WIN;
/// use connect_toe_search::Decided;
/// // On a board of nine cells a search in a hurry counts a win after three plies as 7 above WIN.
/// assert_eq!(Decided::of(WIN + 7, 9), Some(Decided { plies: Some(3) }));
/// assert_eq!(Decided::of(-WIN - 7, 9), Some(Decided { plies: Some(3) }));
/// // Others do not say when.
/// assert_eq!(Decided::of(WIN, 9), Some(Decided { plies: None }));
/// assert_eq!(Decided::of(WIN - 1, 9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// In how many plies the game ends, if the search prefers nearer wins.
    pub plies: Option<u32>,
}

impl Decided {
    /// What this value says on a board with this many cells; `None` if it is neither a win nor a loss.
    pub fn of(value: i64, cells: usize) -> Option<Decided> {
        let hurry = value.unsigned_abs().checked_sub(WIN.unsigned_abs())?;
        let plies = (cells as u64 + 1).checked_sub(hurry).filter(|plies| (1..=cells as u64).contains(plies));
        Some(Decided { plies: plies.map(|plies| plies as u32) })
    }
}

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
