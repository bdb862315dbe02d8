//! What goes wrong with results files.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why a results file cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// The file that was to be made exists already.
    #[error("{} has results already", .0.display())]
    Exists(PathBuf),
    /// The file does not exist.
    #[error("the results file {} does not exist", .0.display())]
    Missing(PathBuf),
    /// The file does not have an experiment: it is being made, its making was interrupted, or it has exact values only.
    #[error("{} does not have the results of an experiment yet", .0.display())]
    NoExperiment(PathBuf),
    /// The file is something else.
    #[error("{} is not a results file of this program", .0.display())]
    Foreign(PathBuf),
    /// The file is not an atlas.
    #[error("{} is not an atlas of this program", .0.display())]
    NotAnAtlas(PathBuf),
    /// The file's form is that of another version.
    #[error("{} was written in form {found}, this version writes form {known}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// Its form.
        found: i32,
        /// The form that this version writes.
        known: i32,
    },
    /// The results are those of a different experiment.
    #[error("{} has the results of a different experiment:\n{diff}", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What differs: lines of the stored experiment with `-`, of the given one with `+`.
        diff: String,
    },
    /// The results are those of another version of the program, whose players may play differently.
    #[error("{} has results of version {found}, this is version {known}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that wrote it.
        found: String,
        /// This version.
        known: String,
    },
    /// The file was deleted, moved or replaced while it was written.
    #[error("{} was deleted, moved or replaced while games were written to it", .0.display())]
    Gone(PathBuf),
    /// Another process is writing.
    #[error("{} is being written by another run", .0.display())]
    Busy(PathBuf),
    /// The games were played with other weights than those that the file of weights has now.
    #[error("{} has games that were played with other weights than {weights} has now", path.display())]
    OtherWeights {
        /// The file.
        path: PathBuf,
        /// The file of weights.
        weights: String,
    },
    /// The same pair is in two files with different moves or results.
    #[error("{} contradicts {}: {pair} differs", other.display(), path.display())]
    Conflict {
        /// The file that was to be completed.
        path: PathBuf,
        /// The file with other games.
        other: PathBuf,
        /// The pair: its study, game, players and number.
        pair: String,
    },
    /// The rows of a pair, or of a range of pairs, are not what was written, or not what the rules allow. All else is
    /// sound, so these pairs can be played again.
    #[error("{} is damaged: {damage}", path.display())]
    DamagedPair {
        /// The file.
        path: PathBuf,
        /// Which pairs, and what is wrong with them.
        damage: Damage,
    },
    /// The file makes no sense.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The observer stopped the reading.
    #[error("stopped before all games were read")]
    Stopped,
    /// The disk is full.
    #[error("{} could not be written: the disk is full", .0.display())]
    Full(PathBuf),
    /// File or folder cannot be written to.
    #[error("{} could not be written: the file, its folder or the disk is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// The database, or a file beside it, could not be opened.
    #[error("{} or its -wal file could not be opened", .0.display())]
    Unopened(PathBuf),
    /// The operating system could not read or write.
    #[error("{} could not be read or written: the system reports an error of the disk ({source})", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// The error.
        source: rusqlite::Error,
    },
    /// The database reports another error.
    #[error("{}: {source}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// The error.
        source: rusqlite::Error,
    },
    /// The file cannot be opened or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
}

/// Pairs of games whose rows are not what was written, or not what the plan and the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    pub(crate) place: Place,
    /// Which pair or pairs, in words.
    pub(crate) pair: String,
    /// What is wrong with it.
    pub(crate) what: String,
}

/// Where damaged rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// One pair: columns `cell` and `number / 2`.
    Pair { cell: i64, pair: i64 },
    /// A block of pairs that does not fit its digest. If it is short, the games that are there are sound.
    Block { cell: i64, block: i64, is_short: bool },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pair, self.what)
    }
}

/// The database's number for a page that is missing at the end of the file.
const SHORT_READ: i32 = rusqlite::ffi::SQLITE_IOERR_SHORT_READ;

impl ResultsError {
    /// What an error of the database means for a file of ours.
    pub(crate) fn database(path: &Path, source: rusqlite::Error) -> ResultsError {
        use rusqlite::Error;
        let damaged = |what: &str| ResultsError::Damaged { path: path.to_owned(), what: what.to_owned() };
        if source.sqlite_error().is_some_and(|error| error.extended_code == SHORT_READ) {
            return damaged("it is shorter than it was");
        }
        match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => return ResultsError::Foreign(path.to_owned()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                return ResultsError::Busy(path.to_owned());
            }
            Some(ErrorCode::DatabaseCorrupt) => return damaged("its pages contradict each other"),
            Some(ErrorCode::OperationInterrupted) => return ResultsError::Stopped,
            Some(ErrorCode::DiskFull) => return ResultsError::Full(path.to_owned()),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                return ResultsError::ReadOnly(path.to_owned());
            }
            Some(ErrorCode::CannotOpen) => return ResultsError::Unopened(path.to_owned()),
            Some(ErrorCode::SystemIoFailure) => return ResultsError::Disk { path: path.to_owned(), source },
            _ => {}
        }
        match source {
            Error::InvalidColumnType(..)
            | Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::Utf8Error(..)
            | Error::QueryReturnedNoRows => damaged("a row has values that were never written"),
            // A schema that has lost its tables: their texts are data in the file, too.
            Error::SqliteFailure(ref failure, _) if failure.code == ErrorCode::Unknown => {
                damaged("its tables are not those that were made")
            }
            Error::SqlInputError { .. } => damaged("its tables are not those that were made"),
            source => ResultsError::Database { path: path.to_owned(), source },
        }
    }
}
