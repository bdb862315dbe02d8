//! Hash keys for positions (A. L. Zobrist, 1970): one random number for each side's stone on each cell.
//! A position's hash is the exclusive-or of the keys of its stones, and of one more if O is to move, so
//! playing a stone changes it by two operations.

use crate::geometry::Cell;
use crate::mixing::mix;
use crate::side::{BySide, Side};

/// The hash keys of one game; the same on every machine and in every run.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    stones: Vec<BySide<u64>>,
}

/// Part of the hash of a position with O to move.
pub(crate) const O_TO_MOVE: u64 = mix(7);

/// Part of the hash of a position whose side to move still places so many stones in its turn: nothing for the last.
#[inline]
pub(crate) const fn left(stones: u8) -> u64 {
    if stones == 1 { 0 } else { mix(8 + stones as u64) }
}

impl Keys {
    pub(crate) fn new(bits: usize) -> Keys {
        let keys = |bit: u64| BySide { x: mix(2 * bit + 1_000_003), o: mix(2 * bit + 1_000_004) };
        Keys { stones: (0..bits as u64).map(keys).collect() }
    }

    #[inline]
    pub(crate) fn stone(&self, side: Side, cell: Cell) -> u64 {
        self.stones[cell.index()][side]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_to_move_is_part_of_the_hash() {
        assert_ne!(O_TO_MOVE, 0);
        let keys = Keys::new(4096);
        let all: std::collections::HashSet<u64> =
            keys.stones.iter().flat_map(|key| [key.x, key.o]).chain([O_TO_MOVE, 0]).collect();
        assert_eq!(all.len(), 2 * 4096 + 2);
    }
}
