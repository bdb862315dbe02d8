//! A request's run, from the command line's options to its end.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use connect_toe_api::{Error, Work};

use crate::arguments::Common;
use crate::failure::Failure;
use crate::interrupt;
use crate::players;
use crate::progress::Display;

/// What a request runs with, and where its progress is shown.
pub(crate) struct Session {
    pub(crate) work: Work,
    display: Arc<Display>,
}

/// Runs a request. Its progress is off the terminal when there is an answer to print.
pub(crate) fn run<A>(common: &Common, run: impl FnOnce(&Work) -> Result<A, Error>) -> Result<A, Failure> {
    let session = Session::new(common);
    Ok(run(&session.work)?)
}

impl Session {
    pub(crate) fn new(common: &Common) -> Session {
        Session::with(common, common.quiet)
    }

    /// A session whose answer is printed while it is made: on a terminal progress would stand in the middle of it.
    pub(crate) fn of_long_answer(common: &Common) -> Session {
        Session::with(common, common.quiet || io::stdout().is_terminal())
    }

    fn with(common: &Common, is_quiet: bool) -> Session {
        let display = Arc::new(Display::new(is_quiet));
        let threads = common.threads.map_or(0, usize::from);
        let work = Work::new()
            .with_threads(threads)
            .with_stop(interrupt::stop())
            .with_files(interrupt::files())
            .with_catalogue(players::catalogue());
        Session { work: work.observed_by(Arc::clone(&display)), display }
    }

    /// Where progress is shown.
    pub(crate) fn display(&self) -> Arc<Display> {
        Arc::clone(&self.display)
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
