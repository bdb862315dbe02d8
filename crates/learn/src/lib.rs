#![doc = include_str!("../README.md")]

mod error;
mod forced;
mod learner;
mod lines;
mod one_ply;
mod patterns;
mod perfect;
mod settings;

pub use error::{CheckpointError, LearnError};
pub use learner::{Extent, Learner};
pub use one_ply::one_ply;
pub use perfect::{Choose, Perfect};
pub use settings::{Method, ParseMethodError, Settings};
