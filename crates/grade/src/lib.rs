//! Heuristics and players graded against the truth.
//!
//! Whether a heuristic is good is usually asked in matches, where the answer depends on the opponent and on how deep
//! both search. Here it is asked of exact values: positions are drawn at random ([`Request`]), solved with every one
//! of their moves, and each [`Entry`] says what it thinks of them. [`grade()`] tells for each entry, with intervals,
//!
//! - how often its choice keeps the value of the position, how often it makes a win a draw (a *slip*) or a win or a
//!   draw a loss (a *blunder*), and how many points and plies it loses ([`Grade`]);
//! - for heuristics, how well their values rank positions: Kendall's τ-b and Spearman's ρ;
//! - whether two entries differ on the same positions ([`Comparison`]).
//!
//! The grades are for positions like those that are drawn: after a number of uniformly random moves, the game still
//! going on, distinct up to symmetry (on boards of more than 256 cells or with more than 4096 symmetries only equal
//! positions count as one). Intervals are those of a sample with replacement. Where fewer positions were found than
//! asked for, the sample is nearly all that there are, and they are wider than they need be.

mod budget;
mod contestant;
mod exact_values;
mod grading;
mod measure;
mod paired;
mod request;
mod run;
mod sample;
mod verdict;

pub use contestant::{Entry, TRIES};
pub use exact_values::{ExactValues, ExactValuesError, ValuesInMemory};
pub use grading::{Comparison, Counts, EntryGrades, Grade, Grading, PlyCounts};
pub use measure::Estimate;
pub use request::{GradeError, Progress, Request};
pub use run::grade;
pub use verdict::VALUES;
