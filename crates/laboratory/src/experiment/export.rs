//! `experiment export`: every game, for other programs.

use std::io::{self, Write};
use std::path::Path;

use connect_toe_api::{Error, Fault, Hint, Work};
use connect_toe_experiment::Plan;
use connect_toe_records::Form;
use connect_toe_results::{ResultsError, ResultsFile, check_form, export_csv, export_games, export_json};
use serde::{Deserialize, Serialize};

use super::ExperimentFile;
use crate::stored::results_error;
use connect_toe_api::files::{OutputFile, is_same_file, unwritable, unwritten};

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
    /// Games of Piskvork, one after the other.
    Psq,
    /// A collection in the Smart Game Format.
    Sgf,
    /// A line for each game: a digit for the column of each move.
    Digits,
}

impl ExportForm {
    /// The form of other programs' games.
    fn of_games(self) -> Option<Form> {
        match self {
            ExportForm::Csv | ExportForm::Json => None,
            ExportForm::Psq => Some(Form::Psq),
            ExportForm::Sgf => Some(Form::Sgf),
            ExportForm::Digits => Some(Form::Digits),
        }
    }

    /// That the games of an experiment can be written in this form.
    fn check(self, plan: &Plan) -> Result<(), Error> {
        self.of_games().map_or(Ok(()), |form| check_form(plan, form).map_err(Error::impossible))
    }
}

impl ExportExperiment {
    /// Writes the table to `out`: the same results give the same bytes.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used; those of `out`.
    pub fn run(&self, work: &Work, out: impl Write) -> Result<(), Error> {
        let file = self.file.read(work)?;
        self.form.check(&file.plan)?;
        let results = self.file.open(&file, work)?;
        self.export(&results, &file.plan, out).map_err(results_error)
    }

    /// Writes the table to a file, which is replaced when the table is complete.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used; a file that cannot be written, or is one of these two.
    pub fn run_into(&self, work: &Work, path: &Path) -> Result<(), Error> {
        let file = self.file.read(work)?;
        self.form.check(&file.plan)?;
        let results = self.file.open(&file, work)?;
        let refused = |error: Error| error.with_hint(Hint::other_file("out"));
        for (what, input) in [("results", results.path()), ("experiment", &file.path)] {
            if is_same_file(path, input) {
                let message =
                    format!("{} is the file of the {what}: the table would replace it", path.display());
                return Err(refused(Error::because(Fault::FileExists, message)));
            }
        }
        let mut out =
            OutputFile::create(path, work.files()).map_err(|error| refused(unwritable(path, &error)))?;
        let failed = |error: &io::Error| unwritten(path, error, "; it stays as it was");
        self.export(&results, &file.plan, &mut out).map_err(|error| match error {
            // The results are open already, so this error is about the file that is written.
            ResultsError::File { source, .. } => failed(&source),
            error => results_error(error),
        })?;
        out.keep().map_err(|error| failed(&error))
    }

    fn export(&self, results: &ResultsFile, plan: &Plan, out: impl Write) -> Result<(), ResultsError> {
        match (self.form, self.form.of_games()) {
            (_, Some(form)) => export_games(results, plan, form, out),
            (ExportForm::Json, _) => export_json(results, plan, out),
            (_, None) => export_csv(results, plan, out),
        }
    }
}
