//! `experiment`: from a file that says what to play to results that can be trusted, resumed and cited.

mod export;
mod plan_file;
mod play_missing;
mod printable;
mod progress;
mod report;
mod sample;
mod shell;
mod status;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use connect_toe_experiment::Override;
use connect_toe_results::{Opened, ResultsError, ResultsFile};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;

pub(crate) use plan_file::{PlanFile, results_failure, results_failure_of};
pub(crate) use play_missing::{Told, play_missing};
pub(crate) use shell::CommandLine;

/// Version of the program, which results are marked with.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What to do with an experiment.
#[derive(Debug, Subcommand)]
pub(crate) enum Arguments {
    /// Write a small, commented experiment to start from
    Sample(SampleArguments),
    /// Play an experiment's games
    Run(RunArguments),
    /// Play the games of an experiment that are missing
    Resume(RunArguments),
    /// Say how far an experiment has come
    Status(FileArguments),
    /// Write the report: a page to read, Markdown, CSV, JSON and LaTeX tables
    Report(report::Arguments),
    /// Print every game, as CSV or with --format json as JSON
    Export(FileArguments),
    /// Print the JSON Schema of experiment files
    Schema,
}

/// An experiment and its results.
#[derive(Debug, Args)]
pub(crate) struct FileArguments {
    /// The experiment file (TOML)
    #[arg(value_name = "FILE")]
    pub(crate) experiment: PathBuf,
    /// Where the results are [default: FILE with .db for .toml]
    #[arg(long, value_name = "RESULTS")]
    results: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// What is said differently than in the file.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Replace a variable or setting of the file, for example depth={1..3}
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) overrides: Vec<Override>,
}

/// Options of `run` and `resume`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    file: FileArguments,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
    /// Add to results of another version of this program, whose players may play differently
    #[arg(long)]
    any_version: bool,
}

/// Options of `sample`.
#[derive(Debug, Args)]
pub(crate) struct SampleArguments {
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl FileArguments {
    /// The results' place: as named, or beside the experiment.
    pub(crate) fn results(&self) -> PathBuf {
        self.results.clone().unwrap_or_else(|| self.experiment.with_extension("db"))
    }
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    match arguments {
        Arguments::Sample(arguments) => sample::write(&arguments.file),
        Arguments::Run(arguments) => play(common, arguments, false),
        Arguments::Resume(arguments) => play(common, arguments, true),
        Arguments::Status(arguments) => status::print(common, arguments),
        Arguments::Report(arguments) => report::write(common, arguments),
        Arguments::Export(arguments) => export::print(common, arguments),
        Arguments::Schema => answer::print_text(connect_toe_experiment::schema()),
    }
}

/// The command that continues what these arguments began.
fn again(command: &str, common: &Common, arguments: &RunArguments) -> String {
    let file = &arguments.file;
    let mut line = CommandLine::new(&["experiment", command]).with(&file.experiment);
    if let Some(results) = &file.results {
        line = line.with("--results").with(results);
    }
    line = line.with_settings(&file.settings, common);
    if arguments.any_version {
        line = line.with("--any-version");
    }
    line.quoted()
}

fn play(common: &Common, arguments: &RunArguments, resume: bool) -> Result<(), Failure> {
    let file = PlanFile::read(&arguments.file.experiment, &arguments.file.settings, common)?;
    let path = arguments.file.results();
    let again = |command: &str| again(command, common, arguments);
    let results = if resume { open(&path, &file, &again)? } else { create(&path, &file, &again)? };
    let version = (!arguments.any_version).then_some(VERSION);
    results.check(&file.plan, version).map_err(results_failure)?;
    let told = if arguments.quiet { Told::Nothing } else { Told::Progress };
    let (results, whole) = play_missing(&file, results, 0..u64::MAX, told, results_failure)?;
    let answer = status::text_or_json(common, &file, &results)?;
    results.finish().map_err(results_failure)?;
    answer::print_text(&answer)?;
    if whole {
        return Ok(());
    }
    tell(&format!("stopped; what was played is in {}. Go on with {}", path.display(), again("resume")));
    Err(Failure::Interrupted)
}

/// The results that are to be completed.
fn open(path: &Path, file: &PlanFile, again: &dyn Fn(&str) -> String) -> Result<ResultsFile, Failure> {
    let results = match ResultsFile::open(path, Opened::ToWrite) {
        // A run was ended before it had written anything.
        Err(ResultsError::NoExperiment(_)) => ResultsFile::create(path, &file.plan, VERSION),
        opened => opened,
    };
    results.map_err(|error| match error {
        ResultsError::Missing(_) => {
            results_failure(error).hint(format!("start the experiment with {}", again("run")))
        }
        error => results_failure(error),
    })
}

/// A file for results that are to be made.
fn create(path: &Path, file: &PlanFile, again: &dyn Fn(&str) -> String) -> Result<ResultsFile, Failure> {
    match ResultsFile::create(path, &file.plan, VERSION) {
        Err(ResultsError::Exists(_)) => {
            // A different experiment is the greater surprise, so it is told first.
            ResultsFile::open(path, Opened::ToRead)
                .and_then(|results| results.check(&file.plan, None))
                .map_err(results_failure)?;
            let message = format!("{} has results of this experiment already", path.display());
            Err(Failure::request(message)
                .hint(format!("play the games that are missing with {}", again("resume"))))
        }
        created => created.map_err(results_failure),
    }
}

#[expect(clippy::print_stderr, reason = "what happens is told on standard error")]
pub(crate) fn tell(text: &str) {
    eprintln!("{text}");
}
