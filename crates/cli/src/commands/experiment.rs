//! `experiment`: from a file that says what to play to results that can be trusted, resumed and cited.

mod export;
mod file;
mod game;
mod report;
mod status;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use connect_toe_laboratory::{RunExperiment, SampleExperiment, Start, StatusOfExperiment, experiment_schema};

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::session;

use file::FileArguments;
pub(crate) use file::Settings;

// As with the commands of the program, what is built late has no doc comments of its own.
/// What to do with an experiment.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Arguments {
    /// Write a small, commented experiment to start from
    Sample(SampleArguments),
    /// Play an experiment's games
    Run(RunArguments),
    /// Play the missing games of an experiment
    Resume(RunArguments),
    /// Show the progress of an experiment
    Status(FileArguments),
    /// Write the report: a page to read, Markdown, CSV, JSON and LaTeX tables
    Report(report::Arguments),
    /// Print a game of the results, or save it for a replay
    Game(game::Arguments),
    /// Print every game as CSV, or with --format json as JSON
    Export(export::Arguments),
    /// Print the JSON Schema of experiment files
    Schema,
}

// Options of `run` and `resume`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    file: FileArguments,
    /// Add to results of another version, whose players may play differently
    #[arg(long)]
    any_version: bool,
}

// Options of `sample`.
#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
pub(crate) struct SampleArguments {
    /// The file to write
    #[arg(value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    file: String,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    match arguments {
        Arguments::Sample(arguments) => sample(common, arguments),
        Arguments::Run(arguments) => play(common, arguments, Start::New),
        Arguments::Resume(arguments) => play(common, arguments, Start::Resume),
        Arguments::Status(arguments) => {
            let request = StatusOfExperiment { file: arguments.file(common) };
            answer::print(common.format, &session::run(common, |work| request.run(work))?, status::text)
        }
        Arguments::Report(arguments) => report::write(common, arguments),
        Arguments::Game(arguments) => game::print(common, arguments),
        Arguments::Export(arguments) => export::print(common, arguments),
        Arguments::Schema => answer::print_text(experiment_schema()),
    }
}

fn sample(common: &Common, arguments: &SampleArguments) -> Result<(), Failure> {
    let request = SampleExperiment { file: arguments.file.clone() };
    answer::print(common.format, &session::run(common, |work| request.run(work))?, |written| {
        format!(
            "{0} is written. Run it with `connect-toe experiment run {0}`, then `connect-toe experiment report {0}`.",
            written.file
        )
    })
}

fn play(common: &Common, arguments: &RunArguments, start: Start) -> Result<(), Failure> {
    let any_version = arguments.any_version;
    let request = RunExperiment { file: arguments.file.file(common), start, any_version };
    let status = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &status, status::text)?;
    if status.interrupted { Err(Failure::Stopped) } else { Ok(()) }
}
