//! `mtdf`: the values of minimax by windows of one value alone, MTD(f).
//!
//! Each pass asks whether the value is at least some number, and gives a bound: one from above and one from below close in
//! on the value. The first number is the value of the look two plies before, because values of looks at odd and at even
//! depths differ. Heuristics have fine values, so once the value lies between two bounds, passes halve what is between
//! them. The table makes the passes cheap; the passes end without it too.
//!
//! Source: A. Plaat, J. Schaeffer, W. Pijls & A. de Bruin, "Best-first fixed-depth minimax algorithms" (1996).

use super::scouting::{Look, Root};
use super::tree::INFINITY;
use crate::report::{MoveValue, SearchReport};
use crate::{Task, Want};

#[derive(Clone)]
pub(super) struct Mtdf {
    /// The values of the looks so far: of the position, or of each move.
    values: Vec<Vec<i64>>,
    /// The places of the moves in the task, in the order in which they are searched for the best.
    order: Vec<usize>,
}

impl Look for Mtdf {
    fn new(task: &Task) -> Mtdf {
        Mtdf { values: Vec::new(), order: (0..task.moves.len()).collect() }
    }

    fn look(&mut self, root: &mut Root) -> SearchReport {
        let two_before = self.values.len().checked_sub(2);
        let guesses = two_before.map_or_else(Vec::new, |look| self.values[look].clone());
        let guess = |place: usize| guesses.get(place).copied().unwrap_or(0);
        let report = match root.task.want {
            Want::EveryMove => every_move(root, guess),
            Want::OneBest => self.one_best(root, guess(0)),
        };
        self.values.push(match root.task.want {
            Want::EveryMove => report.moves.iter().map(|found| found.value).collect(),
            Want::OneBest => vec![report.value],
        });
        report
    }
}

/// The exact values of all moves.
fn every_move(root: &mut Root, guess: impl Fn(usize) -> i64) -> SearchReport {
    let mut moves = Vec::with_capacity(root.task.moves.len());
    for (place, &cell) in root.task.moves.iter().enumerate() {
        let value = close_in(guess(place), |target| {
            let bound = root.value(place, target - 1, target);
            (!root.is_over()).then_some(bound)
        });
        let Some(value) = value else { break };
        moves.push(MoveValue { cell, value });
    }
    let (nodes, stopped) = root.effort();
    SearchReport::of_every_move(moves, nodes, stopped)
}

impl Mtdf {
    /// The first best move.
    fn one_best(&mut self, root: &mut Root, guess: i64) -> SearchReport {
        let value = close_in(guess, |target| {
            let mut best = -INFINITY;
            for index in 0..self.order.len() {
                best = best.max(root.value(self.order[index], target - 1, target));
                if root.is_over() {
                    return None;
                }
                if best >= target {
                    self.order[..=index].rotate_right(1);
                    break;
                }
            }
            Some(best)
        });
        let moves = root.task.moves.len();
        let first = value.and_then(|value| {
            let mut is_best = |&place: &usize| root.value(place, value - 1, value) >= value;
            (0..moves).find(|place| is_best(place)).map(|place| (value, place))
        });
        let (nodes, stopped) = root.effort();
        match first {
            Some((value, place)) if !root.is_over() => {
                SearchReport::of_one_best(value, vec![root.task.moves[place]], nodes, stopped)
            }
            _ => SearchReport::of_one_best(0, Vec::new(), nodes, stopped),
        }
    }
}

/// The value of which `bound` gives a bound for each target: from below if it is the target or more, else from above. None
/// once it gives none.
fn close_in(guess: i64, mut bound: impl FnMut(i64) -> Option<i64>) -> Option<i64> {
    let (mut low, mut high) = (-INFINITY, INFINITY);
    let (mut target, mut step) = (guess, 1);
    while low < high {
        let found = bound(target)?;
        if found >= target {
            low = found;
        } else {
            high = found;
        }
        target = if low == -INFINITY {
            high.saturating_sub(step - 1)
        } else if high == INFINITY {
            low.saturating_add(step)
        } else {
            // Rounded up, because a target is above the lower bound.
            low + (high - low + 1) / 2
        };
        step = step.saturating_mul(4);
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::close_in;

    #[test]
    fn passes_close_in_on_the_value() {
        // A search that fails soft: its bounds are better than the target, but not by much.
        let passes = |value: i64, guess: i64| {
            let mut targets = Vec::new();
            let found = close_in(guess, |target| {
                targets.push(target);
                Some(if value >= target { value.min(target + 1) } else { value.max(target - 2) })
            });
            assert_eq!(found, Some(value));
            targets
        };
        // Right at once: one bound is the guess, the other comes from the number above it.
        assert_eq!(passes(5, 5), [5, 6]);
        assert_eq!(passes(5, 4), [4, 6]);
        // Steps of 1, 4, 16 and 64 up to a bound from above, and then halves.
        assert_eq!(passes(30, 0), [0, 2, 7, 24, 89, 56, 40, 32, 28, 30]);
        assert_eq!(close_in(0, |_| None), None, "a search that is stopped has no value");
    }
}
