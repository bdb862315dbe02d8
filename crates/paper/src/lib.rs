//! The Connect-Toe paper's experiments, its printed tables, and the comparison of both.
//!
//! The paper is Mercialdi & Wilamowska, "General Heuristic for Tic-Tac-Toe-Like Games" (2004). In it three ways of
//! valuing undecided boards play each other and Random at Tic-Tac-Toe, Connect Four and on cubes, ten games a pairing.
//!
//! 1. [`Settings`] say what to play; what the paper leaves open is a field there. [`plan()`] makes an experiment of them,
//!    which [`play`](connect_toe_experiment::play) plays like any other.
//! 2. [`Results`] are a tally of the plan, by pairings of the tables.
//! 3. [`Analysis`] puts the results beside [`printed_tables`]: a test for every value, the goodness of fit of each
//!    [`Reading`], and a verdict on everything that the printed tables suggest.
//! 4. [`extras`] are what a report says about it ([`summary`], [`sections`]); [`results_json`] and [`results_csv`] are the
//!    same for programs. [`references`] gives a report on any experiment the printed values of the games that the paper
//!    played.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! use connect_toe_experiment::{Tally, play};
//! use connect_toe_paper::{Analysis, Experiment, Results, Settings, plan, summary};
//!
//! let settings = Settings { experiments: vec![Experiment::TicTacToe], games_per_cell: 2, ..Settings::default() };
//! let plan = plan(&settings)?;
//! let mut tally = Tally::new(&plan);
//! play(&plan, &plan.everything(), &AtomicBool::new(false), |pair| {
//!     if let Some(pair) = &pair {
//!         tally.count(pair);
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! let results = Results::new(settings, &plan, &tally);
//! let analysis = Analysis::new(&results);
//! assert!(summary(&results, &analysis)[0].starts_with("384 games were played, 2 in each of 192 cells"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything here is a function of counts; nothing prints, reads a clock or writes a file.

mod names;

mod contestant;
mod experiment;
mod reading;
mod settings;

mod pairing;
mod results;

mod figures;
mod tables;

mod analysis;
mod compare;
mod conclusions;
mod fit;

mod numbers;
mod references;
mod sections;
mod summary;
mod wire;

pub use analysis::{Analysis, ReadingAnalysis};
pub use compare::{Comparison, compare};
pub use conclusions::{Conclusion, Finding, Verdict, conclusions};
pub use contestant::{Heuristic, Opponent};
pub use experiment::Experiment;
pub use figures::{FIGURES, Figure};
pub use fit::{Fit, FitScope, goodness_of_fit};
pub use names::UnknownName;
pub use pairing::{EXPERIMENT_FILE, Pairing, pairings, plan};
pub use reading::Reading;
pub use references::references;
pub use results::{PairingResult, Results};
pub use sections::{extras, sections};
pub use settings::{CubeFaces, Settings, SettingsError};
pub use summary::summary;
pub use tables::{
    Counts, PrintedRow, PrintedTable, PrintedValue, TableColumn, TableKind, printed_table, printed_tables,
};
pub use wire::{results_csv, results_json};
