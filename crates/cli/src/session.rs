//! A request's run, from the command line's options to its end.

use std::sync::Arc;

use connect_toe_api::Work;

use crate::arguments::Common;
use crate::interrupt;
use crate::progress::Display;

/// What a request runs with, and where its progress is shown.
pub(crate) struct Session {
    pub(crate) work: Work,
    display: Arc<Display>,
}

impl Session {
    pub(crate) fn new(common: &Common) -> Session {
        let display = Arc::new(Display::new(common.quiet));
        let threads = common.threads.map_or(0, usize::from);
        let work = Work::new().with_threads(threads).with_stop(interrupt::stop());
        Session { work: work.observed_by(Arc::clone(&display)), display }
    }

    /// Takes progress from the terminal: something else is printed now.
    pub(crate) fn clear(&self) {
        self.display.clear();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.clear();
    }
}
