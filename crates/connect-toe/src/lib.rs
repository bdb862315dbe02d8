#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod engine;
mod error;
#[cfg(feature = "laboratory")]
#[cfg_attr(docsrs, doc(cfg(feature = "laboratory")))]
pub mod laboratory;

pub use connect_toe_certificate::{Proven, VerifyError, verify};
pub use connect_toe_eval::{Explanation, Key, SettingError, Settings};
pub use connect_toe_game::{Cell, Game, GameSpec, Outcome, Position, Side};
pub use connect_toe_players::own::{Heuristic, Player, Search};
pub use connect_toe_players::{Catalogue, Choice, Entry, EntryError, Played, PlayoutCounts};
pub use connect_toe_search::{MoveValue, SearchProgress, SearchReport, Stopped, Task, Watch};
pub use connect_toe_solve::{Answer, ExactResult, Value};
pub use connect_toe_work::Stop;
pub use engine::{Engine, Score};
pub use error::Error;

/// The rules: descriptions of games, boards, lines, symmetries, text forms.
pub mod game {
    // Games and positions.
    pub use connect_toe_game::{
        Bits, Board, ByCell, BySide, Cell, Game, Geometry, Lines, Outcome, Position, Record, Rules, Segment,
        Side, Step, Threats, Width, Words, with_game,
    };
    // Descriptions of games, and their names.
    pub use connect_toe_game::presets::{PRESETS, Preset};
    pub use connect_toe_game::{
        Edges, End, Face, Faces, GameSpec, Goal, MAX_CELLS, MAX_DIMENSIONS, Overline,
    };
    // Errors.
    pub use connect_toe_game::{
        BoardError, BoardReason, CellError, CompileError, MoveError, MoveReason, ParseSideError, SpecError,
        SpecReason, UnknownName,
    };
    // Symmetries, counts, random games.
    pub use connect_toe_game::{
        Draws, Order, Perft, Playout, Playouts, SplitMix, Symmetries, Symmetry, canonical_form, perft,
        positions_per_ply, symmetries,
    };
}

/// Heuristics: the trait [`Evaluator`](eval::Evaluator), the table of the built-in ones, and learned weights.
pub mod eval {
    pub use connect_toe_eval::learned::{
        Learned, Network, OtherGame, PatternError, Patterns, SealError, Sealed, Training, Tuple,
        WeightsError, shipped, shipped_games,
    };
    pub use connect_toe_eval::{
        Check, Evaluator, Explanation, Heuristic, Key, LineCount, LineCounts, Resources, SettingError,
        Settings, SettingsSyntaxError, Term, WIN,
    };
}

/// Searches: the trait [`Searcher`](search::Searcher), and the table of the built-in ones.
pub mod search {
    pub use connect_toe_search::{
        Algorithm, BuildError, Decided, Exact, Findings, Look, MoveValue, SearchProgress, SearchReport,
        Searcher, Stopped, Task, Want, Watch, unwatched,
    };
}

/// Wins by chains of threats.
pub mod threats {
    pub use connect_toe_threats::{
        CertifyError, Defence, Finding, Found, Order, Threats, Watch, Win, unwatched,
    };
}

/// Exact values: the trait [`Prover`](solve::Prover), and the solver that asks it.
pub mod solve {
    pub use connect_toe_solve::{
        Answer, Bounds, CertifyError, Control, Engine, ExactResult, Interrupted, Memory, MoveAnswer, Moves,
        Phase, PhaseNodes, Prover, Question, Scope, Score, Solver, Value,
    };
}

/// Proofs of exact values, their checker, and what it takes to write one.
pub mod certificate {
    pub use connect_toe_certificate::{
        Broken, Chooser, Claim, Flaw, ParseClaimError, Proven, Statement, Stop, VerifyError, Writer, follow,
        verify,
    };
}

/// Players: a search with settings, written as text, and single games between two of them.
pub mod players {
    pub use connect_toe_players::{
        Allotment, Catalogue, Choice, Entry, EntryError, GameTime, HeuristicSpec, Level, ParseTiesError,
        ParseTimeError, Played, Player, PlayerError, PlayerSpec, PlayoutCounts, SearchPlayer, Stage, Ties,
        TimeControl, play_game, play_random_games,
    };
}

