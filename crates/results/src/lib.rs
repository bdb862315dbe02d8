//! Results files: what an experiment's games gave, in one `SQLite` database that any tool can read.
//!
//! ```text
//!  experiment   one row: the plan's hash, the file's text, the program's version
//!  cell         a row for each cell of the plan: study, levels, game, player, opponent, seed
//!  game         a row for each game: cell, number, moves, result, nodes
//!  session      a row for each run that added games: when, where, how long
//!  exact        exact values of positions, kept for grading
//! ```
//!
//! Both games of a pair are written in one transaction, and a pair that is there is never written again. So whatever
//! ends a run, the file holds whole pairs only, each once, and playing the missing ones completes it.
//!
//! What is read is checked: every row against its checksum, every game against the rules, every pair against the plan.

mod error;
mod exact;
mod export;
mod file;
mod merge;
mod pairs;
mod repair;
mod replay;
mod schema;
mod session;
mod writer;

pub use error::ResultsError;
pub use export::{export_csv, export_json};
pub use file::{Opened, ResultsFile};
pub use merge::Merged;
pub use pairs::Damage;
pub use session::{Machine, Session};
pub use writer::Writer;
