#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod engine;
mod error;
#[cfg(feature = "laboratory")]
#[cfg_attr(docsrs, doc(cfg(feature = "laboratory")))]
pub mod laboratory;

pub use connect_toe_certificate::{Proven, VerifyError, verify};
pub use connect_toe_eval::{Explanation, Judgements, Key, SettingError, Settings};
pub use connect_toe_game::{Cell, Game, GameSpec, Outcome, Position, Side};
pub use connect_toe_players::own::{Heuristic, Player, Search};
pub use connect_toe_players::{Catalogue, Choice, Entry, EntryError, Played, PlayoutCounts};
pub use connect_toe_search::{MoveValue, SearchProgress, SearchReport, Stopped, Task, Watch, Worth};
pub use connect_toe_solve::{Answer, ExactResult, Value};
pub use connect_toe_work::Stop;
pub use engine::{Engine, Score};
pub use error::Error;

/// The rules: descriptions of games, boards, lines, symmetries, text forms.
///
/// A [`GameSpec`] is a description that may still be wrong. [`Rules`](game::Rules) are its tables for one bitboard type, a
/// [`Board`](game::Board) is a position, which is copied and not changed.
///
/// ```
/// use connect_toe::game::{Bits, Faces, GameSpec, Rules, perft, symmetries};
/// let spec = GameSpec::new([3, 3], 3, Faces::Free);
/// let rules = Rules::<u64>::compile(&spec)?;
/// let (board, centre) = (rules.start(), rules.geometry().parse_cell("b2")?);
/// let after = rules.play(&board, centre);
/// assert_eq!((rules.legal(&board).count(), rules.legal(&after).count()), (9, 8));
/// assert_eq!(perft(&rules, &board, 3).leaves, [1, 9, 72, 504]);
/// assert_eq!(symmetries(&spec)?.order().to_u64(), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod game {
    // Games and positions.
    pub use connect_toe_game::{
        BitSet, Bits, Board, ByCell, BySide, Cell, Course, Game, Geometry, Hypergraph, Lines, MovesToPlay,
        Outcome, Position, Record, Rules, Segment, Side, Step, Threats, Width, Words, with_game,
    };
    // Sets of cells from numbers, and back.
    pub use connect_toe_game::stretches::Stretches;
    // Many games at once.
    pub use connect_toe_game::{Observations, Planes, Restart, SideBySide, Steps};
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
        BoardTurn, Draws, ListedSymmetries, Order, Perft, Playout, Playouts, SplitMix, Symmetries, Symmetry,
        WhichSymmetries, canonical_form, perft, symmetries,
    };
}

/// Heuristics: the trait [`Evaluator`](eval::Evaluator), the table of the built-in ones, and learned weights.
///
/// ```
/// use connect_toe::eval::{Heuristic, Settings, shipped_games};
/// let names: Vec<&str> = Heuristic::all().iter().map(|row| row.name).collect();
/// assert!(names.contains(&"open-lines") && names.contains(&"runs"));
/// assert!(shipped_games().any(|game| game == "7x6:4:-2"));
///
/// let settings: Settings = "depth=3,eval=runs".parse()?;
/// assert_eq!(settings.text("eval"), Some("runs"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod eval {
    pub use connect_toe_eval::learned::{
        Learned, Network, OtherGame, PatternError, Patterns, SealError, Sealed, Training, Tuple, Weights,
        WeightsError, shipped, shipped_games,
    };
    pub use connect_toe_eval::{
        Check, Evaluator, Explanation, Heuristic, Judge, Judgements, Key, LineCount, LineCounts, Measure,
        Resources, SettingError, Settings, SettingsSyntaxError, Term, WIN,
    };
}

/// Searches: the trait [`Searcher`](search::Searcher), and the table of the built-in ones.
///
/// ```
/// use connect_toe::game::Rules;
/// use connect_toe::search::{Algorithm, Task, Want, unwatched};
/// let rules = Rules::<u64>::compile(&"tic-tac-toe".parse()?)?;
/// let board = rules.parse_board("xox/oox/___", None)?;
/// let moves = rules.legal_moves(&board);
/// let mut search = Algorithm::find("alpha-beta")?.build(&rules, &"depth=9".parse()?)?;
/// let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: false };
/// let report = search.search(&rules, &board, &task, &mut unwatched);
/// assert_eq!(rules.moves_text(&report.best), "c1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod search {
    pub use connect_toe_search::{
        Algorithm, BuildError, Exact, Findings, Guided, Look, Meaning, MoveValue, SearchProgress,
        SearchReport, Searcher, Stopped, Task, Want, Watch, Worth, unwatched,
    };
}

/// Wins by chains of threats.
pub mod threats {
    pub use connect_toe_threats::{
        CertifyError, Defence, Finding, Found, Order, Threats, Watch, Win, unwatched,
    };
}

