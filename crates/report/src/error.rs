//! Why a report could not be made.

use thiserror::Error;

/// Why a report could not be made.
#[derive(Debug, Error)]
pub enum ReportError {
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
