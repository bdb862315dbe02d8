//! Experiment files on the disk.

use std::path::{Path, PathBuf};

use connect_toe_experiment::{Override, Plan, PlanError};
use connect_toe_results::ResultsError;

use super::Settings;
use crate::arguments::Common;
use crate::failure::Failure;

/// An experiment file and what it says.
pub(crate) struct PlanFile {
    pub(crate) path: PathBuf,
    pub(crate) plan: Plan,
}

impl PlanFile {
    pub(crate) fn read(path: &Path, settings: &Settings, common: &Common) -> Result<PlanFile, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            Failure::request(format!("cannot read {}: {error}", path.display()))
                .hint("`connect-toe experiment sample FILE` writes an experiment to start from")
        })?;
        let mut overrides = settings.overrides.clone();
        if let Some(seed) = common.named_seed() {
            overrides.push(Override { name: "seed".to_owned(), value: seed.to_string() });
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let load = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
        let plan = Plan::read(&text, &overrides, &load).map_err(|error| plan_failure(path, &error))?;
        Ok(PlanFile { path: path.to_owned(), plan })
    }
}

fn plan_failure(path: &Path, error: &PlanError) -> Failure {
    let separator = if error.place.is_some() { "," } else { ":" };
    let failure = Failure::request(format!("{}{separator} {error}", path.display()));
    match &error.hint {
        Some(hint) => failure.hint(hint.clone()),
        None => failure,
    }
}

/// What a user can do about a results file that cannot be used.
pub(crate) fn results_failure(error: ResultsError) -> Failure {
    let hint = match &error {
        ResultsError::Changed { .. } => {
            "results of different experiments are not mixed: name another file with --results, or undo the change"
        }
        ResultsError::Version { .. } => {
            "players may play differently in another version: use that version, start anew, or add --any-version"
        }
        ResultsError::Busy(_) => "wait until it has ended, or name another file with --results",
        ResultsError::Foreign(_) => "name another file with --results",
        ResultsError::Exists(_) => "name another file with --results, or remove this one",
        ResultsError::Missing(_) | ResultsError::NoExperiment(_) => {
            "play the experiment first, or name its results with --results"
        }
        ResultsError::Form { .. } => "use the version of the program that wrote it",
        ResultsError::Conflict { .. } => "one of the files was changed, or played by a different program",
        ResultsError::Damaged { .. } | ResultsError::Database { .. } | ResultsError::File { .. } => {
            return Failure::run(error);
        }
    };
    Failure::request(error).hint(hint)
}
