//! Experiments: a file says what is to be played, and every pair of games follows from it.
//!
//! 1. [`Plan::read`] turns the text of an experiment file into a [`Plan`]: the designs of its studies ([`Study`]), and
//!    their [`Condition`]s, each a game, two players and how they meet.
//! 2. The games of a condition come in [`Pair`]s, numbered from 0; a pair is a function of the plan's seed, the
//!    condition and the number, and of nothing else. [`play`] plays any of them on all cores.
//! 3. A [`Tally`] adds up what came out. The order of adding does not matter. A [`Sample`] is what statistics are
//!    computed from.
//!
//! Nothing here touches a file; only players with a time limit, which a plan can ask for, read a clock.

mod design;
mod plan;
mod protocol;
mod quick;

mod read;
mod schema;

mod openings;
mod pair;
mod play;

mod repeats;
mod sample;
mod tally;

pub use design::{
    Condition, Factor, Finite, GamePattern, Level, Piece, PlayerPattern, Setting, Study, Template,
};
pub use pair::{GamePlayed, Pair, result_for};
pub use plan::{Override, Plan, Request};
pub use play::{PlayError, play};
pub use protocol::{Adjudication, Limits, Openings, Protocol};
pub use read::{Load, Place, PlanError};
pub use repeats::Repeats;
pub use sample::Sample;
pub use schema::schema;
pub use tally::{ConditionTally, Tally};
