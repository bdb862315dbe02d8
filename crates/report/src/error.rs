//! Why a report could not be made.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a report could not be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A file or folder could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// What was to be written.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The JSON could not be made.
    #[error("cannot make the JSON report")]
    Json(#[from] serde_json::Error),
    /// The table could not be made.
    #[error("cannot make the CSV report")]
    Csv(#[from] csv::Error),
    /// The page could not be made.
    #[error("cannot make the page")]
    Html(#[from] askama::Error),
}
