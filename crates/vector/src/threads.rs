//! The threads that games are played on.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// What the parts of the games run on.
#[derive(Debug)]
pub(crate) enum Threads {
    /// The calling thread.
    One,
    /// The threads that all share, one for each core.
    Shared,
    Own(ThreadPool),
}

impl Threads {
    /// So many of one's own; 1 is the calling thread, and 0 are those that all share.
    ///
    /// # Errors
    /// The system does not start so many.
    pub(crate) fn new(threads: usize) -> Result<Threads, ThreadPoolBuildError> {
        Ok(match threads {
            0 => Threads::Shared,
            1 => Threads::One,
            more => Threads::Own(ThreadPoolBuilder::new().num_threads(more).build()?),
        })
    }

    /// Does the work of each part.
    pub(crate) fn run<T: Send>(&self, parts: Vec<T>, work: impl Fn(T) + Send + Sync) {
        match self {
            // Another thread would take longer to wake up than it takes to do the work.
            _ if parts.len() < 2 => parts.into_iter().for_each(work),
            Threads::One => parts.into_iter().for_each(work),
            Threads::Shared => parts.into_par_iter().for_each(work),
            Threads::Own(pool) => pool.install(|| parts.into_par_iter().for_each(work)),
        }
    }
}
