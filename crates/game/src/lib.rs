#![doc = include_str!("../README.md")]

mod bit_set;
pub mod bits;
mod board;
mod by_cell;
mod cell_text;
mod game;
mod geometry;
mod hypergraph;
mod line_test;
mod lines;
mod mixing;
mod notation;
mod outcome;
mod perft;
mod placement;
mod playout;
mod position;
pub mod presets;
pub mod processor;
mod renju;
mod representative;
mod rules;
mod side;
mod side_by_side;
mod spec;
pub mod stretches;
mod symmetry;
pub mod text;
mod unknown_name;
pub mod width;
mod zobrist;

pub use bit_set::BitSet;
pub use bits::{Bits, Words};
pub use board::Board;
pub use by_cell::ByCell;
pub use cell_text::CellError;
pub use game::{Course, Game, MovesToPlay, Record};
pub use geometry::{Cell, Geometry};
pub use hypergraph::Hypergraph;
pub use lines::{Lines, Segment};
pub use mixing::{Draws, SplitMix, mix, scramble};
pub use notation::{BoardError, BoardReason, MoveError, MoveReason};
pub use outcome::Outcome;
pub use perft::{Perft, perft};
pub use playout::{Playout, Playouts, undecided_after};
pub use position::Position;
pub use presets::Preset;
pub use representative::{Representative, longest_line};
pub use rules::{CompileError, Rules, Step, Threats};
pub use side::{BySide, ParseSideError, Side};
pub use side_by_side::{Observations, Restart, SideBySide, Steps};
pub use spec::{
    Edges, End, Face, Faces, Forbidden, GameSpec, Goal, LineRule, LinesFile, LinesFileError, LinesFileReason,
    MAX_CELLS, MAX_DIMENSIONS, MAX_LINES, Overline, Roles, SpecError, SpecPart, SpecReason, Turn,
};
pub use stretches::Planes;
pub use symmetry::{
    BoardTurn, ListedSymmetries, Order, Symmetries, Symmetry, WhichSymmetries, canonical_form, symmetries,
};
pub use unknown_name::{UnknownName, closest};
pub use width::Width;
