//! What is to be graded, and how far that has come.

use std::ops::RangeInclusive;

use connect_toe_game::GameSpec;

use crate::contestant::Entry;

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
    /// Whether its positions are still being drawn.
    pub is_drawing: bool,
    /// Positions of this ply that are drawn, or that are done.
    pub done: usize,
    /// Positions of this ply.
    pub positions: usize,
}
