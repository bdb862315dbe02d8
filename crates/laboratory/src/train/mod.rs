//! `train`: weights that a program learns by playing against itself.

mod curve;
mod kept;

use std::sync::Arc;
use std::time::{Duration, Instant};

use connect_toe_api::{DEFAULT_SEED, Error, Fault, Hint, Progress, Work, game};
use connect_toe_game::{Bits, Game, Rules, with_game};
use connect_toe_learn::{Method, Settings};
use connect_toe_stats::numbers::percent;
use serde::{Deserialize, Serialize};

use curve::Measure;
pub use curve::{CurvePoint, TrainingResults};
use kept::Kept;

/// Asks for weights that a program learns by playing a game against itself.
///
/// The weights are written to a file, for `eval=learned,file=FILE`. Beside it are, with more at the end of the name, what
/// it takes to go on (`.training`), and how strong the weights were after how many games (`.curve.json`, `.curve.csv`,
/// `.curve.svg`). A request for a file whose learning was stopped goes on with it.
///
/// ```
/// use connect_toe_api::{Analyze, Work, catalogue_with_files};
/// use connect_toe_laboratory::Train;
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("weights").display().to_string();
/// let train = Train { games: Some(2000), ..Train::new("tic-tac-toe", &file) };
/// let trained = train.run(&Work::new().with_threads(1))?;
/// assert_eq!((trained.games, trained.weights), (2000, 2 * 19_683));
///
/// let work = Work::new().with_catalogue(catalogue_with_files());
/// let player = format!("alpha-beta:depth=2,eval=learned,file={file}");
/// let analysis = Analyze { player, ..Analyze::new("tic-tac-toe") }.run(&work)?;
/// assert_eq!(analysis.moves.len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Train {
    /// Game text or a preset's name.
    pub game: String,
    /// The file for the weights.
    pub out: String,
    /// The games to play in all, those of earlier runs included; by default 100,000 unless there is a time.
    #[serde(default)]
    pub games: Option<u64>,
    /// The time to learn for in all, such as `15m`, that of earlier runs included. Measuring takes time besides.
    #[serde(default)]
    pub time: Option<String>,
    /// The seed of the patterns and the games.
    #[serde(default = "connect_toe_api::default_seed")]
    pub seed: u64,
    /// What is learned, and how: weights of patterns, with steps by `tc`, `tc-exponential` or `td`, or a line network by
    /// `lines`.
    #[serde(default)]
    pub method: Option<String>,
    /// The number of patterns. A line network has none.
    #[serde(default)]
    pub tuples: Option<u32>,
    /// The cells of a pattern. A line network has none.
    #[serde(default)]
    pub length: Option<u32>,
    /// How much of an error reaches the position one move earlier (λ).
    #[serde(default)]
    pub decay: Option<f64>,
    /// The part of an error that a position's value moves by while all weights take full steps; of a line network, the
    /// size of Adam's steps.
    #[serde(default)]
    pub rate: Option<f64>,
    /// The probability of a random move.
    #[serde(default)]
    pub exploration: Option<f64>,
    /// The most random plies that a game begins with.
    #[serde(default)]
    pub random_plies: Option<u32>,
    /// Whether the value of the heuristic `runs` is one more pattern.
    #[serde(default)]
    pub runs: bool,
    /// For a line network: the nodes of the search that chooses the moves of self-play and says what positions are worth; by
    /// default 0, which looks one ply ahead.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// For a line network: the weights to begin with, a file or a game whose weights come with the program.
    #[serde(default)]
    pub from: Option<String>,
    /// Games against perfect play, each as first and as second player, whenever the strength is measured; by default 200
    /// if the solver solves the game at once, else 0.
    #[serde(default)]
    pub judge: Option<u64>,
    /// Random positions of each ply on which the moves are compared with exact values, whenever the strength is measured, from
    /// the last ply back as far as nine tenths of them can be solved; by default 50 if the solver solves the game at once
    /// and `judge` is not given, else 0.
    #[serde(default)]
    pub grade: Option<u32>,
    /// Which weights the file holds; by default as before if it exists, else the last.
    #[serde(default)]
    pub keep: Option<Keep>,
    /// Whether learning that was stopped is thrown away, and begins anew.
    #[serde(default)]
    pub restart: bool,
}

/// Which weights are written to the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Keep {
    /// Those after the last game.
    #[default]
    Last,
    /// Those of the measurement with the best result, of equal ones the later: see [`CurvePoint::strength`].
    Best,
}

