//! The slow, obvious reference implementation of every game of the class.
//!
//! It is written to be evidently right, not fast: a cell is a list of coordinates, a board a list of optional
//! players, a run is counted by walking from stone to stone, a search looks at everything. Use it on boards of
//! one or two dozen cells (solving: about a dozen empty cells; symmetries: at most ten cells).
//!
//! [`Game`] holds the rules, [`Position`] the stones; everything else is a method of one of the two.

mod board_text;
mod cell;
mod evaluation;
mod field;
mod game;
mod game_text;
mod lines;
mod minimax;
mod perft;
mod position;
mod renju;
mod solve;
mod symmetry;

pub use board_text::BoardError;
pub use cell::{Cell, CellError, cell_text};
pub use evaluation::Horizon;
pub use game::{Face, Flag, Game, Goal, Line, Placement, Turn};
pub use game_text::GameError;
pub use minimax::Analysis;
pub use perft::{Perft, PlyCount};
pub use position::{IllegalMove, MoveError, Outcome, Player, Position};
pub use solve::{ExactResult, MoveResult, Solution, Solver};
