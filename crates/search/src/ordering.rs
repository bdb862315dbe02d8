//! The order in which moves are searched: good ones first, so that alpha-beta can cut.

use connect_toe_game::{Bits, Cell, Rules};

/// The fixed part of a move's promise: cells on many lines first, as in the centre of a board.
#[derive(Clone, Debug)]
pub(crate) struct Ordering {
    /// By cell; higher is more promising.
    promise: Vec<u32>,
}

impl Ordering {
    pub(crate) fn new<B: Bits>(rules: &Rules<B>) -> Ordering {
        let mut promise = vec![0; rules.geometry().bits()];
        for &cell in rules.geometry().cells() {
            promise[cell.index()] = rules.lines().through(cell).len() as u32;
        }
        Ordering { promise }
    }

    /// Puts the moves in order: `first`, then by promise, then as they were.
    #[inline]
    pub(crate) fn sort(&self, moves: &mut [Cell], first: Option<Cell>) {
        let key = |cell: Cell| if Some(cell) == first { u32::MAX } else { self.promise[cell.index()] };
        if moves.len() > 24 {
            moves.sort_by_key(|&cell| std::cmp::Reverse(key(cell)));
            return;
        }
        for end in 1..moves.len() {
            let (cell, value) = (moves[end], key(moves[end]));
            let mut place = end;
            while place > 0 && key(moves[place - 1]) < value {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = cell;
        }
    }
}
