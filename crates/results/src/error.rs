//! What goes wrong with results files.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a results file cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// A file was to be made that is there.
    #[error("{} has results already", .0.display())]
    Exists(PathBuf),
    /// There is no such file.
    #[error("there is no results file {}", .0.display())]
    Missing(PathBuf),
    /// The file has no experiment: its making was interrupted, or it has exact values only.
    #[error("{} has no experiment's results", .0.display())]
    NoExperiment(PathBuf),
    /// The file is something else.
    #[error("{} is no results file of this program", .0.display())]
    Foreign(PathBuf),
    /// The file's form is that of another version.
    #[error("{} was written in form {found}, this version reads form {known}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// Its form.
        found: i32,
        /// The form that is understood.
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
    /// Somebody else is writing.
    #[error("{} is being written by another run", .0.display())]
    Busy(PathBuf),
    /// The same game is in two files with different moves or results.
    #[error("{} contradicts {}: game {number} of cell {cell} differs", other.display(), path.display())]
    Conflict {
        /// The file that was to be completed.
        path: PathBuf,
        /// The file with other games.
        other: PathBuf,
        /// The cell's place in the plan.
        cell: i64,
        /// The game's number.
        number: i64,
    },
    /// A row makes no sense.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The database reports an error.
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

impl ResultsError {
    pub(crate) fn database(path: &Path, source: rusqlite::Error) -> ResultsError {
        match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => ResultsError::Foreign(path.to_owned()),
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                ResultsError::Busy(path.to_owned())
            }
            _ => ResultsError::Database { path: path.to_owned(), source },
        }
    }
}
