#![doc = include_str!("../README.md")]

mod candidates;
mod error;
mod learner;
mod lines;
mod means;
mod one_ply;
mod patterns;
mod perfect;
mod settings;
mod threads;

pub use error::{CheckpointError, LearnError};
pub use learner::{Extent, Learner};
pub use one_ply::one_ply;
pub use perfect::{Choose, Perfect};
pub use settings::{Method, ParseMethodError, Settings};
