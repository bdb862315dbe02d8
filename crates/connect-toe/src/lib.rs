#![doc = include_str!("../README.md")]

mod file;
mod game_play;

pub use connect_toe_api::{
    Analysis, ChosenMove, Error, Evaluation, Observer, PerftCounts, PlayoutCounts, Progress, Solution, Stop,
    Verified, Work,
};
pub use connect_toe_eval::{Key, SettingError, Settings};
pub use connect_toe_game::{Cell, Outcome, Position, Side};
pub use connect_toe_laboratory::{CrossTable, ExperimentStatus, MatchResult, WrittenReport};
pub use connect_toe_players::own::{Heuristic, Player, Search};
pub use connect_toe_players::{Catalogue, Choice, Entry, EntryError, random};
pub use connect_toe_search::{MoveValue, SearchProgress, SearchReport, Stopped, Task, Watch};
pub use file::{Experiment, verify};
pub use game_play::Game;

/// Requests and answers: everything that the command line can ask, with all options.
pub mod api {
    pub use connect_toe_api::*;
    pub use connect_toe_laboratory::*;
}

/// The rules: games, boards, lines, symmetries, text forms; generic in the bitboard type.
pub mod game {
    pub use connect_toe_game::*;
}

/// Heuristics: the trait `Evaluator`, and the table of the built-in ones.
pub mod eval {
    pub use connect_toe_eval::*;
}

/// Searches: the trait `Searcher`, and the table of the built-in ones.
pub mod search {
    pub use connect_toe_search::*;
}

/// Wins by chains of threats.
pub mod threats {
    pub use connect_toe_threats::*;
}

/// Exact values: the trait `Prover`, and the solver that asks it.
pub mod solve {
    pub use connect_toe_solve::*;
}

/// Proofs of exact values, and their checker.
pub mod certificate {
    pub use connect_toe_certificate::*;
}

/// Players: a search with settings, written as text, and single games between two of them.
pub mod players {
    pub use connect_toe_players::*;
}

/// Experiments: designs of many games, and their playing.
pub mod experiment {
    pub use connect_toe_experiment::*;
}

/// Heuristics and players against exact values.
pub mod grade {
    pub use connect_toe_grade::*;
}

/// Statistics of games: scores, Elo, ratings, sequential tests.
pub mod stats {
    pub use connect_toe_stats::*;
}
