//! What is to be graded, and what can go wrong.

use std::ops::RangeInclusive;

use connect_toe_game::{GameSpec, SpecError};
use connect_toe_players::PlayerError;

use crate::contestant::Entry;
use crate::exact_values::ExactValuesError;

/// What to grade, and on which positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The game.
    pub game: GameSpec,
    /// Heuristics and players.
    pub entries: Vec<Entry>,
    /// The plies after which positions are taken. `None`: from the last ply that random games reach, backwards as long
    /// as at least nine tenths of a ply's positions are solved within [`solver_nodes`](Self::solver_nodes).
    pub plies: Option<RangeInclusive<u32>>,
    /// Positions of each ply.
    pub positions: usize,
    /// Seed of the positions and of all that depends on chance.
    pub seed: u64,
    /// About how many nodes the solver may search for one position and all of its moves. A position that takes more
    /// counts as not solved.
    pub solver_nodes: u64,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The ply whose positions are being worked on.
    pub ply: u32,
    /// Positions of this ply that are done.
    pub done: usize,
    /// Positions of this ply.
    pub positions: usize,
}

/// Why nothing was graded.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// The text is not a game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A heuristic or player cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A ply is outside of the game.
    #[error("the plies {first} to {last} are not all within the game: its board has {cells} cells, so the last position with a move comes after {} plies", cells.saturating_sub(1))]
    Plies {
        /// The first ply asked for.
        first: u32,
        /// The last ply asked for.
        last: u32,
        /// Cells of the board.
        cells: u32,
    },
    /// The plies asked for end before they begin.
    #[error("{first}..{last} is empty: the first ply must not exceed the last")]
    NoPlies {
        /// The first ply asked for.
        first: u32,
        /// The last ply asked for.
        last: u32,
    },
    /// Exact values cannot be read or kept.
    #[error("exact values cannot be read or kept")]
    Values(#[source] ExactValuesError),
    /// The values kept for a position do not belong to it.
    #[error("the exact values kept for {board} of {game} do not fit its moves")]
    Misfit {
        /// Game text.
        game: String,
        /// Board text.
        board: String,
    },
}
