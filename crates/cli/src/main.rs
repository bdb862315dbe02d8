//! The `connect-toe` command: parse, run, print.

mod answer;
mod arguments;
mod commands;
mod failure;
mod interrupt;
mod number;
mod player_help;
mod players;
mod position;
mod position_file;
mod program;
mod progress;
mod session;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = program::parse().unwrap_or_else(|error| failure::refuse_arguments(&error));
    // It takes a thread. A system that does not give one ends the program at Ctrl-C, which is no reason not to run.
    let _ = ctrlc::set_handler(interrupt::interrupt);
    match commands::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.exit_code())
        }
    }
}
