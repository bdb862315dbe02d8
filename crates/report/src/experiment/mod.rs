//! The report of an experiment: a page, Markdown, CSV, JSON and LaTeX.

mod analysis;
mod figures;
mod formats;
mod html;
mod method;
mod players;
mod provenance;
mod report;
mod summary;
mod tables;
mod text;

pub use provenance::{Provenance, Session};
pub use report::{ExperimentFiles, ExperimentReport};
