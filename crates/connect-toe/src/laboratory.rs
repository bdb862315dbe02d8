//! Matches, tournaments, experiments, grades, training, data sets.

use std::fmt;
use std::io::Write;

use connect_toe_game::Game;

use crate::engine::Engine;

pub use connect_toe_api::{Crew, Error, Finding, Observer, Progress, Work};
pub use connect_toe_laboratory::{
    AgainstOpponent, CellScore, CheckedExperiment, CrossTable, CurvePoint, DataSet, DataSetMade, DataSetPly,
    DecidedTest, Elo, EntryGrades, ExperimentFile, ExperimentStatus, ExportExperiment, ExportForm,
    GameCounts, Grade, Grades, Keep, Match, MatchResult, NashRating, Paper, PlayerStanding, RankedPlayer,
    Rating, RatingFit, ReportExperiment, RunExperiment, SequentialTest, Start, StatusOfExperiment,
    StudyStatus, TestVerdict, Tournament, Train, Trained, TrainingResults, TruthOfElo, TruthVerdict,
    WinInCircle, WithSide, WrittenReport, check_experiment,
};

/// The engine's threads, catalogue and stop, for requests. [`Work::observed_by`] adds an observer of the progress.
impl From<&Engine> for Work {
    fn from(engine: &Engine) -> Work {
        let work = Work::new().with_threads(engine.threads()).with_catalogue(engine.catalogue().clone());
        work.with_stop(engine.stop().clone())
    }
}

/// What the feature `laboratory` adds. Other requests run with the engine's [`Work`]:
///
/// ```
/// use connect_toe::Engine;
/// use connect_toe::laboratory::{Train, Work};
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("weights").display().to_string();
/// let request = Train { games: Some(200), judge: Some(0), grade: Some(0), ..Train::new("tic-tac-toe", file) };
/// let trained = request.run(&Work::from(&Engine::new().with_threads(1)))?;
/// assert_eq!(trained.games, 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Engine {
    /// Plays many games of two players on all threads; they take turns at moving first. The result follows from the seed,
    /// not from the number of threads. [`Match`] has more options.
    ///
    /// `openings` are the positions from which the games start, both games of a pair from the same: `auto` (a few random
    /// plies, unless a player is `random`, so that players do not repeat the same games), `none` (the empty board), or
    /// others of [`Match::openings`].
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let game: Game = "tic-tac-toe".parse()?;
    /// let result = Engine::new().play_match(&game, "perfect", "random", "none", 60, 1)?;
    /// assert_eq!((result.games, result.losses), (60, 0));
    /// assert!(result.score_interval[0] > 0.5, "better than random moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A text does not name a player, there are no games, or a stop came before the first game had ended.
    ///
    /// # Panics
    /// A search or player of the catalogue panics, or gives a move that is not legal.
    pub fn play_match(
        &self,
        game: &Game,
        player: &str,
        opponent: &str,
        openings: &str,
        games: u64,
        seed: u64,
    ) -> Result<MatchResult, Error> {
        let request = Match::new(game.spec().to_string(), player, opponent);
        Match { openings: openings.to_owned(), games: Some(games), seed, ..request }.run(&Work::from(self))
    }

    /// Plays a round robin: every player meets every other one in this number of games. For `openings` see
    /// [`play_match`](Engine::play_match). [`Tournament`] has more options.
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let game: Game = "tic-tac-toe".parse()?;
    /// let table = Engine::new().play_tournament(&game, &["random", "two-ply", "perfect"], "none", 20, 1)?;
    /// assert_eq!(table.ranking[2].player, "random");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`play_match`](Engine::play_match); fewer than two players, or one twice.
    ///
    /// # Panics
    /// As [`play_match`](Engine::play_match).
    pub fn play_tournament(
        &self,
        game: &Game,
        players: &[&str],
        openings: &str,
        games: u64,
        seed: u64,
    ) -> Result<CrossTable, Error> {
        let request = Tournament::new(game.spec().to_string(), players.iter().copied());
        Tournament { openings: openings.to_owned(), games, seed, ..request }.run(&Work::from(self))
    }
}

/// An experiment: a file that says what is played, and a results file beside it, which keeps every pair of games.
///
/// ```
/// use connect_toe::Engine;
/// use connect_toe::laboratory::{Experiment, Work};
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("look-ahead.toml");
/// std::fs::write(&file, r#"
///     games_per_cell = 20
///     [[study]]
///     name = "look-ahead"
///     game = "3x3:3"
///     player = "alpha-beta:depth={1..2},eval=open-lines"
///     opponent = "random"
/// "#)?;
/// let work = Work::from(&Engine::new());
/// let status = Experiment::new(file.display().to_string()).run(&work)?;
/// assert!(status.done && status.games == 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Experiment(ExperimentFile);

impl Experiment {
    /// The experiment of a file. Nothing is read yet.
    pub fn new(file: impl Into<String>) -> Experiment {
        Experiment(ExperimentFile::new(file))
    }

    /// Sets a variable of the file, `seed`, `games_per_cell`, `first` or `study`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Experiment {
        self.0.set.push(format!("{name}={value}"));
        self
    }

    /// Sets the file of the results.
    #[must_use]
    pub fn with_results(mut self, file: impl Into<String>) -> Experiment {
        self.0.results = Some(file.into());
        self
    }

    /// Plays the games that are missing. A stop keeps what was played by then, and the next run goes on from there.
    ///
    /// # Errors
    /// A file that cannot be used, a player that the catalogue of `work` does not know, a game that cannot be played.
    ///
    /// # Panics
    /// A search or player of the catalogue panics, or gives a move that is not legal. What was played before is kept.
    pub fn run(&self, work: &Work) -> Result<ExperimentStatus, Error> {
        RunExperiment { start: Start::Either, ..RunExperiment::new(self.0.clone()) }.run(work)
    }

    /// How far the experiment has come, and who leads.
    ///
    /// # Errors
    /// A file that cannot be used, or no results yet.
    pub fn status(&self, work: &Work) -> Result<ExperimentStatus, Error> {
        StatusOfExperiment { file: self.0.clone() }.run(work)
    }

    /// Writes the report into a folder: a page to read, and the same contents as Markdown, LaTeX, CSV and JSON. The summary
    /// of what is returned opens with the answer.
    ///
    /// # Errors
    /// As [`status`](Experiment::status); a folder that cannot be written.
    pub fn report(&self, work: &Work, folder: impl Into<String>) -> Result<WrittenReport, Error> {
        ReportExperiment { file: self.0.clone(), out: Some(folder.into()), with_links: false }.run(work)
    }

    /// Writes every game to `out`, as a table of comma-separated values.
    ///
    /// # Errors
    /// As [`status`](Experiment::status); those of `out`.
    pub fn export(&self, work: &Work, out: impl Write) -> Result<(), Error> {
        ExportExperiment { file: self.0.clone(), form: ExportForm::Csv }.run(work, out)
    }
}
