//! A request and an answer for every command: the one way in for the command line, a web server, another language.
//!
//! A request is a plain value with texts in its fields, as a command line or a JSON body carries them. It runs with a
//! [`Work`] (threads, a [`Stop`], an [`Observer`] of progress) and gives an answer, again a plain value. Both are JSON
//! through serde; with the feature `schema` both have a JSON Schema.
//!
//! ```
//! use connect_toe_api::{Analyze, Work};
//! let request: Analyze = serde_json::from_str(r#"{"game": "connect-four", "moves": "44"}"#)?;
//! let analysis = request.run(&Work::new())?;
//! assert_eq!(serde_json::to_value(&analysis)?["best"], serde_json::json!(analysis.best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here prints, or knows of a terminal. Files are read and written where a request names them; a clock is read
//! where an answer has seconds.

mod error;
mod numbers;
mod player;
mod position;
mod score;
mod seed;
mod stop;
mod work;

mod meeting;
mod runner;
mod sequential;

mod analyze;
mod bench;
mod describe;
mod eval;
mod experiment;
mod games;
mod grade;
mod match_play;
mod moves;
mod paper;
mod perft;
mod playouts;
#[cfg(feature = "schema")]
mod schema;
mod shard;
mod solve;
mod statistics;
mod tournament;
mod verify;

pub use error::Error;
pub use numbers::{Elo, Rating, SequentialTest, TestVerdict};
pub use position::{Position, game};
pub use score::GameCounts;
pub use seed::DEFAULT as DEFAULT_SEED;
pub use stop::Stop;
pub use work::{Observer, Progress, Work};

pub use analyze::{Analysis, Analyze, MoveValue};
pub use bench::{Bench, Benchmark, Workload};
pub use describe::{Describe, Description, ExactNumber};
pub use eval::{Eval, Evaluation};
pub use experiment::{
    ExperimentFile, ExperimentStatus, ExportExperiment, ExportForm, PlayerStanding, ReportExperiment,
    RunExperiment, SampleExperiment, StatusOfExperiment, StudyStatus, WrittenReport, WrittenSample,
    experiment_schema,
};
pub use games::{Games, NamedGame};
pub use grade::{
    ComparedEntries, EntryGrades, EstimateWithInterval, Grade, Grades, GradesByValue, Plies, PlyGrades,
    PlyPositions, PositionCounts, PositionGrades, ValueGrades,
};
pub use match_play::{Match, MatchResult};
pub use moves::{LegalMoves, Moves};
pub use paper::{Paper, PaperFiles, PaperResults};
pub use perft::{Perft, PerftCounts};
pub use playouts::{PlayoutCounts, Playouts};
#[cfg(feature = "schema")]
pub use schema::schemas;
pub use shard::{MergeShards, MergedShards, RunShard, Shard, pair_range};
pub use solve::{
    ExpectedValue, MemoryText, ScoreKind, Solution, Solve, SolveLines, SolvedLine, SolvedLines, SolvedMove,
    ValueBound, ValueBounds, WrittenCertificate,
};
pub use statistics::{
    ComparedScores, Counts, PlannedGames, Shown, Statistics, TwoNumbers, confidence, elo_to_plan_for,
};
pub use tournament::{AgainstOpponent, CrossTable, RankedPlayer, Tournament};
pub use verify::{Verified, Verify};