/// What was learned, and how strong it was on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trained {
    /// Canonical game text.
    pub game: String,
    /// The file with the weights.
    pub file: String,
    /// Games played to learn from.
    pub games: u64,
    /// Those after which the weights were as they are in the file: fewer, if an earlier measurement was better and its
    /// weights are kept.
    #[serde(default)]
    pub games_of_weights: u64,
    /// Which weights those are.
    #[serde(default)]
    pub keep: Keep,
    /// How long they took, without the time for measuring.
    pub seconds: f64,
    /// The method with its settings.
    pub method: String,
    /// The seed of the patterns and the games.
    pub seed: u64,
    /// The patterns, or the states of views of a line network; those that are images of each other count once.
    pub tuples: u64,
    /// The places that the patterns lie in, each of which adds one weight to a position's value; or all views of a line
    /// network.
    pub places: u64,
    /// All weights.
    pub weights: u64,
    /// Whether the same requests give the same weights: their number does not depend on a time, and games were played on one
    /// thread or taught a line network.
    pub reproducible: bool,
    /// How strong the weights were, one ply ahead, after how many games.
    pub curve: Vec<CurvePoint>,
    /// Whether the run was stopped; the same request goes on with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// When learning ends.
#[derive(Clone, Copy, Debug)]
struct End {
    games: Option<u64>,
    seconds: Option<f64>,
}

impl End {
    /// The part of the learning that is done, from 0 to 1.
    fn share(self, games: u64, seconds: f64) -> f64 {
        let of_games = self.games.map_or(0.0, |end| games as f64 / end as f64);
        let of_seconds = self.seconds.map_or(0.0, |end| seconds / end);
        of_games.max(of_seconds)
    }
}

/// The number of times that the strength is measured.
const MEASUREMENTS: f64 = 20.0;
/// The time between two writes of what has been learned, without the time that writing takes.
const SAVE_EVERY: Duration = Duration::from_secs(5);
/// Writing large weights takes one part in this number of the time.
const SAVE_SHARE: u32 = 20;
/// Games are played in rounds of about this number of seconds.
const ROUND: f64 = 0.25;

impl Train {
    /// The games if the request names neither games nor a time.
    pub const GAMES: u64 = 100_000;
    /// The largest number of games.
    pub const MOST_GAMES: u64 = 1_000_000_000_000;
    /// The largest number of nodes of the search that plays.
    pub const MOST_NODES: u64 = Settings::MOST_NODES;

    /// Learning with the default settings.
    pub fn new(game: impl Into<String>, out: impl Into<String>) -> Train {
        Train {
            game: game.into(),
            out: out.into(),
            games: None,
            time: None,
            seed: DEFAULT_SEED,
            method: None,
            tuples: None,
            length: None,
            decay: None,
            rate: None,
            exploration: None,
            random_plies: None,
            runs: false,
            nodes: None,
            from: None,
            judge: None,
            grade: None,
            keep: None,
            restart: false,
        }
    }

    /// Learns, and writes what was learned. With one thread and a number of games the weights are the same each time.
    ///
    /// # Errors
    /// A text that is not a game or a time, a setting out of its range, a game that cannot be learned, files that cannot be
    /// written or belong to other learning.
    pub fn run(&self, work: &Work) -> Result<Trained, Error> {
        let game = game(&self.game)?;
        with_game!(&game, record => self.run_with(&game, record.rules(), work))
    }

    fn run_with<B: Bits>(&self, game: &Game, rules: &Rules<B>, work: &Work) -> Result<Trained, Error> {
        let settings = self.settings(rules.geometry().cells().len())?;
        let end = self.end()?;
        let mut kept = Kept::open(self, rules, settings, work)?;
        let threads = work.threads();
        let is_shared = settings.method != Method::Lines;
        if threads > 1 && is_shared {
            work.notice(
                "several threads share the weights, which come out different each time; one thread gives the same \
                 weights each time",
            );
        }
        if end.share(kept.learner.games(), kept.seconds) >= 1.0 {
            work.notice("this training is complete: to go on, give it more games or a longer time");
        }
        let stop = work.stop().part();
        let is_stopped = || stop.is_requested();
        let mut measure = Measure::new(game, rules, self, work);
        let mut round = 1_u64;
        let mut saved = Instant::now();
        let mut save_every = SAVE_EVERY;
        let (mut learning, mut measuring) = (0.0, 0.0);
        while !is_stopped() && end.share(kept.learner.games(), kept.seconds) < 1.0 {
            let left = end.games.map_or(u64::MAX, |games| games - kept.learner.games());
            let start = Instant::now();
            let played = kept.learner.play(kept.learner.whole(round).min(left), threads, &stop);
            let seconds = start.elapsed().as_secs_f64();
            kept.seconds += seconds;
            learning += seconds;
            kept.reproducible &= (threads <= 1 || !is_shared) && end.seconds.is_none();
            let fitting = played as f64 / seconds.max(1e-9) * ROUND.min(end.seconds.unwrap_or(ROUND) / 4.0);
            round = (fitting as u64).clamp(1, 4 * round);
            Standing::of(&kept, end).show(work, None);
            let share = end.share(kept.learner.games(), kept.seconds);
            // On a large board a measurement takes long. If the time is given, measuring takes no more of it than
            // learning, apart from the first and the last measurement.
            let is_affordable = end.seconds.is_none() || share >= 1.0 || measuring <= learning;
            let is_due = is_affordable
                && (share * MEASUREMENTS).floor() > (kept.share_measured(end) * MEASUREMENTS).floor();
            // Before a measurement, which can take long.
            if saved.elapsed() > save_every {
                let start = Instant::now();
                kept.save(work)?;
                saved = Instant::now();
                save_every = SAVE_EVERY.max(SAVE_SHARE * start.elapsed());
            }
            if is_due && !is_stopped() {
                let start = Instant::now();
                let weights = Arc::new(kept.learner.weights());
                match measure.point(Standing::of(&kept, end), &weights, kept.seconds) {
                    Ok(point) => kept.measured(point, weights),
                    Err(Error::Interrupted) => {}
                    Err(error) => return Err(error),
                }
                measuring += start.elapsed().as_secs_f64();
            }
        }
        kept.save(work)?;
        let is_done = end.share(kept.learner.games(), kept.seconds) >= 1.0;
        Ok(Trained { partial: !is_done, ..kept.answer() })
    }

