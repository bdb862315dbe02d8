//! The `connect-toe` command: parse, run, print.

mod answer;
mod arguments;
mod book_argument;
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
    // The handler takes a thread. If the system does not give one, Ctrl-C ends the program at once, and it can run all
    // the same.
    let _ = ctrlc::set_handler(interrupt::interrupt);
    match commands::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.exit_code())
        }
    }
}
