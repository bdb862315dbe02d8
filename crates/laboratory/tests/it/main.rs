//! Requests and answers as callers use them.

mod crew;
mod dataset;
mod grade;
mod json;
mod partial;
mod play;
mod shipped;
mod train;
mod tune;

use connect_toe_api::{Observer, Progress, Stop, Work};

/// Stops a run when this many units are done.
pub(crate) struct StopsAt {
    pub(crate) done: u64,
    pub(crate) stop: Stop,
}

impl StopsAt {
    pub(crate) fn work(done: u64) -> Work {
        let stop = Stop::new();
        Work::new().with_threads(2).with_stop(stop.clone()).observed_by(StopsAt { done, stop })
    }
}

impl Observer for StopsAt {
    fn progress(&self, progress: &Progress) {
        if progress.done >= self.done {
            self.stop.request();
        }
    }

    fn notice(&self, _text: &str) {}
}
