//! Exact solving: who wins from here, in how many plies, and which moves keep it?
//!
//! A [`Solver`] answers for one position of any game. It asks one kind of question, *is the value of this
//! position at least so much?*, of a [`Prover`]; there is one prover for each family of games, and
//! [`Engine::all`] is their table. All of them give the same answers, at very different speeds.

mod certify;
mod control;
mod drop;
mod engine;
mod free;
mod general;
mod parity;
mod prover;
mod score;
mod slots;
mod solver;

pub use certify::{CertifyError, claims};
pub use control::{Control, Interrupted};
pub use engine::{Engine, Memory};
pub use prover::Prover;
pub use score::{Bounds, Score, Value};
pub use solver::{Answer, MoveAnswer, Moves, Question, Solver, is_answer};
