//! One depth after the other, for searches that may be stopped.

use crate::Task;
use crate::report::{SearchReport, Stopped};

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
