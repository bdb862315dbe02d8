//! The Connect-Toe paper's experiments, its printed tables, and the comparison of both.
//!
//! The paper is Mercialdi & Wilamowska, "General Heuristic for Tic-Tac-Toe-Like Games" (2004). It let three ways of
//! valuing undecided boards play each other and Random at Tic-Tac-Toe, Connect Four and on cubes, ten games a cell.
//!
//! 1. [`Settings`] says what to play; what the paper leaves open is a field there.
//! 2. [`plan()`] makes an experiment of it, and [`cells`] says which place of the tables each of its cells is;
//!    [`run()`] plays it on all cores and gives [`Results`].
//! 3. [`Analysis`] puts the results beside [`printed_tables`]: tests for every cell, the goodness of fit of each
//!    [`Reading`], and a verdict on everything the printed tables suggest.
//!
//! Everything here is a function of counts; nothing prints, reads a clock or writes a file.

mod names;

mod contestant;
mod experiment;
mod reading;
mod settings;

mod cell;
mod results;
mod run;

mod figures;
mod tables;

mod analysis;
mod compare;
mod conclusions;
mod fit;
mod summary;

pub use connect_toe_arena::FirstMover;

pub use analysis::{Analysis, ReadingAnalysis};
pub use cell::{Cell, cells, plan};
pub use compare::{Comparison, SIGNIFICANCE, compare};
pub use conclusions::{Conclusion, Finding, Verdict, conclusions};
pub use contestant::{Heuristic, Opponent};
pub use experiment::Experiment;
pub use figures::{FIGURES, Figure};
pub use fit::{Fit, FitScope, goodness_of_fit};
pub use names::UnknownName;
pub use reading::Reading;
pub use results::{CellResult, Results};
pub use run::{RunError, run};
pub use settings::{CubeFaces, Settings, SettingsError, Ties};
pub use summary::summary;
pub use tables::{
    Counts, PrintedCell, PrintedRow, PrintedTable, TableColumn, TableKind, printed_table, printed_tables,
};
