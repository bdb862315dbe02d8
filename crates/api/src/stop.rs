//! Stopping a run from outside.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use connect_toe_solve::Control;
use tempfile::NamedTempFile;

/// Stops a run: its games, its searches and its solver hear of it within about 0.2 s.
///
/// Clones stop the same run. A stop that comes before the run begins is not lost.
///
/// ```
/// use connect_toe_api::{Playouts, Stop, Work};
/// let stop = Stop::new();
/// let work = Work::new().with_stop(stop.clone());
/// stop.request();
/// let counts = Playouts { games: 1_000_000_000, ..Playouts::new("gomoku") }.run(&work)?;
/// assert!(counts.partial && counts.games < 1_000_000_000);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    is_requested: bool,
    flags: Vec<Weak<AtomicBool>>,
    controls: Vec<Weak<Control>>,
    /// Files that nobody should find if the program ends now.
    unfinished: Vec<PathBuf>,
}

impl Stop {
    /// A run that goes on.
    pub fn new() -> Stop {
        Stop::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the run.
    pub fn request(&self) {
        let mut state = self.state();
        state.is_requested = true;
        state.flags.iter().filter_map(Weak::upgrade).for_each(|flag| flag.store(true, Ordering::Relaxed));
        state.controls.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }

    /// Whether somebody has stopped the run.
    pub fn is_requested(&self) -> bool {
        self.state().is_requested
    }

    /// Whether a request would be heard: work is under way that looks at it.
    pub fn is_heard(&self) -> bool {
        let state = self.state();
        state.flags.iter().any(|flag| flag.strong_count() > 0)
            || state.controls.iter().any(|control| control.strong_count() > 0)
    }

    /// A flag that is set when the run is stopped. The work that looks at it may set it too: that stops nothing else.
    pub fn flag(&self) -> Arc<AtomicBool> {
        let mut state = self.state();
        let flag = Arc::new(AtomicBool::new(state.is_requested));
        state.flags.retain(|flag| flag.strong_count() > 0);
        state.flags.push(Arc::downgrade(&flag));
        flag
    }

    /// A solver's control that is stopped with the run.
    pub fn control(&self) -> Arc<Control> {
        let mut state = self.state();
        let control = Arc::new(Control::new());
        if state.is_requested {
            control.stop();
        }
        state.controls.retain(|control| control.strong_count() > 0);
        state.controls.push(Arc::downgrade(&control));
        control
    }

    /// Makes a file that [`clean_up`](Stop::clean_up) removes while the second value lives.
    ///
    /// # Errors
    /// Those of `create`.
    pub fn unfinished<E>(
        &self,
        create: impl FnOnce() -> Result<NamedTempFile, E>,
    ) -> Result<(NamedTempFile, Unfinished), E> {
        // Cleaning up waits until the name is known.
        let mut state = self.state();
        let file = create()?;
        let path = file.path().to_owned();
        state.unfinished.push(path.clone());
        Ok((file, Unfinished { stop: self.clone(), path }))
    }

    /// Removes the files that the run has not finished writing: for a program that ends without waiting for the run.
    pub fn clean_up(&self) {
        for path in self.state().unfinished.drain(..) {
            // The run may have removed it meanwhile.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// What work does that looks at a [flag](Stop::flag): it goes on until the flag is set.
pub fn listen(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// While this lives, a file counts as unfinished.
#[derive(Debug)]
pub struct Unfinished {
    stop: Stop,
    path: PathBuf,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.stop.state().unfinished.retain(|path| *path != self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_hears_of_a_stop() {
        let stop = Stop::new();
        assert!(!stop.is_heard());
        let (flag, control) = (stop.flag(), stop.control());
        assert!(stop.is_heard() && !flag.load(Ordering::Relaxed) && !control.is_stopped());
        stop.clone().request();
        assert!(stop.is_requested() && flag.load(Ordering::Relaxed) && control.is_stopped());
        assert!(stop.flag().load(Ordering::Relaxed) && stop.control().is_stopped(), "later ones too");
        drop((flag, control));
        assert!(!stop.is_heard());
    }

    #[test]
    fn unfinished_files_are_removed_at_the_end() {
        let stop = Stop::new();
        let folder = tempfile::tempdir().expect("a folder");
        let files = || std::fs::read_dir(folder.path()).expect("a folder").count();
        let other = stop.unfinished(|| NamedTempFile::new_in(folder.path())).expect("a file");
        let (file, mark) = stop.unfinished(|| NamedTempFile::new_in(folder.path())).expect("a file");
        assert_eq!(files(), 2);
        stop.clean_up();
        assert_eq!(files(), 0);
        drop((file, mark, other));
        let (file, mark) = stop.unfinished(|| NamedTempFile::new_in(folder.path())).expect("a file");
        let kept = folder.path().join("kept");
        file.persist(&kept).expect("it has a name");
        drop(mark);
        stop.clean_up();
        assert!(kept.exists() && files() == 1);
    }
}
