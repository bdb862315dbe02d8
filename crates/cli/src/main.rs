//! The `connect-toe` command: parse, run, print.

mod answer;
mod arguments;
mod commands;
mod failure;
mod interrupt;
mod player_help;
mod position;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let asked = ctrlc::set_handler(interrupt::interrupt);
    let result = asked.map_err(Failure::run).and_then(|()| on_a_deep_stack(|| commands::run(&arguments)));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Memory for the stack of each thread that searches: a game can be 4096 plies long, and a search descends
/// one level a ply. Only what is used is taken.
const STACK_BYTES: usize = 256 << 20;

/// Runs on a thread whose stack is deep enough for every search.
fn on_a_deep_stack(run: impl FnOnce() -> Result<(), Failure> + Send) -> Result<(), Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("main".to_owned()).stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, run).map_err(Failure::run)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