    fn settings(&self, cells: usize) -> Result<Settings, Error> {
        let method = self.method.as_deref().map(str::parse::<Method>).transpose();
        let method = method.map_err(Error::wrong("method"))?;
        let by_default = match method {
            Some(Method::Lines) => Settings::for_lines(cells),
            _ if self.runs => Settings::for_cells(cells).on_runs(),
            _ => Settings::for_cells(cells),
        };
        let part = |value: Option<f64>, by_default: f32| value.map_or(by_default, |value| value as f32);
        let settings = Settings {
            method: method.unwrap_or(by_default.method),
            seed: self.seed,
            tuples: self.tuples.unwrap_or(by_default.tuples),
            length: self.length.unwrap_or(by_default.length),
            decay: part(self.decay, by_default.decay),
            rate: part(self.rate, by_default.rate),
            exploration: part(self.exploration, by_default.exploration),
            random_plies: self.random_plies.unwrap_or(by_default.random_plies),
            nodes: self.nodes.unwrap_or(by_default.nodes),
            ..by_default
        };
        let given = [
            ("tuples", self.tuples.is_some(), false),
            ("length", self.length.is_some(), false),
            ("runs", self.runs, false),
            ("nodes", self.nodes.is_some(), true),
            ("from", self.from.is_some(), true),
        ];
        let is_lines = settings.method == Method::Lines;
        let other = |&&(_, is_given, of_lines): &&(_, bool, bool)| is_given && of_lines != is_lines;
        if let Some((field, ..)) = given.iter().find(other) {
            let message = if is_lines {
                "is a setting of patterns, and a line network has none"
            } else {
                "is a setting of line networks, and patterns have none"
            };
            let hint = if is_lines {
                Hint::either(
                    "leave it out, or learn patterns with another --method",
                    "leave it out, or learn patterns with another method",
                )
            } else {
                Hint::either("leave it out, or give --method lines", "leave it out, or give method=\"lines\"")
            };
            return Err(
                Error::of_field(Fault::WrongField, field, format!("{field} {message}")).with_hint(hint)
            );
        }
        if settings.random_plies as usize >= cells {
            let message =
                format!("after {} random plies a board of {cells} cells is full", settings.random_plies);
            return Err(Error::of_field(Fault::WrongField, "random_plies", message).with_hint(Hint::of(
                |option| {
                    format!(
                        "give {} a smaller number, so that games have moves to learn from",
                        option("random_plies")
                    )
                },
            )));
        }
        match settings.problem() {
            Some(problem) => Err(Error::because(Fault::WrongField, problem)),
            None => Ok(settings),
        }
    }

    fn end(&self) -> Result<End, Error> {
        if self.games.is_some_and(|games| !(1..=Train::MOST_GAMES).contains(&games)) {
            let most = Train::MOST_GAMES;
            return Err(Error::of_field(
                Fault::WrongField,
                "games",
                format!("the number of games must lie between 1 and {most}"),
            ));
        }
        let time = self.time.as_deref().map(|text| {
            let time = humantime::parse_duration(text).ok().filter(|time| !time.is_zero());
            let wrong = || {
                Error::of_field(
                    Fault::WrongField,
                    "time",
                    format!("`{text}` is not a time: write 90s, 15m or 1h30m"),
                )
            };
            time.map(|time| time.as_secs_f64()).ok_or_else(wrong)
        });
        let seconds = time.transpose()?;
        let games = self.games.or(seconds.is_none().then_some(Train::GAMES));
        Ok(End { games, seconds })
    }
}

/// How far the learning has come.
#[derive(Clone, Copy, Debug)]
struct Standing {
    games: u64,
    end: Option<u64>,
    /// The newest score against `runs`.
    score: Option<f64>,
}

impl Standing {
    fn of<B: Bits>(kept: &Kept<B>, end: End) -> Standing {
        let score = kept.curve.last().and_then(|point| point.runs.score());
        Standing { games: kept.learner.games(), end: end.games, score }
    }

    /// Shows it, and what is being done now.
    fn show(self, work: &Work, now: Option<&str>) {
        let Standing { games: done, end: total, score } = self;
        let score = || score.map(|score| format!("{} % against runs", percent(score)));
        let detail = || score().into_iter().chain(now.map(str::to_owned)).collect::<Vec<_>>().join(", ");
        work.progress(&Progress { done, total, unit: "games", detail: &detail });
    }
}
