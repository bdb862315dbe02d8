//! Evaluations that a program taught itself: weights of patterns or of a line network, in a file.

mod build;
mod evaluator;
mod file;
mod lines;
mod network;
mod packed;
mod patterns;
mod sealed;
mod shipped;
mod weights;

pub use crate::forced::WINS_AT_ONCE;
pub(crate) use build::{FILE, build};
pub use evaluator::{Follower, Learned, OtherGame, moved_first, playable};
pub use file::WeightsError;
pub use lines::{Effect, Head, LANES, LineFollower, LineNetwork, RANGE, UNIT_OF_ROWS, Views, WIDTH};
pub use network::{Network, Training, UNIT};
pub use patterns::{
    Change, MOST_SYMMETRIES, PatternError, Patterns, Tuple, check_sides, shares_windows, turns_of_window,
};
pub use sealed::{Reader, SealError, Sealed};
pub use shipped::{shipped, shipped_games};
pub use weights::Weights;
