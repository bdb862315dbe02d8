//! The effort of a search: its node limit, the watch that may stop it, and iterative deepening.

use connect_toe_game::{Bits, Cell, Rules};

use crate::report::{MoveValue, SearchReport, Stopped};
use crate::{Look, SearchProgress, Task, Watch};

/// The nodes of a search, their limit, and the watch that may stop the search.
pub(super) struct Effort<'w> {
    pub(super) nodes: u64,
    /// Whether the search is to stop, by the last answer of the watch.
    pub(super) is_over: bool,
    /// Whether the search is looking for a move in place of one that seemed best: see [`SearchProgress`].
    pub(super) is_in_trouble: bool,
    limit: u64,
    watch: Watch<'w>,
    /// Nodes between two calls of the watch, which may have to stop the search within a millisecond: the larger the
    /// board, the longer its positions take.
    report_every: u64,
    next_report: u64,
}

/// The watch is called at least this many times by a search that uses up its limit of nodes.
const REPORTS: u64 = 32;

impl<'w> Effort<'w> {
    /// The effort of a task, after `nodes` nodes.
    pub(super) fn new<B: Bits>(rules: &Rules<B>, task: &Task, nodes: u64, watch: Watch<'w>) -> Effort<'w> {
        let cells = rules.geometry().cells().len() as u64;
        // In many dimensions hundreds of rows go through a cell.
        let work = cells + cells_on_rows(rules) / 8;
        Effort::every(((1 << 16) / work).clamp(1, 1 << 12), task, nodes, watch)
    }

    /// As [`new`](Effort::new), with this many nodes between two calls of the watch.
    pub(super) fn every(report_every: u64, task: &Task, nodes: u64, watch: Watch<'w>) -> Effort<'w> {
        let limit = task.nodes.unwrap_or(u64::MAX);
        // A caller that shares the limit among searches stops them by the watch, so the fewer nodes, the sooner it is
        // called.
        let report_every = report_every.min(limit / REPORTS).max(1);
        Effort {
            nodes,
            is_over: false,
            is_in_trouble: false,
            limit,
            watch,
            report_every,
            next_report: limit.min(nodes + report_every),
        }
    }

    /// Whether the search is to stop; asks the watch from time to time.
    #[inline]
    pub(super) fn is_spent(&mut self) -> bool {
        if self.nodes >= self.next_report {
            self.report();
        }
        self.is_over
    }

    /// Counts so many nodes at once, unless the limit or the watch is to be asked between them.
    #[inline]
    pub(super) fn count(&mut self, nodes: u32) -> bool {
        let after = self.nodes + u64::from(nodes);
        let is_free = after < self.next_report;
        if is_free {
            self.nodes = after;
        }
        is_free
    }

    /// As [`is_spent`](Effort::is_spent), within a node that takes long. `work` counts the parts of it done so far,
    /// each of which takes as long as a node.
    #[inline]
    pub(super) fn is_spent_after(&mut self, work: u64) -> bool {
        if work.is_multiple_of(self.report_every) {
            self.report();
        }
        self.is_over
    }

    #[cold]
    fn report(&mut self) {
        self.next_report = (self.nodes + self.report_every).min(self.limit);
        let progress = SearchProgress { nodes: self.nodes, look: None, is_in_trouble: self.is_in_trouble };
        let go_on = (self.watch)(&progress).is_continue();
        self.is_over |= !go_on || self.nodes >= self.limit;
    }

    /// How the search ended, for the report.
    pub(super) fn stopped(&self) -> Stopped {
        if self.is_over { Stopped::Early } else { Stopped::Done }
    }
}

/// The number of cells of all rows. A cell counts once for each row through it.
pub(super) fn cells_on_rows<B: Bits>(rules: &Rules<B>) -> u64 {
    let lines = rules.lines();
    if !lines.are_rows() {
        return lines.iter().map(|line| line.len() as u64).sum();
    }
    lines.segments().iter().map(|segment| segment.length() as u64).sum()
}

/// Searches to `depth`, or, if the task says so, to 1, 2, 3, … up to it. `look` is given a depth, the number of nodes
/// so far, to which it adds its own, and the watch. If a look is stopped, the answer is the look before it, or what the
/// first look found.
///
/// Source: D. Slate & L. Atkin, "CHESS 4.5: The Northwestern University chess program", in P. Frey (editor), "Chess
/// Skill in Man and Machine" (1977).
pub(super) fn deepen(
    task: &Task,
    depth: u32,
    watch: Watch,
    mut look: impl FnMut(u32, u64, Watch) -> SearchReport,
) -> SearchReport {
    if task.deepen {
        always_deepen(depth, watch, Unfinished::Dropped, |_| false, look)
    } else {
        look(depth, 0, watch)
    }
}

/// What becomes of a look that is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    Dropped,
    /// Its answer counts if it has one: it began with the best move of the look before, so that another is better.
    Taken,
}

/// As [`deepen`], whatever the task says, but no deeper than a look that is enough.
pub(super) fn always_deepen(
    depth: u32,
    watch: Watch,
    unfinished: Unfinished,
    is_enough: impl Fn(&SearchReport) -> bool,
    mut look: impl FnMut(u32, u64, Watch) -> SearchReport,
) -> SearchReport {
    let first = 1.min(depth);
    let mut report = look(first, 0, watch);
    for depth in first + 1..=depth {
        if report.stopped == Stopped::Early || is_enough(&report) {
            break;
        }
        let ended = Look { depth: depth - 1, report: &report };
        let progress = SearchProgress { look: Some(ended), ..SearchProgress::after(report.nodes) };
        if watch(&progress).is_break() {
            report.stopped = Stopped::Early;
            break;
        }
        let deeper = look(depth, report.nodes, watch);
        report = match deeper.stopped {
            Stopped::Done => deeper,
            Stopped::Early if unfinished == Unfinished::Taken && !deeper.best.is_empty() => deeper,
            stopped => SearchReport { nodes: deeper.nodes, stopped, ..report },
        };
    }
    report
}

/// A search that values one move of the task after the other, and asks between two of them whether it is to stop.
/// `value` gives a move's value and adds the nodes that it took.
pub(super) fn move_by_move(
    task: &Task,
    watch: Watch,
    mut value: impl FnMut(Cell, &mut u64) -> i64,
) -> SearchReport {
    let mut nodes = 0;
    let mut moves = Vec::with_capacity(task.moves.len());
    let mut stopped = Stopped::Done;
    for &cell in task.moves {
        if nodes >= task.nodes.unwrap_or(u64::MAX) || watch(&SearchProgress::after(nodes)).is_break() {
            stopped = Stopped::Early;
            break;
        }
        moves.push(MoveValue { cell, value: value(cell, &mut nodes) });
    }
    SearchReport::of_every_move(moves, nodes, stopped)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    /// The answer, where the look two plies ahead is stopped after it has found these moves.
    fn after_a_stop(found: &[u32], unfinished: Unfinished) -> (Vec<Cell>, u64, Stopped) {
        let look = |depth: u32, nodes: u64, _: Watch| {
            let (line, stopped) = match depth {
                1 => (vec![Cell::from_bit(4)], Stopped::Done),
                _ => (found.iter().map(|&bit| Cell::from_bit(bit)).collect(), Stopped::Early),
            };
            SearchReport::of_one_best(i64::from(depth), line, nodes + 10, stopped)
        };
        let mut watch = |_: &SearchProgress| ControlFlow::Continue(());
        let report = always_deepen(9, &mut watch, unfinished, |_| false, look);
        (report.best, report.nodes, report.stopped)
    }

    #[test]
    fn what_an_unfinished_look_has_found_counts_if_it_is_taken() {
        let answer = |bit| (vec![Cell::from_bit(bit)], 20, Stopped::Early);
        assert_eq!(after_a_stop(&[7], Unfinished::Taken), answer(7));
        assert_eq!(after_a_stop(&[7], Unfinished::Dropped), answer(4));
        // It was stopped before it knew whether its first move holds.
        assert_eq!(after_a_stop(&[], Unfinished::Taken), answer(4));
    }
}
