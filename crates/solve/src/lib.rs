#![doc = include_str!("../README.md")]

mod answer;
mod book;
mod certify;
mod claims;
mod control;
mod count;
mod drop;
mod engine;
mod free;
mod general;
mod leaves;
mod lines;
mod mirror;
mod parity;
mod prover;
mod score;
mod slots;
mod solver;
mod symmetric;

pub use answer::{
    Answer, Budget, ExactResult, Missing, MoveAnswer, Moves, Phase, PhaseNodes, Question, Scope,
};
pub use book::{Book, BookError};
pub use certify::CertifyError;
pub use control::{Control, Interrupted, Progress};
pub use count::{CountError, CountProgress, PositionCounts, count_positions};
pub use engine::Engine;
pub use prover::{Memory, Prover};
pub use score::{Bounds, Score, Value};
pub use solver::Solver;
