//! How threads divide a search: what a thread learns of the tree, to choose where it goes when others are there.
//!
//! All threads search the same tree from the root, with one table. A thread that comes to a position where another
//! one is at work can do two things: go with it into the same move, and look for work further down, or take another
//! move. The other move is needed if the position fails low; if the first move reaches the target, it was in vain.
//! So a thread goes elsewhere only where a position is nearly certain to fail low, as positions are in which several
//! moves have failed. (Moves that others search are deferred: J.-C. Weill, 1996. That the first move's result is awaited
//! is from R. Feldmann, 1993; here it is as many moves as experience says.)

use std::sync::Arc;

use crate::claims::Claims;

/// What one of several threads knows.
#[derive(Clone, Debug)]
pub(super) struct Team {
    /// What all of them search.
    pub(super) claims: Arc<Claims>,
    /// By the number of empty cells.
    levels: Vec<Level>,
}

/// What the positions with one number of empty cells have been like.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Average nodes of a position; infinite as long as there was none.
    nodes: f32,
    /// How often a position failed low after this many of its moves had failed; the last stands for all greater numbers.
    low: [f32; MOVES],
}

const MOVES: usize = 8;
/// The same as long as nothing is known, as it is in Connect Four.
const LOW_AT_FIRST: [f32; MOVES] = [0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0];
/// Smaller positions are not worth the coordination.
const NODES_WORTH_SHARING: f32 = 200.0;
/// As certain must it be that a position fails low.
const NEARLY_CERTAIN: f32 = 0.97;

impl Team {
    /// Knows nothing of a board with this many cells yet.
    pub(super) fn new(claims: Arc<Claims>, cells: u32) -> Team {
        let level = Level { nodes: f32::INFINITY, low: LOW_AT_FIRST };
        Team { claims, levels: vec![level; cells as usize + 1] }
    }

    /// Whether positions with this many empty cells take long enough to be shared.
    #[inline]
    pub(super) fn shares(&self, empty: u32) -> bool {
        self.levels[empty as usize].nodes >= NODES_WORTH_SHARING
    }

    /// Whether all moves of a position will be needed, now that `failed` of them have failed.
    #[inline]
    pub(super) fn needs_all_moves(&self, empty: u32, failed: usize) -> bool {
        self.levels[empty as usize].low[failed.min(MOVES - 1)] >= NEARLY_CERTAIN
    }

    /// A position took this many nodes.
    #[inline]
    pub(super) fn learn_nodes(&mut self, empty: u32, nodes: u64) {
        let average = &mut self.levels[empty as usize].nodes;
        *average =
            if average.is_finite() { *average + (nodes as f32 - *average) / 16.0 } else { nodes as f32 };
    }

    /// A position in which moves had failed before, and more did, failed low or not.
    pub(super) fn learn_result(&mut self, empty: u32, before: usize, failed: usize, low: bool) {
        for moves in before..=failed {
            let share = &mut self.levels[empty as usize].low[moves.min(MOVES - 1)];
            *share += (f32::from(u8::from(low)) - *share) / 32.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_shared_until_they_are_known_to_be_small() {
        let mut team = Team::new(Arc::new(Claims::new()), 42);
        assert!(team.shares(42) && team.shares(0));
        team.learn_nodes(10, 3);
        team.learn_nodes(30, 5000);
        assert!(!team.shares(10) && team.shares(30));
        for _ in 0..100 {
            team.learn_nodes(30, 10);
            team.learn_nodes(10, 1000);
        }
        assert!(team.shares(10) && !team.shares(30));
    }

    #[test]
    fn moves_are_taken_early_where_positions_failed_low() {
        let mut team = Team::new(Arc::new(Claims::new()), 42);
        assert!(!team.needs_all_moves(20, 1) && team.needs_all_moves(20, 7) && team.needs_all_moves(20, 100));
        for _ in 0..200 {
            team.learn_result(20, 1, 6, true);
            team.learn_result(21, 0, 9, false);
        }
        assert!(team.needs_all_moves(20, 1) && !team.needs_all_moves(20, 0));
        assert!(!team.needs_all_moves(21, 7));
    }
}
