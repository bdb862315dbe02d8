//! Threads whose stacks are deep enough for every search.

use std::io;
use std::thread::{self, Builder};

/// Memory for the stack of each thread that searches: a game can be 4096 plies long, and a search descends one level a
/// ply; the deepest (the solver where stones drop on a board of 64 × 64) takes 20 MB. Only what is used is taken, but each
/// thread reserves addresses for all of it.
pub const STACK_BYTES: usize = 64 << 20;

/// The error of a system that starts no thread.
#[derive(Debug)]
pub struct NoThread(pub io::Error);

impl std::fmt::Display for NoThread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for NoThread {}

impl From<NoThread> for io::Error {
    fn from(NoThread(error): NoThread) -> io::Error {
        error
    }
}

/// A thread with this name and a deep stack, not started yet.
pub fn thread(name: &str) -> Builder {
    Builder::new().name(name.to_owned()).stack_size(STACK_BYTES)
}

/// Runs on one thread with a deep stack, and waits for it.
///
/// ```
/// let sum = connect_toe_work::on_a_deep_stack(|| (1..=10).sum::<u32>())?;
/// assert_eq!(sum, 55);
/// # Ok::<(), connect_toe_work::NoThread>(())
/// ```
///
/// # Errors
/// The system starts no thread.
///
/// # Panics
/// As `run` does.
pub fn on_a_deep_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Result<T, NoThread> {
    thread::scope(|scope| {
        let started = thread("search").spawn_scoped(scope, run).map_err(NoThread)?;
        Ok(started.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
