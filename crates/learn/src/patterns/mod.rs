//! Learning of weights of patterns.

mod checkpoint;
mod coherence;
mod learner;
mod self_play;
mod tables;
mod tuples;

pub(crate) use learner::PatternLearner;
