//! How a game ended.

use std::fmt;

use crate::side::Side;

/// The end of a game: who won, or a draw.
///
/// ```
/// use connect_toe_game::{Outcome, Side};
/// assert_eq!(Outcome::Win(Side::O).winner(), Some(Side::O));
/// assert_eq!(Outcome::Draw.winner(), None);
/// assert_eq!(Outcome::Win(Side::X).to_string(), "x");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// That side has won.
    Win(Side),
    /// Neither side has won, and no move is left.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }

    /// The value for `side`: 1 for its win, −1 for its loss, 0 for a draw.
    ///
    /// ```
    /// use connect_toe_game::{Outcome, Side};
    /// assert_eq!(Outcome::Win(Side::X).value_for(Side::O), -1);
    /// assert_eq!(Outcome::Draw.value_for(Side::O), 0);
    /// ```
    pub fn value_for(self, side: Side) -> i64 {
        self.winner().map_or(0, |winner| if winner == side { 1 } else { -1 })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win(Side::X) => "x",
            Outcome::Win(Side::O) => "o",
            Outcome::Draw => "draw",
        })
    }
}
