//! Tasks of this repository, run as `cargo xtask NAME`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

mod contents;
mod dist;
mod engine_code;
mod features;
mod fuzz;
mod jobs;
mod outside;
mod package;
mod page;
mod process;
mod python;
mod readme;
mod semver;
mod setup;
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
    /// Run everything that a change can break: repository checks, Rust, the optimised program, the page, Python
    Test(setup::Options),
    /// Run what takes minutes, and say how long each part takes
    Slow(setup::Options),
    /// Install the programs that the tests use: Node.js, Chromium, Python
    Setup(setup::Options),
    /// Check the repository itself: layers, lints, documents, text files
    Tidy,
    /// Run the fuzz targets
    Fuzz(fuzz::Options),
    /// Print the node count of the fixed workloads, which changes when a search does
    Signature,
    /// Build the program as people do, and check that no other crate compiles code of the engine
    EngineCode,
    /// Compare the output shown in README.md and the guides with what the program prints
    Readme(readme::Options),
    /// Build and run the program of the guide to own heuristics as a crate outside the workspace
    Outside,
    /// Build the web page, and the board for notebooks, from their sources in `web`
    Web,
    /// Build the Python package and run its tests
    Python(setup::Options),
    /// Check that every published package can be packed
    Package(package::Options),
    /// Check that the library compiles without features, and with each alone
    Features,
    /// Build the archive of a release: program, completions, manual, licences, bill of materials; unpack it and run the
    /// program
    Dist(dist::Options),
    /// Write the licences of all packages that one of ours is built from
    Licences(contents::Options),
    /// Compare the libraries with the last release: what changed, and does the version number allow it
    Semver(semver::Options),
    /// Run one part of the tests
    #[command(hide = true)]
    Part { part: test::Part },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test(options) => test::all(&options),
        Task::Slow(options) => test::slow(&options),
        Task::Setup(options) => setup::run_with(&options),
        Task::Tidy => tidy::run(),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::Signature => signature::run(),
        Task::EngineCode => engine_code::check(),
        Task::Readme(options) => readme::run(&options),
        Task::Outside => outside::run(),
        Task::Web => page::build(),
        Task::Python(options) => test::python(&options),
        Task::Package(options) => package::run(&options),
        Task::Features => features::run(),
        Task::Dist(options) => dist::run(&options),
        Task::Licences(options) => contents::write_licences(&options),
        Task::Semver(options) => semver::run(&options),
        Task::Part { part } => part.run(),
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
