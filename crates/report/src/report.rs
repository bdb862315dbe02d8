use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use connect_toe_paper::{Analysis, Results};
use thiserror::Error;

use crate::formats::{csv, json};
use crate::html;

/// A run and its analysis, ready to be written in every format.
#[derive(Debug)]
pub struct PaperReport<'a> {
    pub(crate) results: &'a Results,
    pub(crate) analysis: Analysis,
}

/// Where the files of a report are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFiles {
    /// The page for people.
    pub html: PathBuf,
    /// Everything, for programs.
    pub json: PathBuf,
    /// One line a cell, for spreadsheets.
    pub csv: PathBuf,
}

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
    Csv(#[from] ::csv::Error),
    /// The page could not be made.
    #[error("cannot make the page")]
    Html(#[from] askama::Error),
    /// A figure could not be drawn.
    #[error("cannot draw a figure: {0}")]
    Figure(String),
}

impl<'a> PaperReport<'a> {
    /// Analyses a run.
    #[must_use]
    pub fn new(results: &'a Results) -> Self {
        Self { results, analysis: Analysis::new(results) }
    }

    /// What the run says about the paper.
    #[must_use]
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The run in plain words, a paragraph each.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        connect_toe_paper::summary(self.results, &self.analysis)
    }

    /// Everything, for programs: `results.json`.
    ///
    /// # Errors
    /// [`ReportError::Json`].
    pub fn json(&self) -> Result<String, ReportError> {
        json::render(self)
    }

    /// One line a cell, for spreadsheets: `results.csv`.
    ///
    /// # Errors
    /// [`ReportError::Csv`].
    pub fn csv(&self) -> Result<String, ReportError> {
        csv::render(self)
    }

    /// The page for people, complete in one file: `report.html`.
    ///
    /// # Errors
    /// [`ReportError::Html`] and [`ReportError::Figure`].
    pub fn html(&self) -> Result<String, ReportError> {
        html::render(self)
    }

    /// Writes `report.html`, `results.json` and `results.csv` into a folder, which is made if it is not there.
    ///
    /// # Errors
    /// A format that cannot be made, or a file that cannot be written.
    pub fn write(&self, out_dir: &Path) -> Result<ReportFiles, ReportError> {
        fs::create_dir_all(out_dir)
            .map_err(|source| ReportError::Write { path: out_dir.to_owned(), source })?;
        Ok(ReportFiles {
            html: write_file(out_dir.join("report.html"), &self.html()?)?,
            json: write_file(out_dir.join("results.json"), &self.json()?)?,
            csv: write_file(out_dir.join("results.csv"), &self.csv()?)?,
        })
    }
}

pub(crate) fn write_file(path: PathBuf, text: &str) -> Result<PathBuf, ReportError> {
    match fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(source) => Err(ReportError::Write { path, source }),
    }
}