/// Exact values: the trait [`Prover`](solve::Prover), and the solver that asks it.
///
/// ```
/// use connect_toe::game::Rules;
/// use connect_toe::solve::{Control, ExactResult, Memory, Question, Scope, Solver};
/// let rules = Rules::<u64>::compile(&"4x4:3".parse()?)?;
/// let board = rules.start();
/// let mut solver = Solver::new(rules, Memory(1 << 20), 1);
/// let who_wins = Question { weak: true, scope: Scope::Value, ..Question::default() };
/// let answer = solver.solve(&board, who_wins, &Control::new(), |_| {});
/// assert_eq!(answer.result(), Some(ExactResult::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod solve {
    pub use connect_toe_solve::{
        Answer, Book, BookError, Bounds, Budget, CertifyError, Control, CountError, CountProgress, Engine,
        ExactResult, Interrupted, Memory, Missing, MoveAnswer, Moves, Phase, PhaseNodes, PositionCounts,
        Progress, Prover, Question, Scope, Score, Solver, Value, count_positions,
    };
}

/// Proofs of exact values, their checker, and what it takes to write one.
///
/// ```
/// use connect_toe::certificate::{Statement, verify};
/// use connect_toe::{Engine, Side};
/// let mut proof = Vec::new();
/// Engine::new().prove(&"3x3:3".parse()?, &mut proof)?;
/// let claims = verify(&proof[..])?.claims;
/// assert!(claims.iter().all(|claim| claim.statement == Statement::DoesNotLose));
/// assert_eq!(claims.len(), Side::ALL.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod certificate {
    pub use connect_toe_certificate::{
        Broken, Choice, Chooser, Claim, Flaw, Leaf, ParseClaimError, Proven, Statement, Stop, VerifyError,
        Writer, follow, verify,
    };
}

/// Players: a search with settings, written as text, and single games between two of them.
///
/// ```
/// use connect_toe::players::{Catalogue, Level, PlayerSpec, Ties};
/// let player: PlayerSpec = "alpha-beta:depth=8,eval=runs,ties=first".parse()?;
/// assert_eq!((player.name(), player.ties()), ("alpha-beta", Ties::First));
/// let names: Vec<&str> = Catalogue::new().players().iter().map(|entry| entry.name).collect();
/// assert!(names.contains(&"monte-carlo") && names.contains(&"best"));
/// // Levels are players for people, from the weakest to the strongest.
/// let beginner = Level::find("beginner").expect("is a level").player(&"connect-four".parse()?)?;
/// assert_eq!(beginner.name(), "best");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    pub use connect_toe_api::{Error, Finding, Observer, Position, Progress, Work};
    // Requests and their answers.
    pub use connect_toe_api::{
        Analysis, Analyze, AnalyzedLine, AnalyzedMove, Choose, ChosenMove, Contribution, CountedLine,
        CountedLines, Describe, Description, Eval, EvaluatedLine, Evaluation, ExactNumber, ExpectedValue,
        FoundThreats, Games, LegalMoves, Levels, LevelsOfGame, Lines, MemoryText, Moves, NamedGame,
        NamedLevel, Perft, PerftCounts, PlayoutCounts, Playouts, ProvenResult, ScoreKind, SideNames,
        Solution, Solve, SolveLines, SolvedLine, SolvedLines, SolvedMove, ThreatLine, Tree, TreeChild,
        TreeNode, TurnStones, ValueBound, ValueBounds, Verified, Verify, WrittenCertificate,
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
    // Sets of positions to train on.
    pub use connect_toe_grade::{
        Columns, Distribution, Known, LabelProgress, LabelRequest, Labels, MOST_POSITIONS, Split, Splits,
        label, position_key,
    };
}

/// Statistics of games: scores, Elo, ratings, sequential tests.
#[cfg(feature = "laboratory")]
#[cfg_attr(docsrs, doc(cfg(feature = "laboratory")))]
pub mod stats {
    pub use connect_toe_stats::{
        Anchor, Beats, Circles, Confidence, Deviation, Difference, EloEstimate, EloModel, EloTruth, Estimate,
        Fit, GameResult, Interval, Mean, Meeting, NashAverage, PairComparison, Pairing, Payoffs,
        PayoffsError, Pentanomial, RankCorrelation, Rating, RatingOptions, Ratings, RatingsError, SampleSize,
        ScoreComparison, ScoreCounts, Selection, SelectionError, Sprt, SprtError, SprtRun, Transitivity,
        Verdict, Wdl, alpha_rank, binomial_test, clopper_pearson, compare_all, compare_scores, difference,
        elo_difference, elo_of_score, holm, kendall_tau, likelihood_of_superiority,
        likelihood_of_superiority_of_pairs, nash_average, normalized_elo, rate_players, score_interval,
        score_of_elo, score_test, sign_flip_test, spearman_rho, transitivity, wilson,
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

/// Thousands of games that one call steps on all cores, and games that play themselves with a network.
#[cfg(feature = "vector")]
#[cfg_attr(docsrs, doc(cfg(feature = "vector")))]
pub mod vector {
    pub use connect_toe_vector::{
        Examples, Observations, Planes, Restart, Seen, SelfPlay, SelfPlayOptions, Stepped, Steps,
        ThreadPoolBuildError, VectorGame,
    };
}
