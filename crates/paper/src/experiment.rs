//! The paper's three series of games.

use crate::names::names;

/// One of the paper's three series of games.
///
/// ```
/// use connect_toe_paper::Experiment;
///
/// assert_eq!("cubes".parse(), Ok(Experiment::Cubes));
/// assert_eq!((Experiment::Cubes.row_label(), Experiment::Cubes.rows()), ("cube side", &[2, 3, 4, 5][..]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Experiment {
    /// Three in a row on 3×3, at search depths 1 to 8.
    TicTacToe,
    /// Four in a row on 7×6 with gravity, at search depths 1 to 5.
    ConnectFour,
    /// Side in a row on side×side×side, for sides 2 to 5, at one search depth.
    Cubes,
}

names!(Experiment, "experiment", TicTacToe => "tic-tac-toe", ConnectFour => "connect-four", Cubes => "cubes");

impl Experiment {
    /// The rows of the experiment's tables: search depths in plies, or sides of the cube.
    pub const fn rows(self) -> &'static [u32] {
        match self {
            Self::TicTacToe => &[1, 2, 3, 4, 5, 6, 7, 8],
            Self::ConnectFour => &[1, 2, 3, 4, 5],
            Self::Cubes => &[2, 3, 4, 5],
        }
    }

    /// What a row's number counts.
    pub const fn row_label(self) -> &'static str {
        match self {
            Self::TicTacToe | Self::ConnectFour => "search depth",
            Self::Cubes => "cube side",
        }
    }

    /// The factor of the experiment file whose levels are the rows.
    pub(crate) const fn row_factor(self) -> &'static str {
        match self {
            Self::TicTacToe | Self::ConnectFour => "depth",
            Self::Cubes => "side",
        }
    }

    /// The name for running text and headings.
    pub const fn title(self) -> &'static str {
        match self {
            Self::TicTacToe => "Tic-Tac-Toe",
            Self::ConnectFour => "Connect Four",
            Self::Cubes => "Cubes",
        }
    }
}
