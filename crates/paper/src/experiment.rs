use crate::names::names;
use crate::settings::CubeFaces;

/// One of the paper's three series of games.
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
    #[must_use]
    pub const fn rows(self) -> &'static [u32] {
        match self {
            Self::TicTacToe => &[1, 2, 3, 4, 5, 6, 7, 8],
            Self::ConnectFour => &[1, 2, 3, 4, 5],
            Self::Cubes => &[2, 3, 4, 5],
        }
    }

    /// What a row's number counts.
    #[must_use]
    pub const fn row_label(self) -> &'static str {
        match self {
            Self::TicTacToe | Self::ConnectFour => "search depth",
            Self::Cubes => "cube side",
        }
    }

    /// The name for running text and headings.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::TicTacToe => "Tic-Tac-Toe",
            Self::ConnectFour => "Connect Four",
            Self::Cubes => "Cubes",
        }
    }

    /// The game text of a row. Only cubes look at `faces`.
    #[must_use]
    pub fn game(self, row: u32, faces: CubeFaces) -> String {
        match self {
            Self::TicTacToe => "3x3:3".to_owned(),
            Self::ConnectFour => "7x6:4:-2".to_owned(),
            Self::Cubes => {
                let cube = format!("{row}x{row}x{row}:{row}");
                match faces {
                    CubeFaces::Down => cube + ":-3",
                    CubeFaces::All => cube + ":all",
                    CubeFaces::Free => cube,
                }
            }
        }
    }

    /// The search depth of a row, in plies. Only cubes look at `cube_depth`.
    #[must_use]
    pub const fn depth(self, row: u32, cube_depth: u32) -> u32 {
        match self {
            Self::TicTacToe | Self::ConnectFour => row,
            Self::Cubes => cube_depth,
        }
    }
}
