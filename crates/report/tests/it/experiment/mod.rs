//! The report of an experiment.

mod formats;
mod page;
mod plans;
mod summary;
