//! `principal-variation`: the values of minimax by principal variation search.
//!
//! After the first move of a position the search only asks whether another move is better. If one best move is wanted,
//! the search looks only for values near the value of the look two plies before (*aspiration*). How near follows from
//! how far values changed before: some heuristics count in ones and others in millions. If the value lies outside, the
//! window grows on both sides.
//!
//! The best move is the first in the caller's order among all best ones, as in alpha-beta: a move before the best one so
//! far only has to be as good, a move after it has to be better.
//!
//! Source: T. A. Marsland & M. Campbell, "Parallel search of strongly ordered game trees" (1982).

use std::cmp::Reverse;

use super::scouting::{Look, Root};
use super::tree::INFINITY;
use crate::report::{MoveValue, SearchReport, Stopped};
use crate::{Task, Want};

/// How far the value of a look may lie from the expected one, at first, where values hardly changed before.
const ASPIRATION: i64 = 16;

#[derive(Clone)]
pub(super) struct PrincipalVariation {
    /// The places of the moves in the task, in the order in which they are searched.
    order: Vec<usize>,
    /// The values of the looks so far, the newest last.
    values: Vec<i64>,
}

/// A move of the root, by its place in the task.
#[derive(Clone, Copy, Debug)]
struct Found {
    place: usize,
    value: i64,
}

impl Look for PrincipalVariation {
    fn new(task: &Task) -> PrincipalVariation {
        PrincipalVariation { order: (0..task.moves.len()).collect(), values: Vec::new() }
    }

    fn look(&mut self, root: &mut Root) -> SearchReport {
        match root.task.want {
            Want::EveryMove => self.every_move(root),
            Want::OneBest => self.one_best(root),
        }
    }
}

impl PrincipalVariation {
    /// Sets the order of the moves for the first look.
    pub(super) fn search_in_order<K: Ord>(&mut self, key: impl FnMut(&usize) -> K) {
        self.order.sort_by_cached_key(key);
    }

    /// The exact values of all moves.
    fn every_move(&mut self, root: &mut Root) -> SearchReport {
        let mut found = Vec::with_capacity(self.order.len());
        for &place in &self.order {
            let value = root.value(place, -INFINITY, INFINITY);
            if root.is_over() {
                break;
            }
            found.push(Found { place, value });
        }
        found.sort_by_key(|found| found.place);
        let cell = |found: &Found| MoveValue { cell: root.task.moves[found.place], value: found.value };
        let moves = found.iter().map(cell).collect();
        if found.len() == self.order.len() {
            found.sort_by_key(|found| Reverse(found.value));
            self.order = found.iter().map(|found| found.place).collect();
        }
        let (nodes, stopped) = root.effort();
        SearchReport::of_every_move(moves, nodes, stopped)
    }

    /// The first best move. If the search is stopped, the best of those that were valued, or none if that may be worth less
    /// than another.
    fn one_best(&mut self, root: &mut Root) -> SearchReport {
        let expected = Expected::after(&self.values);
        let mut reach = expected.map_or(0, |expected| expected.change).max(ASPIRATION);
        let (mut low, mut high) = match expected {
            Some(Expected { value, .. }) => (value.saturating_sub(reach), value.saturating_add(reach)),
            None => (-INFINITY, INFINITY),
        };
        let mut line = Vec::new();
        let (mut value, mut is_found) = (0, false);
        while let Some(best) = self.best_within(root, low, high) {
            (value, line) = (best.value, vec![root.task.moves[best.place]]);
            is_found = best.value > low;
            self.bring_to_front(best.place);
            if root.is_over() || low < best.value && best.value < high {
                break;
            }
            root.is_in_trouble(best.value <= low);
            reach = reach.saturating_mul(4);
            let is_wide = reach > root.most;
            low = if is_wide { -INFINITY } else { low.min(best.value).saturating_sub(reach) };
            high = if is_wide { INFINITY } else { high.max(best.value).saturating_add(reach) };
        }
        root.is_in_trouble(false);
        self.values.push(value);
        let (nodes, stopped) = root.effort();
        if stopped == Stopped::Early && !is_found {
            line.clear();
        }
        SearchReport::of_one_best(value, line, nodes, stopped)
    }

    /// The first best move, if its value lies between these. If all are worth `low` or less, one of them with a bound; if
    /// one is worth `high` or more, this one. None if the search is stopped before it has found any.
    fn best_within(&self, root: &mut Root, low: i64, high: i64) -> Option<Found> {
        let mut best: Option<Found> = None;
        for (index, &place) in self.order.iter().enumerate() {
            let value = match best {
                None => root.value(place, low, high),
                Some(best) => {
                    let is_before = place < best.place;
                    let alpha = low.max(if is_before { best.value - 1 } else { best.value });
                    if alpha >= root.most {
                        continue;
                    }
                    let value = root.scout(place, index, alpha);
                    let is_exact = value <= alpha || value >= high || root.is_over();
                    if is_exact { value } else { root.value(place, alpha, high) }
                }
            };
            if root.is_over() {
                break;
            }
            // As good is good enough for an earlier move.
            if best.is_none_or(|best| (value, Reverse(place)) > (best.value, Reverse(best.place))) {
                best = Some(Found { place, value });
            }
            if value >= high {
                break;
            }
        }
        best
    }

    /// Brings a move to the front for the next look.
    fn bring_to_front(&mut self, place: usize) {
        if let Some(index) = self.order.iter().position(|&other| other == place) {
            self.order[..=index].rotate_right(1);
        }
    }
}

/// What a look is expected to find, after the looks before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    /// The value of the look two plies before: values at odd and at even depths differ.
    value: i64,
    /// How far from it the value may well lie: as far as the values before it lay apart. Some heuristics count in ones, others
    /// in millionths.
    change: i64,
}

impl Expected {
    /// After looks with these values, the newest last; none if there was no look two plies before.
    fn after(values: &[i64]) -> Option<Expected> {
        let &[.., value, last] = values else { return None };
        let before = match values {
            // Of the same kind of depth.
            &[.., before, _, _, _] => before,
            _ => last,
        };
        Some(Expected { value, change: value.saturating_sub(before).saturating_abs() })
    }
}

#[cfg(test)]
mod tests {
    use super::Expected;

    #[test]
    fn looks_two_plies_before_tell_what_to_expect() {
        let after =
            |values: &[i64]| Expected::after(values).map(|expected| (expected.value, expected.change));
        assert_eq!([after(&[]), after(&[5])], [None; 2]);
        // Of two looks and of three, the last two are compared: nothing better is known.
        assert_eq!(after(&[5, 12]), Some((5, 7)));
        assert_eq!(after(&[5, 12, 9]), Some((12, 3)));
        assert_eq!(after(&[5, 12, 9, 14]), Some((9, 4)));
        assert_eq!(after(&[0, 6, 12, 9, 14]), Some((9, 3)));
        assert_eq!(after(&[i64::MIN, 0, i64::MAX, 0]), Some((i64::MAX, i64::MAX)));
    }
}
