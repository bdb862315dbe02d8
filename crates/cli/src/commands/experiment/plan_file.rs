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

/// What a user can do about a results file that cannot be used, where `--results` names it.
pub(crate) fn results_failure(error: ResultsError) -> Failure {
    results_failure_of(error, "another file with --results")
}

/// The same where something else names it: `other` says how another file is named.
pub(crate) fn results_failure_of(error: ResultsError, other: &str) -> Failure {
    let hint = match &error {
        ResultsError::Changed { .. } => {
            format!("results of different experiments are not mixed: name {other}, or undo the change")
        }
        ResultsError::Version { .. } => {
            "players may play differently in another version: use that version, start anew, or add --any-version"
                .to_owned()
        }
        ResultsError::Busy(_) => format!("wait until it has ended, or name {other}"),
        ResultsError::Foreign(_) => format!("name {other}"),
        ResultsError::Exists(_) => format!("name {other}, or remove this one"),
        ResultsError::Missing(_) => format!("play the experiment first, or name {other}"),
        ResultsError::NoExperiment(_) => {
            "a run is just beginning, or was ended at once; `connect-toe experiment run` plays the games".to_owned()
        }
        ResultsError::Form { .. } => {
            "use the version of the program that wrote it, or bring its games into a new file with \
             `connect-toe shard merge`"
                .to_owned()
        }
        ResultsError::Conflict { .. } => {
            "one of the files was changed, or played by a different program; nothing was merged".to_owned()
        }
        ResultsError::DamagedPair { .. } => {
            "`connect-toe experiment resume`, or `shard run` for a part, plays damaged pairs again".to_owned()
        }
        ResultsError::Damaged { .. } => format!("restore a copy, or start again and name {other}"),
        ResultsError::Full(_) => {
            "make room, then resume: the games that were written before are kept".to_owned()
        }
        ResultsError::ReadOnly(_) | ResultsError::Unopened(_) => {
            "copy it, with the file with -wal behind its name if there is one, to where you may write".to_owned()
        }
        ResultsError::Disk { .. } => {
            "resume when the disk is well again, or restore a copy: what was written before is kept".to_owned()
        }
        ResultsError::Database { .. } | ResultsError::File { .. } => return Failure::run(error),
    };
    match error {
        ResultsError::DamagedPair { .. }
        | ResultsError::Damaged { .. }
        | ResultsError::Full(_)
        | ResultsError::ReadOnly(_)
        | ResultsError::Unopened(_)
        | ResultsError::Disk { .. } => Failure::run(format!("{error}\n\nhint: {hint}")),
        error => Failure::request(error).hint(hint),
    }
}
