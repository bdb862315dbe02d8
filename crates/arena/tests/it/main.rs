//! Matches between real players.

mod matches;
mod strength;
