//! The rules of k-in-a-row games: any number of dimensions, any size, with or without gravity.
//!
//! Two players place stones on a grid, and the first with `k` in a row wins. A game is written as text
//! ([`GameSpec`]: `7x6:4:-2` is Connect Four), compiled once into immutable tables ([`Rules`]), and
//! played with small positions that are copied, not undone ([`Board`]). [`Game`] is the front door for
//! programs that do not want to know about bitboard types.
//!
//! This crate does no input or output and reads no clock; random numbers come in as arguments.

pub mod bits;
mod board;
mod game;
mod geometry;
mod line_test;
mod lines;
mod mixing;
mod notation;
mod outcome;
mod perft;
mod placement;
mod playout;
pub mod presets;
pub mod processor;
mod rules;
mod side;
mod spec;
mod symmetry;
pub mod width;
mod zobrist;

pub use bits::{Bits, Words};
pub use board::Board;
pub use game::{Game, Record};
pub use geometry::{Cell, Geometry};
pub use lines::{Lines, Segment};
pub use mixing::{mix, scramble};
pub use notation::{BoardError, BoardReason, CellError, MoveError, MoveReason};
pub use outcome::Outcome;
pub use perft::{Perft, perft, positions_per_ply};
pub use playout::{Playout, Playouts, undecided_after};
pub use presets::Preset;
pub use rules::{CompileError, Rules, Step, width_of};
pub use side::{BySide, ParseSideError, Side};
pub use spec::{
    Edges, End, Face, Faces, GameSpec, Goal, MAX_CELLS, MAX_DIMENSIONS, Overline, SpecError, SpecReason,
};
pub use symmetry::{Symmetries, Symmetry, canonical_form, symmetries};
pub use width::Width;
