//! A report in every format.

use crate::document::Document;
use crate::error::ReportError;
use crate::report::Report;
use crate::{definitions, figures, formats, method, study, summary};

impl Report<'_> {
    /// The names of a report's files: the page for people, text and tables for project pages, a row for each condition
    /// for spreadsheets, everything for programs, the tables for papers.
    pub const FILES: [&'static str; 5] =
        ["report.html", "report.md", "results.csv", "results.json", "tables.tex"];

    /// The results in plain words, a paragraph each. A difference is called significant if a test that is corrected for
    /// the number of comparisons finds it at 5 %.
    pub fn summary(&self) -> Vec<String> {
        summary::summary(self).paragraphs()
    }

    /// The report as sections of text, tables and drawings: what the page, Markdown and LaTeX show.
    pub fn document(&self) -> Document {
        let mut sections = vec![summary::summary(self).section()];
        sections.extend(self.extras.sections.iter().cloned());
        let studies = self.studies.iter().enumerate();
        let is_only = self.studies.len() == 1;
        sections.extend(studies.map(|(place, study)| study::section(place, study, is_only, self)));
        sections.push(definitions::section(self));
        sections.extend(figures::games(self));
        sections.push(method::section(self));
        Document {
            title: self.plan.title.clone(),
            question: self.plan.question.clone(),
            sections,
            footer: format!(
                "Connect-Toe {}, experiment `{}`, seed {}. The numbers are in `results.json` and `results.csv`.",
                self.provenance.version, self.provenance.plan_hash, self.plan.seed
            ),
        }
    }

    /// The page for people, complete in one file: `report.html`.
    ///
    /// # Errors
    /// [`ReportError::Html`].
    pub fn html(&self) -> Result<String, ReportError> {
        self.document().html()
    }

    /// Text and tables in Markdown: `report.md`.
    pub fn markdown(&self) -> String {
        self.document().markdown()
    }

    /// A row for each condition, for spreadsheets: `results.csv`.
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

    /// The tables and definitions in LaTeX, for the packages `booktabs` and `longtable`: `tables.tex`.
    pub fn latex(&self) -> String {
        self.document().latex()
    }

    /// The report in all formats, in the order of [`FILES`](Report::FILES).
    ///
    /// # Errors
    /// A format that cannot be made.
    pub fn texts(&self) -> Result<[String; 5], ReportError> {
        let document = self.document();
        Ok([document.html()?, document.markdown(), self.csv()?, self.json()?, document.latex()])
    }
}
