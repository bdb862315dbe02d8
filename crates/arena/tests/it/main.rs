//! Matches between real players.

mod matches;
