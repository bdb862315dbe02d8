#![doc = include_str!("../README.md")]

mod cautions;
mod crew;
mod meeting;
mod numbers;
mod runner;
mod score;
mod sequential;
mod shell;
mod stored;

mod atlas;
mod calibrate;
mod dataset;
mod experiment;
mod grade;
mod match_play;
mod paper;
mod rate;
#[cfg(feature = "schema")]
mod schema;
mod shard;
mod statistics;
mod tournament;
mod train;
mod truth;
mod tune;

pub use crew::open_task;
pub use numbers::{Elo, Rating, SequentialTest, TestVerdict};
pub use score::{GameCounts, WithSide};

pub use atlas::{
    AtlasExample, AtlasFinding, AtlasForm, AtlasGame, AtlasMap, AtlasReport, AtlasStatus, BuildAtlas,
    ExportAtlas, ListAtlas, ShowAtlas, StatusOfAtlas, WrittenAtlasReport,
};
pub use calibrate::{Calibrate, Calibration, CalibrationBin, CalibrationRange};
pub use connect_toe_paper::PaperResults;
pub use connect_toe_stats::EloModel;
pub use dataset::{DataSet, DataSetMade, DataSetPly};
pub use experiment::{
    CellScore, CheckedExperiment, ExpectedTime, ExperimentCell, ExperimentExtent, ExperimentFile,
    ExperimentGame, ExperimentProblem, ExperimentStanding, ExperimentStatus, ExportExperiment, ExportForm,
    GameOfExperiment, LoadFile, PlayerStanding, ReportExperiment, RunExperiment, RunMoment, SampleExperiment,
    ShippedExperiment, ShowRun, Start, StatusOfExperiment, StudyStatus, WrittenReport, WrittenSample,
    check_experiment, expected_time, experiment_schema,
};
pub use grade::{
    ComparedEntries, EntryGrades, EstimateWithInterval, Grade, Grades, GradesByValue, Plies, PlyGrades,
    PlyPositions, PositionCounts, PositionGrades, ValueGrades,
};
pub use match_play::{Match, MatchResult};
pub use paper::{Paper, PaperFiles};
pub use rate::{RatePayoffs, RateTable, RatedPayoffs, RatedPlayer, RatedTable};
#[cfg(feature = "schema")]
pub use schema::all_schemas;
pub use shard::{MergeShards, MergedShards, RunShard, Shard, pair_range};
pub use statistics::{
    ComparedScores, Counts, PlannedGames, Shown, Statistics, TwoNumbers, confidence, elo_to_plan_for,
};
pub use stored::DecidedTest;
pub use tournament::{AgainstOpponent, CrossTable, RankedPlayer, Tournament};
pub use train::{CurvePoint, Keep, Train, Trained, TrainingResults};
pub use truth::{NashRating, RatingFit, TruthOfElo, TruthVerdict, WinInCircle};
pub use tune::{Tune, Tuned, TunedSetting, TuningStep, TuningVerdict};
