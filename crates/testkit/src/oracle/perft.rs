//! Counting: move sequences, and distinct positions.

use std::collections::HashMap;

use super::game::Game;
use super::position::{Player, Position};

/// Numbers of move sequences by length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Perft {
    /// `leaves[d]`: the move sequences of length `d`; a game that ended is not continued.
    pub leaves: Vec<u64>,
    /// `ended[d]`: those of them whose last move made a line.
    pub ended: Vec<u64>,
}

/// Numbers of distinct positions after some number of plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlyCount {
    /// Distinct boards that play can reach.
    pub total: u64,
    /// Those of them that have a line; a game that ended without one is not counted here.
    pub ended: u64,
}

impl Position<'_> {
    /// Counts the move sequences of up to `depth` plies from this position. Both lists have `depth + 1` entries.
    pub fn perft(&self, depth: usize) -> Perft {
        let mut counts = Perft { leaves: vec![0; depth + 1], ended: vec![0; depth + 1] };
        self.count(0, depth, &mut counts);
        counts
    }

    fn count(&self, ply: usize, depth: usize, counts: &mut Perft) {
        counts.leaves[ply] += 1;
        if self.line_winner().is_some() {
            counts.ended[ply] += 1;
        } else if ply < depth {
            for (_, child) in self.children() {
                child.count(ply + 1, depth, counts);
            }
        }
    }
}

impl Game {
    /// Counts the move sequences from the empty board, see [`Position::perft`].
    pub fn perft(&self, depth: usize) -> Perft {
        self.start().perft(depth)
    }

    /// Counts the distinct positions (boards, not up to symmetry) after 0, 1, …, `depth` plies.
    pub fn positions_per_ply(&self, depth: usize) -> Vec<PlyCount> {
        let start = self.start();
        let mut reached: HashMap<Vec<Option<Player>>, Position<'_>> =
            HashMap::from([(start.stones.clone(), start)]);
        let mut counts = Vec::new();
        for _ in 0..=depth {
            let mut next = HashMap::new();
            let mut count = PlyCount::default();
            for position in reached.into_values() {
                count.total += 1;
                count.ended += u64::from(position.line_winner().is_some());
                for (_, child) in position.children() {
                    next.insert(child.stones.clone(), child);
                }
            }
            counts.push(count);
            reached = next;
        }
        counts
    }
}
