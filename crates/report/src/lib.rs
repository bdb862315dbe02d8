#![doc = include_str!("../README.md")]

mod error;
mod extras;
mod provenance;
mod references;
mod render;
mod report;

pub mod document;
mod formats;
pub mod inline;

mod analysis;
mod answer;
mod definitions;
mod figures;
mod method;
mod notices;
mod statistics;
mod study;
mod summary;
mod tables;
mod too_few;

mod csv_text;
mod words;

pub use csv_text::{csv_number, csv_text};
pub use document::Document;
pub use error::ReportError;
pub use extras::{ExampleGame, ExampleGames, Extras};
pub use provenance::{Provenance, Session};
pub use references::{DecidedGames, Reference, References};
pub use report::Report;
pub use too_few::too_few_games;
pub use words::capital;
