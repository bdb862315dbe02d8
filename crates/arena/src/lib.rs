//! Matches between players, and their statistics.
//!
//! Games run on all cores; a seed gives the same games for any number of threads.

mod first_mover;
mod match_play;
mod playouts;
pub mod stats;
mod tournament;

pub use first_mover::{FirstMover, ParseFirstMoverError};
pub use match_play::{
    GamePlayed, Match, MatchError, MatchResult, Played, play_game, play_matches, result_for,
};
pub use playouts::{PlayoutCounts, play_random_games};
pub use tournament::{CrossTable, Tournament};
