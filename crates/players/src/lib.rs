#![doc = include_str!("../README.md")]

mod adapter;
mod catalogue;
mod entry;
mod error;
mod first_mover;
mod heuristic_spec;
mod last_words;
mod level;
pub mod own;
mod parts;
mod play_game;
mod player;
mod playouts;
mod ranges;
mod search_player;
mod spec;
mod time;

/// Random numbers as players get them: the traits of the crate `rand`.
pub mod random {
    pub use rand::seq::{IndexedRandom, SliceRandom};
    pub use rand::{Rng, RngExt};
}

pub use catalogue::Catalogue;
pub use entry::Entry;
pub use error::{EntryError, PlayerError};
pub use first_mover::{FirstMover, ParseFirstMoverError};
pub use heuristic_spec::HeuristicSpec;
pub use last_words::LastWords;
pub use level::Level;
pub use play_game::{Played, play_game};
pub use player::{Choice, Player};
pub use playouts::{PlayoutCounts, play_random_games};
pub use ranges::{PlayerRanges, RangesError, SettingRange};
pub use search_player::SearchPlayer;
pub use spec::{ParseTiesError, PlayerSpec, Ties};
pub use time::{Allotment, GameTime, ParseTimeError, RESERVE, Stage, TimeControl, parse_time};
