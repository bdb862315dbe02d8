//! What Ctrl-C does: the first one stops a solver or an experiment, which then says what it knows; any
//! other ends the program.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_solve::Control;
use tempfile::NamedTempFile;

use crate::commands;
use crate::failure::Failure;

static STATE: Mutex<State> = Mutex::new(State { stoppable: None, stopped: None, unfinished: None });

struct State {
    stoppable: Option<Box<dyn FnOnce() + Send>>,
    stopped: Option<Instant>,
    /// A file that nobody should find.
    unfinished: Option<PathBuf>,
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
        state.remove_unfinished();
        std::process::exit(Failure::INTERRUPTED.into());
    }
}

impl State {
    fn remove_unfinished(&mut self) {
        if let Some(path) = self.unfinished.take() {
            // It may be gone by now.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// While this lives, a file is removed if the user ends the program.
#[derive(Debug)]
pub(crate) struct Unfinished(());

impl Drop for Unfinished {
    fn drop(&mut self) {
        state().unfinished = None;
    }
}

/// Makes a file that is removed if the user ends the program while the second value lives.
pub(crate) fn unfinished<E>(
    create: impl FnOnce() -> Result<NamedTempFile, E>,
) -> Result<(NamedTempFile, Unfinished), E> {
    // An interrupt waits until the name is known.
    let mut state = state();
    let file = create()?;
    state.unfinished = Some(file.path().to_owned());
    Ok((file, Unfinished(())))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_file_is_removed_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = || std::fs::read_dir(folder.path()).expect("a folder").count();
        let (file, mark) = unfinished(|| NamedTempFile::new_in(folder.path())).expect("a file");
        assert_eq!(files(), 1);
        state().remove_unfinished();
        assert_eq!(files(), 0);
        drop((file, mark));
        let (file, mark) = unfinished(|| NamedTempFile::new_in(folder.path())).expect("a file");
        let kept = folder.path().join("kept");
        file.persist(&kept).expect("it has a name");
        drop(mark);
        state().remove_unfinished();
        assert!(kept.exists() && files() == 1);
    }
}
