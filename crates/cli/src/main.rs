//! The `connect-toe` command: parse, run, print.

mod answer;
mod arguments;
mod commands;
mod failure;
mod interrupt;
mod player_help;
mod position;
mod progress;
mod session;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| failure::refuse_arguments(&error));
    let asked = ctrlc::set_handler(interrupt::interrupt);
    match asked.map_err(Failure::run).and_then(|()| commands::run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.exit_code())
        }
    }
}
