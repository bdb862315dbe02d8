#![doc = include_str!("../README.md")]

mod error;
mod files;
mod numbers;
mod player;
mod position;
mod position_lines;
mod score;
mod seed;
mod stop;
mod work;

mod crew;
mod meeting;
mod runner;
mod sequential;
mod stored;

mod analyze;
mod batch;
mod bench;
mod choose;
mod describe;
mod eval;
mod experiment;
mod games;
mod grade;
mod levels;
mod lines;
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
mod train;
mod tree;
mod verify;

pub use crew::{Crew, DoneRange, Machines, OpenedTask, SealedTask};
pub use error::Error;
pub use files::{catalogue_with_files, write_file};
pub use numbers::{Elo, Rating, SequentialTest, TestVerdict};
pub use position::{Position, game};
pub use score::GameCounts;
pub use seed::DEFAULT as DEFAULT_SEED;
pub use stop::Stop;
pub use work::{Finding, Observer, Progress, Work};

pub use analyze::{Analysis, Analyze, AnalyzedLine, AnalyzedMove, FoundThreats, ProvenResult, ThreatLine};
pub use batch::{Batch, BatchValue};
pub use bench::{Bench, Benchmark, Workload};
pub use choose::{Choose, ChosenMove};
pub use connect_toe_paper::PaperResults;
pub use connect_toe_stats::EloModel;
pub use describe::{Describe, Description, ExactNumber};
pub use eval::{Eval, EvaluatedLine, Evaluation};
pub use experiment::{
    CellScore, CellsOfExperiment, CheckedExperiment, ExpectedTime, ExperimentCell, ExperimentFile,
    ExperimentGame, ExperimentProblem, ExperimentStatus, ExportExperiment, ExportForm, GameOfExperiment,
    LoadFile, PlayerStanding, ReportExperiment, RunExperiment, SampleExperiment, ShippedExperiment, Start,
    StatusOfExperiment, StudyStatus, WrittenReport, WrittenSample, check_experiment, expected_time,
    experiment_schema,
};
pub use games::{Games, NamedGame};
pub use grade::{
    ComparedEntries, EntryGrades, EstimateWithInterval, Grade, Grades, GradesByValue, Plies, PlyGrades,
    PlyPositions, PositionCounts, PositionGrades, ValueGrades,
};
pub use levels::{Levels, LevelsOfGame, NamedLevel};
pub use lines::{Contribution, CountedLine, CountedLines, Lines};
pub use match_play::{Match, MatchResult};
pub use moves::{LegalMoves, Moves};
pub use paper::{Paper, PaperFiles};
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
pub use stored::DecidedTest;
pub use tournament::{AgainstOpponent, CrossTable, RankedPlayer, Tournament};
pub use train::{CurvePoint, Keep, Train, Trained, TrainingResults};
pub use tree::{Tree, TreeChild, TreeNode};
pub use verify::{Verified, Verify};
