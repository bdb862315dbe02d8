//! `experiment export`: every game, for other programs.

use std::io::Write;

use connect_toe_results::{export_csv, export_json};
use serde::{Deserialize, Serialize};

use super::ExperimentFile;
use crate::error::Error;
use crate::stored::results_error;
use crate::work::Work;

/// Asks for every game of an experiment, as a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExportExperiment {
    /// The experiment and its results.
    #[serde(flatten)]
    pub file: ExperimentFile,
    /// The form of the table.
    #[serde(default)]
    pub form: ExportForm,
}

/// The form of a table of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ExportForm {
    /// A header line and a line for each game.
    #[default]
    Csv,
    /// One JSON object with a list of games.
    Json,
}

impl ExportExperiment {
    /// Writes the table to `out`: the same results give the same bytes.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used; those of `out`.
    pub fn run(&self, work: &Work, out: impl Write) -> Result<(), Error> {
        let file = self.file.read(work)?;
        let results = self.file.open(&file, work)?;
        let exported = match self.form {
            ExportForm::Csv => export_csv(&results, &file.plan, out),
            ExportForm::Json => export_json(&results, &file.plan, out),
        };
        exported.map_err(results_error)
    }
}
