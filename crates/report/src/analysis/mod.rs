//! Everything that a report says, computed from the plan and the counts.

mod condition;
mod label;
mod names;
mod ratings;
mod study;

pub(crate) use condition::{ConditionAnalysis, Standing};
pub(crate) use names::{Name, game_name};
pub(crate) use ratings::Rated;
pub(crate) use study::{OfGame, StudyAnalysis};
