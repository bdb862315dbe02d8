//! Tasks of this repository, run as `cargo xtask NAME`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

mod features;
mod fuzz;
mod outside;
mod package;
mod packages;
mod page;
mod process;
mod python;
mod readme;
mod release;
mod semver;
mod signature;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tasks of this repository
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run every test: repository checks, fuzz targets, unit, integration and documentation tests
    Test,
    /// Run the tests again with those that take minutes
    Slow,
    /// Check the repository itself: layers, lints, documents, text files
    Tidy,
    /// Run the fuzz targets
    Fuzz(fuzz::Options),
    /// Print the node count of the fixed workloads, which changes when a search does
    Signature,
    /// Build the program as people do, and run the command line's tests, `readme` and `signature` with it
    Release,
    /// Compare the output shown in README.md and the guides with what the program prints
    Readme(readme::Options),
    /// Build and run the program of the guide to own heuristics as a crate outside the workspace
    Outside,
    /// Build the web page from its sources in `web`
    Web,
    /// Build the Python package and run its tests
    Python,
    /// Check that every published package can be packed
    Package(package::Options),
    /// Check that the library compiles without features, and with each alone
    Features,
    /// Compare the libraries with the last release: what changed, and does the version number allow it
    Semver(semver::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test => test::all(),
        Task::Slow => test::slow(),
        Task::Tidy => tidy::run(),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::Signature => signature::run(),
        Task::Release => release::test(),
        Task::Readme(options) => readme::run(&options),
        Task::Outside => outside::run(),
        Task::Web => page::build(),
        Task::Python => test::python(),
        Task::Package(options) => package::run(&options),
        Task::Features => features::run(),
        Task::Semver(options) => semver::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
