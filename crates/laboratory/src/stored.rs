//! Results files as requests use them: made or opened, read with progress, what ended their games, and what a user can
//! do about one that cannot be used.

use std::io::ErrorKind;
use std::path::Path;

use connect_toe_api::{Counter, Error, Fault, Hint, VERSION, Work};
use connect_toe_experiment::Plan;
use connect_toe_results::{Opened, ResultsError, ResultsFile};
use serde::{Deserialize, Serialize};

use crate::numbers::SequentialTest;
use crate::sequential::Sequential;

/// A sequential test that ended a match before all its games were played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DecidedTest {
    /// Games that the test counted. The file may have more, which were being played.
    pub games: u64,
    /// The test.
    #[serde(flatten)]
    pub test: SequentialTest,
}

impl DecidedTest {
    /// The verdict of a test, if there is one.
    pub(crate) fn of(test: Option<&Sequential>) -> Option<DecidedTest> {
        let test = test.filter(|test| test.is_decided())?;
        Some(DecidedTest { games: test.counted().games(), test: test.answer() })
    }

    /// Keeps the verdict in a file. Without a verdict, games are to be played as long as the plan has more.
    pub(crate) fn keep(verdict: Option<&DecidedTest>, results: &ResultsFile) -> Result<(), ResultsError> {
        let text = verdict.and_then(|verdict| serde_json::to_string(verdict).ok());
        results.keep_ending(text.as_deref())
    }

    /// The verdict that a file keeps.
    pub(crate) fn kept_in(results: &ResultsFile) -> Result<Option<DecidedTest>, Error> {
        let Some(text) = results.ending().map_err(results_error)? else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(|_| {
            let message =
                format!("{}: this version does not know why its games ended", results.path().display());
            Error::because(Fault::WrongFile, message)
                .with_hint("use the version of the program that wrote it")
        })
    }
}

/// The file for the results of this plan, created if missing.
pub(crate) fn open_or_create(path: &Path, plan: &Plan) -> Result<ResultsFile, ResultsError> {
    let results = opened_or_created(path, plan)?;
    results.check(plan, Some(VERSION))?;
    Ok(results)
}

/// The file for the results of this plan, created if missing. A file of the same plan with fewer games becomes that of
/// this plan.
pub(crate) fn open_or_lengthen(path: &Path, plan: &Plan) -> Result<ResultsFile, ResultsError> {
    let results = opened_or_created(path, plan)?;
    results.lengthen(plan, VERSION)?;
    results.check(plan, Some(VERSION))?;
    Ok(results)
}

fn opened_or_created(path: &Path, plan: &Plan) -> Result<ResultsFile, ResultsError> {
    match ResultsFile::create(path, plan, VERSION) {
        Err(ResultsError::Exists(_)) => ResultsFile::open(path, Opened::ToWrite),
        created => created,
    }
}

/// The same file, which reports progress while this number of its games is read, and ends reading at a stop.
pub(crate) fn watched(results: ResultsFile, games: u64, work: &Work) -> ResultsFile {
    let (counter, stop) = (Counter::new(work, games, "games read"), work.stop().part());
    results.watched_by(move |games| {
        counter.add(games);
        stop.listen()
    })
}

