//! `experiment`: from a file that says what to play to results that can be trusted, resumed and cited.

mod cells;
mod check;
mod export;
mod game;
mod plan_file;
mod report;
mod run;
mod sample;
mod shipped;
mod standing;
mod status;

use std::path::PathBuf;

use connect_toe_api::{Error, Work};
use connect_toe_results::{Opened, ResultsFile};
use serde::{Deserialize, Serialize};

use crate::stored::{results_error, watched};

pub use cells::{CellScore, ExperimentCell};
pub use check::{
    CheckedExperiment, ExpectedTime, ExperimentProblem, LoadFile, check_experiment, expected_time,
};
pub use export::{ExportExperiment, ExportForm};
pub use game::{ExperimentGame, GameOfExperiment};
pub use report::{ReportExperiment, WrittenReport};
pub use run::{RunExperiment, Start};
pub use sample::{SampleExperiment, WrittenSample};
pub use shipped::ShippedExperiment;
pub use standing::{ExperimentExtent, ExperimentStanding, RunMoment, ShowRun};
pub use status::{ExperimentStatus, PlayerStanding, StatusOfExperiment, StudyStatus};

pub(crate) use plan_file::{PlanFile, run_error, text_of};

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

    /// The experiment, to look at its games: files and programs of its players need not be there.
    pub(crate) fn read(&self, work: &Work) -> Result<PlanFile, Error> {
        PlanFile::read(&self.experiment, &self.set, self.seed, &work.catalogue().to_read())
    }

    /// The experiment, to play its games.
    pub(crate) fn read_to_play(&self, work: &Work) -> Result<PlanFile, Error> {
        PlanFile::read(&self.experiment, &self.set, self.seed, work.catalogue())
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

/// The JSON Schema of experiment files.
pub fn experiment_schema() -> &'static str {
    connect_toe_experiment::schema()
}
