//! `experiment`: from a file that says what to play to results that can be trusted, resumed and cited.

mod export;
mod game;
mod plan_file;
mod report;
mod run;
mod sample;
mod shell;
mod status;

use std::path::PathBuf;

use connect_toe_experiment::Plan;
use connect_toe_results::{Opened, ResultsFile};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::stored::{results_error, watched};
use crate::work::Work;

pub use export::{ExportExperiment, ExportForm};
pub use game::{ExperimentGame, GameOfExperiment};
pub use report::{ReportExperiment, WrittenReport};
pub use run::{RunExperiment, Start};
pub use sample::{SampleExperiment, WrittenSample};
pub use status::{ExperimentStatus, PlayerStanding, StatusOfExperiment, StudyStatus};

pub(crate) use plan_file::{PlanFile, run_error};
pub(crate) use shell::CommandLine;

/// An experiment and its results.
///
/// In JSON its fields stand beside those of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentFile {
    /// The experiment file (TOML), or a results file, which has the experiment's text in it.
    pub experiment: String,
    /// The results file; without it the experiment file's name with `.db` for `.toml`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
    /// Values that replace those of the file: `depth={1..3}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The seed, in place of that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl ExperimentFile {
    /// An experiment as its file says it, with its results beside it.
    pub fn new(experiment: impl Into<String>) -> ExperimentFile {
        ExperimentFile { experiment: experiment.into(), ..ExperimentFile::default() }
    }

    pub(crate) fn read(&self, work: &Work) -> Result<PlanFile, Error> {
        PlanFile::read(&self.experiment, &self.set, self.seed, work)
    }

    /// The place of the results: as named, or beside the experiment, or the experiment itself if it is a results file.
    pub(crate) fn results_of(&self, file: &PlanFile) -> PathBuf {
        match &self.results {
            Some(results) => PathBuf::from(results),
            None if file.is_results => file.path.clone(),
            None => file.path.with_extension("db"),
        }
    }

    /// The results, to be read with progress, if they are those of the plan.
    pub(crate) fn open(&self, file: &PlanFile, work: &Work) -> Result<ResultsFile, Error> {
        let results = ResultsFile::open(&self.results_of(file), Opened::ToRead).map_err(results_error)?;
        results.check(&file.plan, None).map_err(results_error)?;
        let games = results.games().map_err(results_error)?;
        Ok(watched(results, games, work))
    }
}

/// Reads an experiment's text and says whether it can be played. `load` gives the text of a file that it names, or says
/// why not: for callers that do not let others name any file.
///
/// ```
/// use connect_toe_api::{Work, check_experiment};
/// let text = "games_per_cell = 2\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"two-ply\"\nopponent = \"random\"\n";
/// let no_file = |_: &str| Err("no files here".to_owned());
/// assert!(check_experiment(text, &no_file, &Work::new()).is_ok());
/// assert!(check_experiment("games_per_cell = 0", &no_file, &Work::new()).is_err());
/// ```
///
/// # Errors
/// A text that is not an experiment.
pub fn check_experiment(
    text: &str,
    load: &dyn Fn(&str) -> Result<String, String>,
    work: &Work,
) -> Result<CheckedExperiment, Error> {
    let plan = Plan::read_with(text, &[], load, work.catalogue()).map_err(|error| {
        let refused = Error::request(&error);
        error.hint.as_ref().map_or(refused.clone(), |hint| refused.with_hint(hint.clone()))
    })?;
    Ok(CheckedExperiment { title: plan.title.clone(), cells: plan.conditions.len(), games: plan.games() })
}

/// An experiment that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CheckedExperiment {
    /// Its title.
    pub title: String,
    /// The number of conditions.
    pub cells: usize,
    /// All games of the experiment.
    pub games: u64,
}

/// The JSON Schema of experiment files.
pub fn experiment_schema() -> &'static str {
    connect_toe_experiment::schema()
}
