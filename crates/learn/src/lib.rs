#![doc = include_str!("../README.md")]

mod checkpoint;
mod coherence;
mod learner;
mod one_ply;
mod perfect;
mod self_play;
mod settings;
mod tables;
mod tuples;

pub use checkpoint::CheckpointError;
pub use learner::{LearnError, Learner};
pub use one_ply::one_ply;
pub use perfect::{Choose, Perfect};
pub use settings::{Method, ParseMethodError, Settings};
