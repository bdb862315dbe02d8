//! Reports: a page to read, and the same numbers for programs.
//!
//! [`ExperimentReport`] is about any experiment, [`PaperReport`] about a run of the paper's experiments:
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use std::path::Path;
//!
//! let settings = connect_toe_paper::Settings::default();
//! let results = connect_toe_paper::run(&settings, |_, _| ControlFlow::Continue(()))?;
//! let files = connect_toe_report::PaperReport::new(&results).write(Path::new("paper"))?;
//! assert_eq!(files.html, Path::new("paper/report.html"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The bytes depend on the results alone: no times, dates, paths or host names.
//!
//! This crate is the only one that serializes. Its wire types are private; the files' fields are their contract.

mod csv_text;
mod report;

mod wire;

mod formats;
mod html;

mod experiment;

pub use csv_text::csv_text;
pub use experiment::{ExperimentFiles, ExperimentReport, Provenance, Session};
pub use report::{PaperReport, ReportError, ReportFiles};
