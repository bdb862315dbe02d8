//! The stones of a position on the lines of its game, and what they threaten.

use std::sync::Arc;

use connect_toe_game::{Bits, Board, Cell, Hypergraph, Overline, Rules, Side};

use crate::tallies::Tallies;

/// The stones on the lines of a game, with make and unmake. A cell's number is its bit.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    /// A longer run does not count.
    is_exact: bool,
    pub(crate) shape: Arc<Hypergraph>,
    pub(crate) tallies: Tallies,
}

impl Ground {
    /// The empty board.
    pub(crate) fn new<B: Bits>(rules: &Rules<B>) -> Ground {
        let shape = Arc::clone(rules.lines().hypergraph());
        let is_exact = rules.spec().overline == Overline::DoesNotCount;
        Ground { is_exact, tallies: Tallies::new(&shape), shape }
    }

    #[inline]
    pub(crate) fn make(&mut self, cell: Cell, side: Side) {
        self.tallies.make(&self.shape, cell.bit() as u16, number(side));
    }

    #[inline]
    pub(crate) fn unmake(&mut self, cell: Cell, side: Side) {
        self.tallies.unmake(&self.shape, cell.bit() as u16, number(side));
    }

    /// The cells among `legal` where a side completes a line, whichever is to move.
    #[inline]
    pub(crate) fn completing<B: Bits>(&self, rules: &Rules<B>, board: &Board<B>, legal: B, side: Side) -> B {
        let cells = self.tallies.completing(number(side));
        if cells.is_empty() {
            return B::EMPTY;
        }
        let cells = cells.bits::<B>() & legal;
        if self.is_exact { complete_exactly(rules, board, cells, side) } else { cells }
    }

    /// The cells where a stone of a side can threaten to complete a line; others cannot.
    #[inline]
    pub(crate) fn candidates<B: Bits>(&self, rules: &Rules<B>, legal: B, side: Side) -> B {
        let tallies = &self.tallies;
        if !rules.placement_is_free() && !tallies.completing(number(side)).is_empty() {
            // A line lacks a cell that no stone can rest on yet: any stone may be what it will rest on.
            return legal;
        }
        let mut candidates = B::EMPTY;
        for line in tallies.open(number(side)).iter() {
            let (a, b) = tallies.pair(&self.shape, line as u32);
            candidates.insert(u32::from(a));
            candidates.insert(u32::from(b));
        }
        candidates & legal
    }
}

/// The cells where a run has the right length too.
#[inline(never)]
fn complete_exactly<B: Bits>(rules: &Rules<B>, board: &Board<B>, cells: B, side: Side) -> B {
    if side == board.to_move() {
        rules.completing(board, cells)
    } else {
        rules.threatened_inlined(board, cells)
    }
}

/// 0 for X, 1 for O.
#[inline]
pub(crate) fn number(side: Side) -> usize {
    match side {
        Side::X => 0,
        Side::O => 1,
    }
}
