//! Line networks: what every cell sees along the rows through it, as small vectors that are added up.

mod file;
mod follower;
mod network;
mod views;

pub use follower::LineFollower;
pub use network::{Head, LANES, LineNetwork, RANGE, UNIT_OF_ROWS, WIDTH};
pub use views::{Effect, Views};
