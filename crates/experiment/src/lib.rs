//! Experiments: a file says what is to be played, and every pair of games follows from it.
//!
//! 1. [`Plan::read`] turns the text of an experiment file into a [`Plan`]: studies, and the [`Cell`]s of their
//!    designs, each a game, two players and the conditions under which they meet.
//! 2. The games of a cell come in [`Pair`]s, numbered from 0; a pair is a function of the plan's seed, the cell and
//!    the number, and of nothing else. [`play`] plays any of them on all cores.
//! 3. A [`Tally`] adds up what came out. The order of adding does not matter. A [`Sample`] is what statistics are
//!    computed from.
//!
//! Nothing here touches a file; only players with a time limit, which a plan can ask for, read a clock.

mod file;
mod schema;
mod source;
mod template;

mod cell;
mod faces;
mod plan;
mod read;

mod openings;
mod pair;
mod play;
mod repeats;
mod sample;
mod tally;

pub use cell::{Adjudication, Cell, Limits, Openings};
pub use pair::{GamePlayed, Pair};
pub use plan::{Factor, Override, Plan, Study};
pub use play::{PlayError, Request, play};
pub use read::Load;
pub use repeats::Repeats;
pub use sample::Sample;
pub use schema::schema;
pub use source::PlanError;
pub use tally::{CellTally, Tally};
