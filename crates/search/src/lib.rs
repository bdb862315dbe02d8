//! Game-tree searches.
//!
//! A search is a [`Searcher`] in a file of its own under `algorithms/` and one row of
//! [`Algorithm::all`]. It answers for one position: what each move is worth, which are best. It has no
//! random numbers: ties are broken by the order in which the caller gives the moves.

mod algorithms;
mod ordering;
mod report;
mod scale;
mod table;

use std::ops::ControlFlow;

use connect_toe_game::{Bits, Board, Cell, Rules};

pub use algorithms::{Algorithm, BuildError, UnknownAlgorithm};
pub use report::{MoveValue, SearchReport, Stopped};

/// Searches positions of one game.
pub trait Searcher<B: Bits>: Send {
    /// Searches a position in which the game goes on.
    ///
    /// The same position and task give the same report, nodes included, whatever was searched before.
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport;
}

/// What to find out.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The legal moves, in the order in which ties are broken: among equally good moves the earliest is
    /// the best.
    pub moves: &'a [Cell],
    /// How much to say about them.
    pub want: Want,
    /// Stop after this many nodes; what is left of one position's moves, or of one move in a search that knows no
    /// depth, is still looked at.
    pub nodes: Option<u64>,
    /// Look one ply ahead, then two, and so on up to the depth of the search, so that a search that is stopped has a
    /// whole look to go by instead of its first few moves. For searches that may be stopped; others only lose time.
    pub deepen: bool,
}

/// How much a search should say about the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One best move: the first, in the given order, of those with the best value. Values of other moves
    /// may be bounds, and are left out of the report.
    OneBest,
    /// The exact value of every move.
    EveryMove,
}

/// Hears of progress from time to time, and may stop the search.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
}

/// A watch that lets every search run to its end.
pub fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
