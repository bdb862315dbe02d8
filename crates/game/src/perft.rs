//! Counting move sequences and positions: the classic check of a move generator.

use std::collections::HashSet;

use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::Cell;
use crate::rules::Rules;

/// Move sequences by length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// `leaves[d]`: sequences of `d` moves; a game that ended is not continued.
    pub leaves: Vec<u64>,
    /// `ended[d]`: the sequences of `d` moves whose last move completed a line.
    pub ended: Vec<u64>,
}

/// Counts the move sequences of up to `depth` moves from a position.
///
/// ```
/// use connect_toe_game::{perft, GameSpec, Rules};
/// let rules = Rules::<u64>::compile(&"connect-four".parse::<GameSpec>()?)?;
/// assert_eq!(perft(&rules, &rules.start(), 4).leaves, [1, 7, 49, 343, 2401]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft<B: Bits>(rules: &Rules<B>, board: &Board<B>, depth: usize) -> Perft {
    let mut count = Perft { leaves: vec![0; depth + 1], ended: vec![0; depth + 1] };
    count.leaves[0] = 1;
    if rules.outcome(board).is_none() && depth > 0 {
        descend(rules, board, 1, &mut count);
    }
    count
}

fn descend<B: Bits>(rules: &Rules<B>, board: &Board<B>, ply: usize, count: &mut Perft) {
    let legal = rules.legal(board);
    let ending = rules.completing(board, legal);
    count.leaves[ply] += u64::from(legal.count());
    count.ended[ply] += u64::from(ending.count());
    if ply + 1 < count.leaves.len() {
        for bit in legal.minus(ending).members() {
            descend(rules, &rules.play(board, Cell::from_bit(bit)), ply + 1, count);
        }
    }
}

/// The number of different positions by number of moves from the empty board. `same` maps each position to the
/// position that it counts as: itself, or its canonical form under symmetry.
///
/// ```
/// use connect_toe_game::{Rules, canonical_form, positions_per_ply, symmetries};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// assert_eq!(positions_per_ply(&rules, 2, |board| board), [1, 9, 72]);
/// let all = symmetries(rules.spec())?.elements(8).expect("a square has eight");
/// assert_eq!(positions_per_ply(&rules, 2, |board| canonical_form(&rules, &all, &board)), [1, 3, 12]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn positions_per_ply<B: Bits>(
    rules: &Rules<B>,
    depth: usize,
    mut same: impl FnMut(Board<B>) -> Board<B>,
) -> Vec<u64> {
    let mut counts = vec![1];
    let mut layer = HashSet::from([same(rules.start())]);
    for _ in 0..depth {
        let mut next = HashSet::new();
        for board in layer.iter().filter(|board| rules.outcome(board).is_none()) {
            next.extend(rules.legal(board).members().map(|bit| same(rules.play(board, Cell::from_bit(bit)))));
        }
        counts.push(next.len() as u64);
        layer = next;
    }
    counts
}
