//! Players that beat each other in circles: ratings that allow it, and a test whether one number a player is enough.

mod all;
mod alpha_rank;
mod dense;
mod graph;
mod nash;
mod payoffs;
mod transitivity;
mod words;

#[cfg(test)]
mod tests;

pub use all::Circles;
pub use alpha_rank::{Selection, SelectionError, alpha_rank};
pub use nash::{NashAverage, nash_average};
pub use payoffs::{Payoffs, PayoffsError};
pub use transitivity::{Beats, Deviation, EloTruth, Fit, Meeting, Transitivity, transitivity};
