//! What Ctrl-C does: the first one stops a solver or an experiment, which then says what it knows; any
//! other ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_solve::Control;

use crate::commands;
use crate::failure::Failure;

static STATE: Mutex<State> = Mutex::new(State { stoppable: None, stopped: None });

struct State {
    stoppable: Option<Box<dyn FnOnce() + Send>>,
    stopped: Option<Instant>,
}

/// One interrupt can arrive twice: some programs signal a process and then the group that it is in.
const SAME_INTERRUPT: Duration = Duration::from_millis(500);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Called when the user interrupts the program.
pub(crate) fn interrupt() {
    let mut state = state();
    if let Some(stop) = state.stoppable.take() {
        state.stopped = Some(Instant::now());
        stop();
    } else if state.stopped.is_none_or(|when| when.elapsed() > SAME_INTERRUPT) {
        commands::play::restore_terminal();
        std::process::exit(Failure::INTERRUPTED.into());
    }
}

/// Runs something that stops soon after `control` says so, and answers all the same.
pub(crate) fn stoppable<T>(control: &Arc<Control>, run: impl FnOnce() -> T) -> T {
    let control = Arc::clone(control);
    stoppable_by(move || control.stop(), run)
}

/// The same for something that looks at a flag.
pub(crate) fn stoppable_by_flag<T>(stop: &Arc<AtomicBool>, run: impl FnOnce() -> T) -> T {
    let stop = Arc::clone(stop);
    stoppable_by(move || stop.store(true, Ordering::Relaxed), run)
}

fn stoppable_by<T>(stop: impl FnOnce() + Send + 'static, run: impl FnOnce() -> T) -> T {
    state().stoppable = Some(Box::new(stop));
    let result = run();
    state().stoppable = None;
    result
}
