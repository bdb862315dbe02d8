//! `experiment run` and `experiment resume`: playing an experiment's games into its results file.

use std::path::Path;
use std::time::Instant;

use connect_toe_api::{Error, Fault, Hint, VERSION, Work};
use connect_toe_experiment::{Forfeits, Plan, Tally};
use connect_toe_results::{Opened, ResultsError, ResultsFile};
use serde::{Deserialize, Serialize};

use super::standing::{ExperimentStanding, RunMoment, ShowRun};
use super::status::{ExperimentStatus, RecordedRuns};
use super::{ExperimentFile, PlanFile, run_error};
use crate::runner::{Store, play_missing};
use crate::shell::CommandLine;
use crate::stored::{DecidedTest, results_error, watched};

/// Asks for an experiment's games to be played.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::{ExperimentFile, RunExperiment};
/// let folder = tempfile::tempdir().expect("a folder");
/// let file = folder.path().join("e.toml");
/// let text = "games_per_cell = 10\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"two-ply\"\nopponent = \"random\"\n";
/// std::fs::write(&file, text).expect("is written");
/// let run = RunExperiment::new(ExperimentFile::new(file.display().to_string()));
/// let status = run.run(&Work::new())?;
/// assert!(status.done && status.games == 10);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RunExperiment {
    /// The experiment and its results.
    #[serde(flatten)]
    pub file: ExperimentFile,
    /// Whether there may be results already.
    #[serde(default)]
    pub start: Start,
    /// Whether to add to results of another version of this program, whose players may play differently.
    #[serde(default)]
    pub any_version: bool,
}

/// Whether a run begins the results of an experiment or goes on with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Start {
    /// Begin: there must be no results yet.
    #[default]
    New,
    /// Go on with results, which must exist.
    Resume,
    /// Go on with results if they exist, and begin otherwise.
    Either,
}

impl RunExperiment {
    /// The first run of an experiment.
    pub fn new(file: ExperimentFile) -> RunExperiment {
        RunExperiment { file, start: Start::New, any_version: false }
    }

    /// Plays the games that are missing, and returns how far the experiment has come. If the run is stopped, the
    /// results file has what was played by then. A match that ended with the verdict of a sequential test is not played
    /// on.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used; a game that cannot be played.
    pub fn run(&self, work: &Work) -> Result<ExperimentStatus, Error> {
        Ok(self.run_shown(work, &|_| {})?.status)
    }

    /// Plays as [`run`](RunExperiment::run) does, calls `show` often, and returns how every cell stands, too.
    ///
    /// # Errors
    /// As [`run`](RunExperiment::run).
    pub fn run_shown(&self, work: &Work, show: ShowRun<'_>) -> Result<ExperimentStanding, Error> {
        let file = self.file.read_to_play(work)?;
        let path = self.file.results_of(&file);
        let results = match self.start {
            Start::New => self.create(&path, &file)?,
            Start::Resume | Start::Either => self.open(&path, &file)?,
        };
        let version = (!self.any_version).then_some(VERSION);
        results.check(&file.plan, version).map_err(results_error)?;
        if DecidedTest::kept_in(&results)?.is_some() {
            let games = results.games().map_err(results_error)?;
            let results = watched(results, games, work);
            let tally = results.tally(&file.plan).map_err(results_error)?;
            return Ok(ExperimentStanding::new(&file.plan, RecordedRuns::of(&results)?, &tally));
        }
        for caution in connect_toe_report::too_few_games(&file.plan) {
            work.notice(&caution);
        }
        let (before, started) = (RecordedRuns::of(&results)?, Instant::now());
        let seen = |plan: &Plan, tally: &Tally| show(&RunMoment { plan, tally, before: &before, started });
        let played = play_missing(
            &file.plan,
            Store::File(results),
            0..u64::MAX,
            Forfeits::default(),
            work,
            None,
            &seen,
        )
        .map_err(|failure| run_error(&file.path, failure, results_error))?;
        let Store::File(results) = played.store else { return Err(Error::Interrupted) };
        let mut standing = ExperimentStanding::new(&file.plan, RecordedRuns::of(&results)?, &played.tally);
        results.finish().map_err(results_error)?;
        if !played.whole {
            standing.status.interrupted = true;
            work.notice(&format!(
                "stopped; what was played is in {}. Go on with {}",
                path.display(),
                self.again("resume")
            ));
        }
        Ok(standing)
    }

    /// The command that continues what this request began.
    fn again(&self, command: &str) -> String {
        let file = &self.file;
        let mut line = CommandLine::new(&["experiment", command]).with(&file.experiment);
        if let Some(results) = &file.results {
            line = line.with("--results").with(results);
        }
        line = line.with_settings(&file.set, file.seed);
        if self.any_version {
            line = line.with("--any-version");
        }
        line.quoted()
    }

    /// The results that are to be completed.
    fn open(&self, path: &Path, file: &PlanFile) -> Result<ResultsFile, Error> {
        let results = match ResultsFile::open(path, Opened::ToWrite) {
            // A run was ended before it had written anything.
            Err(ResultsError::NoExperiment(_)) => ResultsFile::create(path, &file.plan, VERSION),
            Err(ResultsError::Missing(_)) if self.start == Start::Either => {
                ResultsFile::create(path, &file.plan, VERSION)
            }
            opened => opened,
        };
        results.map_err(|error| match error {
            ResultsError::Missing(_) => {
                results_error(error).with_hint(format!("start the experiment with {}", self.again("run")))
            }
            error => results_error(error),
        })
    }

    /// A file for results that are to be made.
    fn create(&self, path: &Path, file: &PlanFile) -> Result<ResultsFile, Error> {
        match ResultsFile::create(path, &file.plan, VERSION) {
            Err(ResultsError::Exists(_)) => {
                // A different experiment is the greater surprise, so it is reported first.
                let results = ResultsFile::open(path, Opened::ToRead).map_err(results_error)?;
                results.check(&file.plan, None).map_err(results_error)?;
                let refused = Error::because(
                    Fault::FileExists,
                    format!("{} has results of this experiment already", path.display()),
                );
                Err(refused.with_hint(match DecidedTest::kept_in(&results)? {
                    Some(_) => Hint::either(
                        format!("its test has ended the match: see {}", self.again("status")),
                        "its test has ended the match: ExperimentResults(...).status() tells how",
                    ),
                    None => Hint::either(
                        format!("play the games that are missing with {}", self.again("resume")),
                        "play the games that are missing with play_experiment(..., resume=True)",
                    ),
                }))
            }
            created => created.map_err(results_error),
        }
    }
}
