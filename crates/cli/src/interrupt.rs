//! What Ctrl-C does: the first one stops the run, which then says what it knows; any other ends the program.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_api::Stop;

use crate::commands;
use crate::failure::Failure;

static STOP: LazyLock<Stop> = LazyLock::new(Stop::new);
static STOPPED: Mutex<Option<Instant>> = Mutex::new(None);

/// One interrupt can arrive twice: some programs signal a process and then the group that it is in.
const SAME_INTERRUPT: Duration = Duration::from_millis(500);

/// What stops this program's run.
pub(crate) fn stop() -> Stop {
    STOP.clone()
}

/// Called when the user interrupts the program.
pub(crate) fn interrupt() {
    let mut stopped = STOPPED.lock().unwrap_or_else(PoisonError::into_inner);
    if stopped.is_none() && STOP.is_heard() {
        *stopped = Some(Instant::now());
        STOP.request();
    } else if stopped.is_none_or(|when| when.elapsed() > SAME_INTERRUPT) {
        commands::play::restore_terminal();
        STOP.clean_up();
        std::process::exit(Failure::INTERRUPTED.into());
    }
}
