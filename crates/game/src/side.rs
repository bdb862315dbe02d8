//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players. X moves first.
///
/// ```
/// use connect_toe_game::Side;
/// assert_eq!(Side::X.other(), Side::O);
/// assert_eq!("o".parse(), Ok(Side::O));
/// assert_eq!(Side::O.to_string(), "o");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player who moves first.
    X,
    /// The player who moves second.
    O,
}

impl Side {
    /// Both sides, X first.
    pub const ALL: [Side; 2] = [Side::X, Side::O];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::X => "x",
            Side::O => "o",
        })
    }
}

/// The error for a text that is neither `x` nor `o`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a side: write x or o")]
pub struct ParseSideError(String);

impl std::str::FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Side, ParseSideError> {
        match text {
            "x" | "X" => Ok(Side::X),
            "o" | "O" => Ok(Side::O),
            _ => Err(ParseSideError(text.to_owned())),
        }
    }
}

/// One value for each side.
///
/// ```
/// use connect_toe_game::{BySide, Side};
/// let mut wins = BySide { x: 0, o: 0 };
/// wins[Side::X] += 1;
/// assert_eq!(wins, BySide::from_fn(|side| i32::from(side == Side::X)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// X's value.
    pub x: T,
    /// O's value.
    pub o: T,
}

impl<T> BySide<T> {
    /// Computes the value of each side, X first.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> Self {
        let x = value(Side::X);
        let o = value(Side::O);
        BySide { x, o }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::X => &self.x,
            Side::O => &self.o,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::X => &mut self.x,
            Side::O => &mut self.o,
        }
    }
}
