#![doc = include_str!("../README.md")]

mod design;
mod plan;
mod protocol;
mod quick;

mod read;
mod schema;

mod balanced;
mod openings;
mod pair;
mod play;

mod distinct;
mod forfeits;
mod meetings;
mod repeats;
mod results;
mod sample;
mod tally;

pub use balanced::{BalancedBook, BalancedBooks, BalancedProgress};
pub use design::{
    Condition, Factor, Finite, GamePattern, Level, Piece, PlayerPattern, Setting, Study, Template,
};
pub use forfeits::{Forfeits, ParseForfeitsError};
pub use meetings::meetings;
pub use openings::{more_random_plies, openings_for};
pub use pair::{Ending, GamePlayed, Pair, result_for};
pub use plan::{Override, Plan, Request};
pub use play::{PlayError, check_playable, find_balanced, play};
pub use protocol::{
    Adjudication, Limits, ListedOpenings, Openings, OpeningsFile, ParseOpeningsError, Protocol,
};
pub use read::{Load, Place, PlanError};
pub use repeats::Repeats;
pub use results::Results;
pub use sample::Sample;
pub use schema::schema;
pub use tally::{ConditionTally, Tally};
