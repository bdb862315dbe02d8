//! Counting move sequences: the classic check of a move generator.
#![expect(
    clippy::inline_always,
    reason = "sequences are counted for the processor as far as that is inlined"
)]

use crate::bits::Bits;
use crate::board::Board;
use crate::by_width;
use crate::geometry::Cell;
use crate::processor::{Avx2, Portable, Processor, Work};
use crate::rules::Rules;
use crate::width::ByWidth;

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
    static COUNTS: ByWidth = by_width!(B => count_sequences::<B> as Count<B>);
    COUNTS.get::<Count<B>>()(rules, board, depth)
}

type Count<B> = fn(&Rules<B>, &Board<B>, usize) -> Perft;

fn count_sequences<B: Bits>(rules: &Rules<B>, board: &Board<B>, depth: usize) -> Perft {
    let mut count = Perft { leaves: vec![0; depth + 1], ended: vec![0; depth + 1] };
    count.leaves[0] = 1;
    if rules.outcome(board).is_none() && depth > 0 {
        match Avx2::detect() {
            Some(processor) if const { B::WIDTH <= MOST_BITS } => {
                descend(processor, rules, board, 1, &mut count);
            }
            _ => descend(Portable, rules, board, 1, &mut count),
        }
    }
    count
}

/// Wider boards gain nothing from the processor's own instructions.
const MOST_BITS: u32 = 128;

#[inline]
fn descend<B: Bits, P: Processor>(
    processor: P,
    rules: &Rules<B>,
    board: &Board<B>,
    ply: usize,
    count: &mut Perft,
) {
    processor.run(Descent { processor, rules, board, ply, count });
}

/// Counts the sequences that begin with the first `ply - 1` moves to `board`.
struct Descent<'a, B, P> {
    processor: P,
    rules: &'a Rules<B>,
    board: &'a Board<B>,
    ply: usize,
    count: &'a mut Perft,
}

impl<B: Bits, P: Processor> Work for Descent<'_, B, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Descent { processor, rules, board, ply, count } = self;
        let legal = rules.legal(board);
        let ending = rules.completing_inlined(board, legal);
        count.leaves[ply] += u64::from(legal.count());
        count.ended[ply] += u64::from(ending.count());
        if ply + 1 < count.leaves.len() {
            let moves = legal.minus(ending).members().map(Cell::from_bit);
            if rules.sides_alternate() {
                for cell in moves {
                    descend(processor, rules, &after_unhashed(board, cell), ply + 1, count);
                }
            } else {
                for cell in moves {
                    descend(processor, rules, &rules.play(board, cell), ply + 1, count);
                }
            }
        }
    }
}

/// The position after a move where sides alternate. The hash, for which nobody asks here, stays as it was.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
fn after_unhashed<B: Bits>(board: &Board<B>, cell: Cell) -> Board<B> {
    Board {
        mover: board.other,
        other: board.mover.with(cell.bit()),
        stones: board.stones + 1,
        to_move: board.to_move.other(),
        ..*board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a processor without AVX2 both ways are the same one.
    #[test]
    fn every_processor_counts_the_same() {
        for (text, depth) in [("3x3:3", 9), ("7x6:4:-2", 6), ("4x4x4:4:all", 3), ("5x4:3:free:exact", 4)] {
            let rules = Rules::<u64>::compile(&text.parse().expect("sound game text")).expect("it fits");
            let start = rules.start();
            let empty = Perft { leaves: vec![0; depth + 1], ended: vec![0; depth + 1] };
            let (mut any, mut newer) = (empty.clone(), empty);
            descend(Portable, &rules, &start, 1, &mut any);
            match Avx2::detect() {
                Some(processor) => descend(processor, &rules, &start, 1, &mut newer),
                None => newer = any.clone(),
            }
            assert_eq!(any, newer, "{text}");
        }
    }
}
