//! Experiment files on the disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use connect_toe_api::files::is_database;
use connect_toe_api::{Error, Fault, Hint, no_threads};
use connect_toe_experiment::{Override, Plan, PlanError, PlayError};
use connect_toe_players::Catalogue;
use connect_toe_results::{Opened, ResultsError, ResultsFile};

use crate::runner::Failure;
use crate::stored::results_error;

/// Larger files are not experiments.
const MOST_BYTES: u64 = 16 << 20;
const MOST_BYTES_OF_OPENINGS: u64 = 256 << 20;

/// An experiment file and what it says.
pub(crate) struct PlanFile {
    pub(crate) path: PathBuf,
    pub(crate) plan: Plan,
    /// Whether it is a results file, which has the experiment's text in it.
    pub(crate) is_results: bool,
}

impl PlanFile {
    /// Reads an experiment file, or the experiment of a results file. Overrides replace values; `seed` is one of them.
    pub(crate) fn read(
        path: &str,
        set: &[String],
        seed: Option<u64>,
        catalogue: &Catalogue,
    ) -> Result<PlanFile, Error> {
        let path = PathBuf::from(path);
        let mut overrides = Vec::new();
        let is_results = is_database(&path);
        let text = if is_results {
            let results = ResultsFile::open(&path, Opened::ToRead).map_err(results_error)?;
            let (text, stored) = results.experiment().map_err(results_error)?;
            overrides = overrides_of(&stored)?;
            text
        } else {
            let text = text_of(&path, MOST_BYTES).and_then(|text| {
                if text.is_empty() {
                    Err(io::Error::new(io::ErrorKind::InvalidData, "it is empty"))
                } else {
                    Ok(text)
                }
            });
            text.map_err(|error| {
                let is_results_name = path.extension().is_some_and(|extension| extension == "db");
                let message = format!("cannot read {}: {error}", path.display());
                Error::request(message).of_file(error.kind()).with_hint(if is_results_name {
                    Hint::either(
                        "`connect-toe experiment run FILE` plays an experiment and makes a results file",
                        "play_experiment plays an experiment and makes a results file",
                    )
                } else {
                    Hint::either(
                        "`connect-toe experiment sample FILE` writes an experiment to start from",
                        "sample_experiment writes an experiment to start from",
                    )
                })
            })?
        };
        overrides.extend(overrides_of(set)?);
        if let Some(seed) = seed {
            overrides.push(Override { name: "seed".to_owned(), value: seed.to_string() });
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let load = |name: &str| {
            text_of(&folder.join(name), MOST_BYTES_OF_OPENINGS).map_err(|error| error.to_string())
        };
        let plan = Plan::read_with(&text, &overrides, &load, catalogue);
        let plan = plan.map_err(|error| plan_error(&path, &error))?;
        Ok(PlanFile { path, plan, is_results })
    }
}

fn overrides_of(texts: &[String]) -> Result<Vec<Override>, Error> {
    texts.iter().map(|text| text.parse().map_err(Error::wrong("set"))).collect()
}

/// A file's text, if it is text and not larger than this.
pub(crate) fn text_of(path: &Path, most_bytes: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most_bytes + 1).read_to_end(&mut bytes)?;
    let invalid = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, what));
    if bytes.len() as u64 > most_bytes {
        return invalid(format!("it is larger than {} MB", most_bytes >> 20));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = sound.split(|&byte| byte == b'\n').count();
            invalid(format!("line {line} is not text in UTF-8"))
        }
    }
}

fn plan_error(path: &Path, error: &PlanError) -> Error {
    let separator = if error.place.is_some() { "," } else { ":" };
    let refused = Error::because(Fault::WrongExperiment, format!("{}{separator} {error}", path.display()));
    match &error.hint {
        Some(hint) => refused.with_hint(hint.clone()),
        None => refused,
    }
}

/// Why an experiment's games were not played; `results` says what a user can do about its results file.
pub(crate) fn run_error(path: &Path, failure: Failure, results: fn(ResultsError) -> Error) -> Error {
    match failure {
        Failure::Results(error) => results(error),
        Failure::Other(error) => error,
        Failure::Play(PlayError::Stopped) => Error::Interrupted,
        Failure::Play(PlayError::NoThread(reason)) => no_threads(1, &reason),
        Failure::Play(error @ PlayError::Condition { line, .. }) => {
            let separator = if line.is_some() { "," } else { ":" };
            Error::because(Fault::WrongExperiment, format!("{}{separator} {error}", path.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_refused_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.toml");
        let error = |bytes: &[u8], most| {
            std::fs::write(&path, bytes).expect("it is written");
            text_of(&path, most).map_err(|error| error.to_string())
        };
        assert_eq!(error(b"a\nb\n\xff", 100), Err("line 3 is not text in UTF-8".to_owned()));
        assert_eq!(error(&vec![b'a'; (1 << 20) + 1], 1 << 20), Err("it is larger than 1 MB".to_owned()));
        assert_eq!(error(b"ab", 2), Ok("ab".to_owned()));
    }
}
