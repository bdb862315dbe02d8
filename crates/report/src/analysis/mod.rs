//! Everything that a report says, computed from the plan and the counts.

mod label;
mod layout;
mod printed;
mod study;

pub(crate) use layout::{Slot, game_name};
pub(crate) use printed::paper_cells;
pub(crate) use study::{CellAnalysis, OfGame, Rated, SIGNIFICANCE, Standing, StudyAnalysis};
