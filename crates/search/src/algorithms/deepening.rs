//! Searches that may be stopped: how often they ask, and one depth after the other.

use connect_toe_game::{Bits, Rules};

use crate::Task;
use crate::report::{SearchReport, Stopped};

/// Nodes between two calls of the watch, which may have to stop the search within a millisecond: the larger the board,
/// the longer its positions take.
pub(super) fn report_every<B: Bits>(rules: &Rules<B>) -> u64 {
    let cells = rules.geometry().cells().len() as u64;
    ((1 << 16) / cells).clamp(8, 1 << 12)
}

/// Searches to `depth`, or, if the task says so, to 1, 2, 3, … up to it. `look` is given a depth and the nodes so far,
/// and counts on from there. If a look is stopped, the one before it is the answer; if the first is, what it found.
///
/// Source: D. Slate & L. Atkin, "CHESS 4.5: The Northwestern University chess program", in P. Frey (editor), "Chess
/// Skill in Man and Machine" (1977).
pub(super) fn deepen(
    task: &Task,
    depth: u32,
    mut look: impl FnMut(u32, u64) -> SearchReport,
) -> SearchReport {
    let first = if task.deepen { 1.min(depth) } else { depth };
    let mut report = look(first, 0);
    for depth in first + 1..=depth {
        if report.stopped == Stopped::Early {
            break;
        }
        let deeper = look(depth, report.nodes);
        report = match deeper.stopped {
            Stopped::Done => deeper,
            Stopped::Early => SearchReport { nodes: deeper.nodes, stopped: Stopped::Early, ..report },
        };
    }
    report
}