/// The settings, by the fields of a request, of which an earlier run had others than this one: `pairs 4, not 5; seed 1, not
/// 7`. Empty if there are none.
pub(crate) fn differences<const N: usize>(
    earlier: [(&'static str, String); N],
    wanted: [(&'static str, String); N],
) -> String {
    let pairs = earlier.into_iter().zip(wanted).filter(|((_, earlier), (_, wanted))| earlier != wanted);
    let texts = pairs.map(|((field, earlier), (_, wanted))| format!("{field} {earlier}, not {wanted}"));
    texts.collect::<Vec<_>>().join("; ")
}

/// What else than a results file could be named.
#[derive(Clone, Copy)]
pub(crate) enum Other {
    /// Another file, with this field if it has one.
    File(Option<&'static str>),
    /// Other parts of an experiment.
    Parts,
}

/// The error of a results file that the field `results` names, with what a user can do about it.
pub(crate) fn results_error(error: ResultsError) -> Error {
    results_error_of(error, Other::File(Some("results")))
}

/// The error of a results file, with what a user can do about it; `other` says how another file is named.
pub(crate) fn results_error_of(error: ResultsError, other: Other) -> Error {
    let named = |option: &dyn Fn(&str) -> String| match other {
        Other::File(None) => "another file".to_owned(),
        Other::File(Some(field)) => format!("another file with {}", option(field)),
        Other::Parts => "other parts".to_owned(),
    };
    let hint = match &error {
        ResultsError::Version { .. } => Some(Hint::of(|option| {
            format!(
                "players may play differently in another version: use that version, name {}, or resume all the same with {}",
                named(option),
                option("any_version")
            )
        })),
        ResultsError::NoExperiment(_) => Some(Hint::either(
            "a run is just beginning, or was ended at once, or `grade` made the file; `connect-toe experiment run` plays games",
            "a run is just beginning, or was ended at once, or `grade` made the file; play_experiment plays games",
        )),
        ResultsError::DamagedPair { .. } => Some(Hint::either(
            "`connect-toe experiment resume`, or `shard run` for a part, plays damaged pairs again",
            "play_experiment with resume=True plays damaged pairs again",
        )),
        _ => hint_naming(&error, "")
            .map(|_| Hint::of(|option| hint_naming(&error, &named(option)).unwrap_or_default())),
    };
    let refused = without_hint(error);
    match hint {
        Some(hint) => refused.with_hint(hint),
        None => refused,
    }
}

/// What a user can do about an error that is the same for all doors but for how another file is named.
fn hint_naming(error: &ResultsError, other: &str) -> Option<String> {
    Some(match error {
        ResultsError::Changed { .. } => {
            format!(
                "results of different experiments are not mixed: give the same options as before (games, seed and others), \
                 or name {other}"
            )
        }
        ResultsError::OtherWeights { .. } => {
            format!("put the weights back that the games were played with, or name {other}")
        }
        ResultsError::Gone(_) => {
            "if it was moved, what was written before is in it: put it back, then resume; else start again"
                .to_owned()
        }
        ResultsError::Busy(_) => format!("wait until it has ended, or name {other}"),
        ResultsError::Foreign(_) | ResultsError::NotAnAtlas(_) => format!("name {other}"),
        ResultsError::Exists(_) => format!("name {other}, or remove this one"),
        ResultsError::Missing(_) => format!("play the experiment first, or name {other}"),
        ResultsError::Form { found, known, .. } if found > known => {
            "use the version of the program that wrote it".to_owned()
        }
        ResultsError::Form { .. } => {
            "use the version of the program that wrote it, or bring its games into a new file with \
             `connect-toe shard merge`"
                .to_owned()
        }
        ResultsError::Conflict { .. } => {
            "one of the files was changed, or played by a different program; nothing was merged".to_owned()
        }
        ResultsError::Damaged { .. } => format!("restore a copy, or start again and name {other}"),
        ResultsError::Full(_) => {
            "make room, then resume or give the command again: what was written before is kept".to_owned()
        }
        ResultsError::ReadOnly(_) | ResultsError::Unopened(_) => {
            "copy it, and its -wal file if there is one, to a folder that can be written".to_owned()
        }
        ResultsError::Disk { .. } => {
            "resume when the disk works again, or restore a copy: what was written before is kept".to_owned()
        }
        ResultsError::File { source, .. } if source.kind() == ErrorKind::NotFound => {
            format!("make the folder first, or name {other}")
        }
        ResultsError::File { source, .. } if source.kind() == ErrorKind::PermissionDenied => {
            format!("you may not read or write the file or its folder: change that, or name {other}")
        }
        // These have hints of their own, or none.
        ResultsError::Version { .. }
        | ResultsError::NoExperiment(_)
        | ResultsError::DamagedPair { .. }
        | ResultsError::Stopped
        | ResultsError::File { .. }
        | ResultsError::Database { .. } => return None,
    })
}

/// The error of a results file, without what a user can do about it.
pub(crate) fn without_hint(error: ResultsError) -> Error {
    let kind = match &error {
        ResultsError::Missing(_) => Some(ErrorKind::NotFound),
        ResultsError::Exists(_) => Some(ErrorKind::AlreadyExists),
        ResultsError::Full(_) => Some(ErrorKind::StorageFull),
        ResultsError::ReadOnly(_) => Some(ErrorKind::PermissionDenied),
        ResultsError::File { source, .. } => Some(source.kind()),
        ResultsError::Gone(_)
        | ResultsError::Busy(_)
        | ResultsError::Unopened(_)
        | ResultsError::Disk { .. }
        | ResultsError::Database { .. }
        | ResultsError::Damaged { .. }
        | ResultsError::DamagedPair { .. } => Some(ErrorKind::Other),
        _ => None,
    };
    let error = match error {
        ResultsError::DamagedPair { .. }
        | ResultsError::Damaged { .. }
        | ResultsError::Gone(_)
        | ResultsError::Full(_)
        | ResultsError::ReadOnly(_)
        | ResultsError::Unopened(_)
        | ResultsError::Disk { .. }
        | ResultsError::Database { .. }
        | ResultsError::File { .. } => Error::run(error),
        ResultsError::Stopped => Error::Interrupted,
        error => Error::because(Fault::WrongFile, error),
    };
    match kind {
        Some(kind) => error.of_file(kind),
        None => error,
    }
}
