//! What Ctrl-C does: the first one stops a solver, which then says what it knows; any other ends the program.

use std::sync::{Arc, Mutex, PoisonError};

use connect_toe_solve::Control;

use crate::commands;
use crate::failure::Failure;

static STOPPABLE: Mutex<Option<Arc<Control>>> = Mutex::new(None);

fn replace(control: Option<Arc<Control>>) -> Option<Arc<Control>> {
    std::mem::replace(&mut STOPPABLE.lock().unwrap_or_else(PoisonError::into_inner), control)
}

/// Called when the user interrupts the program.
pub(crate) fn interrupt() {
    if let Some(control) = replace(None) {
        control.stop();
    } else {
        commands::play::restore_terminal();
        std::process::exit(Failure::INTERRUPTED.into());
    }
}

/// Runs something that stops soon after `control` says so, and answers all the same.
pub(crate) fn stoppable<T>(control: &Arc<Control>, run: impl FnOnce() -> T) -> T {
    replace(Some(Arc::clone(control)));
    let result = run();
    replace(None);
    result
}
