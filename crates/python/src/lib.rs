#![doc = include_str!("../README.md")]
#![allow(
    clippy::doc_lazy_continuation,
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    reason = "these texts are the documentation of Python objects"
)]

mod arrays;
mod batch;
mod boards;
mod callback;
mod error;
mod experiment;
mod game;
mod given;
mod json;
mod lab;
mod network;
mod number;
mod out;
mod path;
mod picture;
mod player;
mod request;
mod results;
mod rows;
mod self_play;
mod side;
mod state;
mod symmetries;
mod vector;
mod watch;

/// The compiled part of `connect_toe`, whose names the package exports.
#[pyo3::pymodule(name = "_native", gil_used = true)]
mod native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::SolvedBatch;
    #[pymodule_export]
    use crate::error::{Notice, RequestError, RunError};
    #[pymodule_export]
    use crate::experiment::{ExperimentResults, play_experiment};
    #[pymodule_export]
    use crate::game::{Game, atlas, games, read_games};
    #[pymodule_export]
    use crate::lab::{Task, solve_lines};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::request::ask;
    #[pymodule_export]
    use crate::results::{Analysis, Elo, MatchResult, PlayoutCounts, Proven, SequentialTest, Solution};
    #[pymodule_export]
    use crate::self_play::SelfPlay;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::vector::VectorGame;
    #[pymodule_export]
    use crate::watch::Progress;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("WIN", connect_toe_eval::WIN)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
