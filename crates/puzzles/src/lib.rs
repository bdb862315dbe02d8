#![doc = include_str!("../README.md")]

mod attempt;
mod examine;
mod find;
mod grade;
mod puzzle;
mod self_play;
mod within;
mod words;

pub use attempt::{Attempt, Refutation, attempt};
pub use find::{FindError, Found, Progress, Wanted, find};
pub use puzzle::{Clue, Difficulty, Goal, Puzzle};
