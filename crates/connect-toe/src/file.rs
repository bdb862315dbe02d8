//! What is in files: experiments and proofs.

use connect_toe_api::{Error, Verified, Verify, Work};
use connect_toe_laboratory::{
    ExperimentFile, ExperimentStatus, ExportExperiment, ExportForm, ReportExperiment, RunExperiment, Start,
    StatusOfExperiment, WrittenReport,
};

/// An experiment: a file that says what is played, and a results file beside it, which keeps every pair of games.
///
/// ```
/// use connect_toe::{Experiment, Work};
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("look-ahead.toml");
/// std::fs::write(&file, r#"
///     games_per_cell = 20
///     [[study]]
///     name = "look-ahead"
///     game = "3x3:3"
///     player = "alpha-beta:depth={1..2},eval=open-lines"
///     opponent = "random"
/// "#)?;
/// let status = Experiment::new(file.display().to_string()).run(&Work::new())?;
/// assert!(status.done && status.games == 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Experiment(ExperimentFile);

impl Experiment {
    /// The experiment of a file. Nothing is read yet.
    pub fn new(file: impl Into<String>) -> Experiment {
        Experiment(ExperimentFile::new(file))
    }

    /// The experiment with another value for a variable of the file, `seed`, `games_per_cell`, `first` or `study`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl std::fmt::Display) -> Experiment {
        self.0.set.push(format!("{name}={value}"));
        self
    }

    /// The experiment with its results in this file.
    #[must_use]
    pub fn with_results(mut self, file: impl Into<String>) -> Experiment {
        self.0.results = Some(file.into());
        self
    }

    /// Plays the games that are missing. A stop keeps what was played by then, and the next run goes on from there.
    ///
    /// # Errors
    /// A file that cannot be used, a player that the catalogue of `work` does not know, a game that cannot be played.
    ///
    /// # Panics
    /// An own heuristic, search or player panics, or chooses a move that is not legal. What was played before is kept.
    pub fn run(&self, work: &Work) -> Result<ExperimentStatus, Error> {
        RunExperiment { start: Start::Either, ..RunExperiment::new(self.0.clone()) }.run(work)
    }

    /// How far the experiment has come, and who leads.
    ///
    /// # Errors
    /// A file that cannot be used, or no results yet.
    pub fn status(&self, work: &Work) -> Result<ExperimentStatus, Error> {
        StatusOfExperiment { file: self.0.clone() }.run(work)
    }

    /// Writes the report into a folder: a page to read, and the same as Markdown, LaTeX, CSV and JSON. The summary of what
    /// is returned opens with the answer.
    ///
    /// # Errors
    /// As [`status`](Experiment::status); a folder that cannot be written.
    pub fn report(&self, work: &Work, folder: impl Into<String>) -> Result<WrittenReport, Error> {
        ReportExperiment { file: self.0.clone(), out: Some(folder.into()), with_links: false }.run(work)
    }

    /// Writes every game to `out`, as a table of comma-separated values.
    ///
    /// # Errors
    /// As [`status`](Experiment::status); those of `out`.
    pub fn export(&self, work: &Work, out: impl std::io::Write) -> Result<(), Error> {
        ExportExperiment { file: self.0.clone(), form: ExportForm::Csv }.run(work, out)
    }
}

/// Checks a proof in a file, move by move, without the solver that made it: what it proves.
///
/// # Errors
/// The file cannot be read, or is not a proof.
///
/// ```
/// use connect_toe::{Game, verify};
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("proof").display().to_string();
/// Game::new("4x4:3")?.prove(&file)?;
/// assert_eq!(verify(&file)?.result.as_deref(), Some("x wins in 5 plies"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(certificate: &str) -> Result<Verified, Error> {
    Verify { file: certificate.to_owned() }.run(&Work::new())
}
