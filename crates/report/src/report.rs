use std::fs;
use std::path::{Path, PathBuf};

use connect_toe_experiment::{Plan, Tally};

use super::analysis::{StudyAnalysis, paper_cells};
use super::provenance::Provenance;
use super::{formats, html, summary};
use crate::ReportError;
use crate::report::write_file;

/// An experiment's results and their analysis, ready to be written in every format.
///
/// The bytes depend on what is given to [`new`](ExperimentReport::new) alone.
///
/// ```
/// use connect_toe_experiment::{Plan, Tally};
/// use connect_toe_report::{ExperimentReport, Provenance};
///
/// let plan = Plan {
///     title: "Nothing yet".to_owned(),
///     question: None,
///     seed: 1,
///     studies: Vec::new(),
///     cells: Vec::new(),
///     text: String::new(),
///     overrides: Vec::new(),
/// };
/// let report = ExperimentReport::new(&plan, &Tally::new(&plan), Provenance::default());
/// assert_eq!(report.summary(), ["No game has been played yet."]);
/// assert!(report.html()?.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ExperimentReport<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) provenance: Provenance,
    pub(crate) studies: Vec<StudyAnalysis<'a>>,
}

/// Where the files of an experiment's report are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExperimentFiles {
    /// The page for people: `report.html`.
    pub html: PathBuf,
    /// Summary and tables for project pages: `report.md`.
    pub markdown: PathBuf,
    /// One line a cell, for spreadsheets: `results.csv`.
    pub csv: PathBuf,
    /// Everything, for programs: `results.json`.
    pub json: PathBuf,
    /// The tables for papers: `tables.tex`.
    pub latex: PathBuf,
}

impl<'a> ExperimentReport<'a> {
    /// Analyses what has been played. Cells that the tally does not have count as not played.
    #[must_use]
    pub fn new(plan: &'a Plan, tally: &Tally, provenance: Provenance) -> Self {
        let paper = paper_cells();
        let studies = plan.studies.iter().enumerate();
        let studies = studies
            .map(|(index, study)| StudyAnalysis::new(plan, &tally.cells, index, study, &paper))
            .collect();
        Self { plan, provenance, studies }
    }

    /// The results in plain words, a paragraph each. A difference is claimed only if a test that is corrected for the
    /// number of comparisons shows it at 5 %.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        summary::summary(self).paragraphs()
    }

    /// The page for people, complete in one file: `report.html`.
    ///
    /// # Errors
    /// [`ReportError::Html`].
    pub fn html(&self) -> Result<String, ReportError> {
        html::render(self)
    }

    /// Summary and tables in Markdown: `report.md`.
    ///
    /// # Errors
    /// None today; every format may fail.
    pub fn markdown(&self) -> Result<String, ReportError> {
        Ok(formats::markdown::render(self))
    }

    /// One line a cell, for spreadsheets: `results.csv`.
    ///
    /// # Errors
    /// [`ReportError::Csv`].
    pub fn csv(&self) -> Result<String, ReportError> {
        formats::csv::render(self)
    }

    /// Everything, for programs: `results.json`.
    ///
    /// # Errors
    /// [`ReportError::Json`].
    pub fn json(&self) -> Result<String, ReportError> {
        formats::json::render(self)
    }

    /// The tables in LaTeX, for the packages `booktabs` and `longtable`: `tables.tex`.
    ///
    /// # Errors
    /// None today; every format may fail.
    pub fn latex(&self) -> Result<String, ReportError> {
        Ok(formats::latex::render(self))
    }

    /// Writes all formats into a folder, which is made if it is not there.
    ///
    /// # Errors
    /// A format that cannot be made, or a file that cannot be written.
    pub fn write(&self, out_dir: &Path) -> Result<ExperimentFiles, ReportError> {
        fs::create_dir_all(out_dir)
            .map_err(|source| ReportError::Write { path: out_dir.to_owned(), source })?;
        Ok(ExperimentFiles {
            html: write_file(out_dir.join("report.html"), &self.html()?)?,
            markdown: write_file(out_dir.join("report.md"), &self.markdown()?)?,
            csv: write_file(out_dir.join("results.csv"), &self.csv()?)?,
            json: write_file(out_dir.join("results.json"), &self.json()?)?,
            latex: write_file(out_dir.join("tables.tex"), &self.latex()?)?,
        })
    }

    /// All games that have been played.
    pub(crate) fn games(&self) -> u64 {
        self.studies.iter().map(StudyAnalysis::games).sum()
    }
}
