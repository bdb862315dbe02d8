//! Threads that search one position together, by what they find in a table that all of them share.
//!
//! The calling thread searches as if it were alone. Its helpers search the same position without waiting for anybody, and
//! what they put into the table is what it need not search. A thread leaves a move until the end if another is just
//! searching the position after it ([`Busy`]), and finds the value in the table then. Which of two threads comes to a
//! position first depends on the machine, so a search with helpers need not give the same report twice.
//!
//! Source: T. Kerrigan, "Simplified ABDADA" (2017), after J.-C. Weill, "The ABDADA distributed minimax search algorithm"
//! (1996).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use connect_toe_eval::{Key, SettingError, Settings};

use super::within;
use crate::report::SearchReport;
use crate::{SearchProgress, Task, Watch};

pub(super) const THREADS: Key = Key {
    name: "threads",
    about: "threads that search a position together, 1 to 256; with more than 1 the same position can give another move the next time; default 1",
};

/// The `threads` of the settings.
pub(super) fn threads(settings: &Settings) -> Result<usize, SettingError> {
    Ok(within(settings, THREADS, 1..=256, "a whole number of threads from 1 to 256")?.unwrap_or(1))
}

/// Searches with helpers, after `before` nodes, until the calling thread has its report, whose nodes are those of all threads.
/// `search` is what the calling thread does, `help` what each helper does.
pub(super) fn search_with<H: Send>(
    helpers: &mut [H],
    before: u64,
    (task, watch): (&Task, Watch),
    search: impl FnOnce(&Task, Watch) -> SearchReport,
    help: impl Fn(&mut H, &Task, Watch) + Sync,
) -> SearchReport {
    if helpers.is_empty() {
        return search(task, watch);
    }
    // Each thread has its part of the nodes: the calling thread need not know how far the others are.
    let threads = helpers.len() as u64 + 1;
    let part = &Task {
        nodes: task.nodes.map(|nodes| before + nodes.saturating_sub(before).div_ceil(threads)),
        ..*task
    };
    let endless = &Task { nodes: None, ..*task };
    let is_over = AtomicBool::new(false);
    let (is_over, help) = (&is_over, &help);
    let counts: Vec<AtomicU64> = helpers.iter().map(|_| AtomicU64::new(0)).collect();
    let nodes = || counts.iter().map(|count| count.load(Relaxed)).sum::<u64>();
    std::thread::scope(|scope| {
        for (helper, count) in helpers.iter_mut().zip(&counts) {
            // Without this thread the others search alone.
            let _ = connect_toe_work::thread("helper").spawn_scoped(scope, move || {
                help(helper, endless, &mut |progress| {
                    count.store(progress.nodes, Relaxed);
                    if is_over.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            });
        }
        let ends = EndsAll(is_over);
        let mut report = search(part, &mut |progress| {
            watch(&SearchProgress { nodes: progress.nodes + nodes(), ..*progress })
        });
        drop(ends);
        report.nodes += nodes();
        report
    })
}

/// Where threads say which positions they are searching. A position may be missing, when another took its place.
pub(super) struct Busy(Box<[AtomicU64]>);

/// A power of two.
const PLACES: usize = 1 << 12;

impl Busy {
    /// A place for each of this many threads to say so; none for one alone.
    pub(super) fn of(threads: usize) -> Option<Busy> {
        (threads > 1).then(|| Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect()))
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> 32) as usize % PLACES]
    }

    /// Says that a thread begins to search a position; false if another is searching it.
    pub(super) fn enter(&self, key: u64) -> bool {
        self.place(key).swap(key, Relaxed) != key
    }

    /// Says that the position is not searched any more.
    pub(super) fn leave(&self, key: u64) {
        let _ = self.place(key).compare_exchange(key, 0, Relaxed, Relaxed);
    }
}

/// The places of a node's moves, those that were left until the end last.
pub(super) struct Places {
    next: usize,
    left: Vec<usize>,
}

impl Places {
    pub(super) fn from(first: usize) -> Places {
        Places { next: first, left: Vec::new() }
    }

    /// The next place that does not come so late.
    pub(super) fn peek(&self) -> usize {
        self.next
    }

    /// The next place before `end`, or one that was left, and whether it was.
    #[inline]
    pub(super) fn next(&mut self, end: usize) -> Option<(usize, bool)> {
        if self.next < end {
            self.next += 1;
            return Some((self.next - 1, false));
        }
        self.left.pop().map(|place| (place, true))
    }

    /// Leaves a place until the end.
    #[cold]
    pub(super) fn leave(&mut self, place: usize) {
        self.left.push(place);
    }
}

/// Tells the helpers to stop when it is dropped, even by a panic.
struct EndsAll<'a>(&'a AtomicBool);

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
