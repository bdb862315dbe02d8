//! The effort of a search: its nodes, their limit, and the watch that may stop it.

use std::ops::ControlFlow;

/// Called with the nodes so far from time to time; can stop the search.
pub type Watch<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// A watch that lets every search run to its end.
pub fn unwatched(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Nodes between two calls of the watch.
const REPORT_EVERY: u64 = 1024;

/// The nodes of a search, their limit, and the watch.
pub(crate) struct Effort<'w> {
    pub(crate) nodes: u64,
    /// Whether the search is to stop.
    pub(crate) is_over: bool,
    limit: u64,
    watch: Watch<'w>,
    is_stopped: bool,
    next_report: u64,
}

impl<'w> Effort<'w> {
    pub(crate) fn new(limit: u64, watch: Watch<'w>) -> Effort<'w> {
        let next_report = limit.min(REPORT_EVERY);
        Effort { nodes: 0, is_over: false, limit, watch, is_stopped: false, next_report }
    }

    /// Counts a move that is about to be made, unless the search is to stop.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_report {
            self.report();
        }
        self.nodes += u64::from(!self.is_over);
        !self.is_over
    }

    #[cold]
    fn report(&mut self) {
        self.next_report = (self.nodes + REPORT_EVERY).min(self.limit);
        self.is_stopped |= (self.watch)(self.nodes).is_break();
        self.is_over |= self.is_stopped || self.nodes >= self.limit;
    }

    /// A part of the search, which may count at most `most` nodes.
    pub(crate) fn part<T>(&mut self, most: u64, search: impl FnOnce(&mut Effort<'w>) -> T) -> T {
        let whole = self.limit;
        self.limit = whole.min(self.nodes.saturating_add(most));
        self.next_report = self.next_report.min(self.limit);
        let found = search(self);
        self.limit = whole;
        self.is_over = self.is_stopped;
        found
    }
}
