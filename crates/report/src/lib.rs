//! Reports of experiments: a page to read, and the same numbers for programs and papers.
//!
//! ```text
//!  Plan, Tally  ->  analysis  ->  sections  ->  HTML, Markdown, LaTeX
//!                      └──────────────────────>  JSON, CSV
//! ```
//!
//! [`Report::new`] analyses what has been played. [`Report::document`] is the report as a [`Document`], whose sections
//! other crates can add to ([`Extras`]) or make on their own; every document has the same formats. JSON and CSV have
//! the numbers of the analysis; their fields are a contract with other programs.
//!
//! The bytes depend on the input alone: no clock, no paths, no host names.

mod error;
mod provenance;
mod references;
mod report;

pub mod document;
mod formats;
pub mod inline;

mod analysis;
mod definitions;
mod figures;
mod method;
mod notices;
mod statistics;
mod study;
mod summary;
mod tables;

mod csv_text;
pub mod numbers;
mod words;

pub use csv_text::csv_text;
pub use document::Document;
pub use error::ReportError;
pub use provenance::{Provenance, Session};
pub use references::{DecidedGames, Reference, References};
pub use report::{Extras, Report, ReportFiles};
