//! What Ctrl-C does: the first one stops the run, which then says what it knows; any other ends the program.

use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_api::{Error, Stop, UnfinishedFiles};
use connect_toe_gomocup::kill_engines;
use connect_toe_web::Stopper;

use crate::commands::play::restore_terminal;
use crate::failure::{self, Failure};

/// Stops the program's run, once there is one.
static STOP: OnceLock<Stop> = OnceLock::new();
/// The files that the run has not finished writing.
static FILES: OnceLock<UnfinishedFiles> = OnceLock::new();
/// Ends the server, once there is one.
static SERVER: OnceLock<Stopper> = OnceLock::new();
static STOPPED: Mutex<Option<Instant>> = Mutex::new(None);

/// One interrupt can arrive twice: some programs signal a process and then the group that it is in.
const SAME_INTERRUPT: Duration = Duration::from_millis(500);

/// What stops this program's run.
pub(crate) fn stop() -> Stop {
    STOP.get_or_init(Stop::new).clone()
}

/// The files that are removed if the program ends without waiting for its run.
pub(crate) fn files() -> UnfinishedFiles {
    FILES.get_or_init(UnfinishedFiles::default).clone()
}

/// From now on an interrupt ends this server.
pub(crate) fn end_server(stopper: Stopper) {
    // A program has one server.
    let _ = SERVER.set(stopper);
}

/// Called when the user interrupts the program.
pub(crate) fn interrupt() {
    if let Some(server) = SERVER.get() {
        server.stop();
        return;
    }
    let mut stopped = STOPPED.lock().unwrap_or_else(PoisonError::into_inner);
    match STOP.get() {
        Some(stop) if stopped.is_none() && stop.is_heard() => {
            *stopped = Some(Instant::now());
            stop.request();
            // The games are not kept, and an engine that is thinking hears of no stop.
            kill_engines();
        }
        stop if stopped.is_none_or(|when| when.elapsed() > SAME_INTERRUPT) => {
            restore_terminal();
            if stop.is_some() {
                files().remove();
                say_so();
            }
            failure::end(Failure::INTERRUPTED);
        }
        _ => {}
    }
}

/// Says that the run ends here, below what the terminal shows.
#[expect(clippy::print_stderr, reason = "nobody is left who would print it")]
fn say_so() {
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
    Failure::from(Error::Interrupted).print();
}
