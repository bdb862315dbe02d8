//! Reports: a page to read, and the same numbers for programs.

mod csv_text;
pub mod document;
pub mod inline;

pub use csv_text::csv_text;