/// Random numbers as players get them: the traits of the crate `rand`, and the generator that games use.
pub mod random {
    pub use connect_toe_players::random::{IndexedRandom, Rng, RngExt, SliceRandom};
    pub use rand::SeedableRng;
    pub use rand_chacha::ChaCha8Rng;
}

/// Requests and answers as the command line and the web page have them, to and from JSON.
///
/// ```
/// use connect_toe::api::{Analyze, Work};
/// let request: Analyze = serde_json::from_str(r#"{"game": "connect-four", "moves": "44"}"#)?;
/// let analysis = request.run(&Work::new())?;
/// assert_eq!(serde_json::to_value(&analysis)?["best"], serde_json::json!(analysis.best));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "api")]
#[cfg_attr(docsrs, doc(cfg(feature = "api")))]
pub mod api {
    // What a request runs with.
    pub use connect_toe_api::{Error, Finding, Observer, Position, Progress, Stop, Work};
    // Requests and their answers.
    pub use connect_toe_api::{
        Analysis, Analyze, AnalyzedLine, AnalyzedMove, Batch, BatchValue, Choose, ChosenMove, Contribution,
        CountedLine, CountedLines, Describe, Description, Eval, EvaluatedLine, Evaluation, ExactNumber,
        ExpectedValue, FoundThreats, Games, LegalMoves, Levels, LevelsOfGame, Lines, MemoryText, Moves,
        NamedGame, NamedLevel, Perft, PerftCounts, PlayoutCounts, Playouts, ProvenResult, ScoreKind,
        Solution, Solve, SolveLines, SolvedLine, SolvedLines, SolvedMove, ThreatLine, Tree, TreeChild,
        TreeNode, ValueBound, ValueBounds, Verified, Verify, WrittenCertificate,
    };
}

/// Experiments: designs of many games, and the runner that plays them.
#[cfg(feature = "laboratory")]
#[cfg_attr(docsrs, doc(cfg(feature = "laboratory")))]
pub mod experiment {
    pub use connect_toe_experiment::{
        Adjudication, Condition, ConditionTally, Ending, Factor, GamePattern, GamePlayed, Level, Limits,
        Load, Openings, Override, Pair, Place, Plan, PlanError, PlayError, PlayerPattern, Protocol, Request,
        Sample, Setting, Study, Tally, check_playable, play,
    };
}

/// Heuristics and players against exact values.
#[cfg(feature = "laboratory")]
#[cfg_attr(docsrs, doc(cfg(feature = "laboratory")))]
pub mod grade {
    pub use connect_toe_grade::{
        Comparison, Counts, Entry, EntryGrades, Estimate, ExactValues, ExactValuesError, Grade, GradeError,
        Grading, Opinion, PlyCounts, Progress, Request, ValuesInMemory, grade,
    };
}

/// Statistics of games: scores, Elo, ratings, sequential tests.
#[cfg(feature = "laboratory")]
#[cfg_attr(docsrs, doc(cfg(feature = "laboratory")))]
pub mod stats {
    pub use connect_toe_stats::{
        Anchor, Confidence, Difference, EloEstimate, EloModel, Estimate, GameResult, Interval, Mean,
        PairComparison, Pairing, Pentanomial, RankCorrelation, Rating, RatingOptions, Ratings, RatingsError,
        SampleSize, ScoreComparison, ScoreCounts, Sprt, SprtError, SprtRun, Verdict, Wdl, binomial_test,
        clopper_pearson, compare_all, compare_scores, difference, elo_difference, elo_of_score, holm,
        kendall_tau, likelihood_of_superiority, likelihood_of_superiority_of_pairs, normalized_elo,
        rate_players, score_interval, score_of_elo, score_test, sign_flip_test, spearman_rho, wilson,
    };
}

/// Self-play that learns weights of patterns, for the heuristic `learned`.
#[cfg(feature = "learn")]
#[cfg_attr(docsrs, doc(cfg(feature = "learn")))]
pub mod learn {
    pub use connect_toe_learn::{
        CheckpointError, Choose, LearnError, Learner, Method, ParseMethodError, Perfect, Settings, one_ply,
    };
}
