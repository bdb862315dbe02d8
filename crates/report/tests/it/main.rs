//! The report of an experiment: its words, its page, its files.

mod answer;
mod document;
mod formats;
mod page;
mod plans;
mod references;
mod sides;
mod summary;
