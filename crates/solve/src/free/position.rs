//! Stones on the line hypergraph, with everything that searches ask for kept up to date move by move.

use std::sync::Arc;

use connect_toe_game::{Bits, Board, Side};
use connect_toe_threats::Tallies;

use super::shape::Shape;

/// The weight of a line that needs `e` more stones is `2^(UNIT - e)`, at least 1: a multiple of `2^-e` that is
/// rounded up only for lines that are very far from complete.
const UNIT: u32 = 40;

/// A position with make and unmake. Sides are 0 (X) and 1 (O).
///
/// A line is *live* for a side while the other has no stone on it.
#[derive(Clone, Debug)]
pub(super) struct LinePosition {
    shape: Arc<Shape>,
    pub(super) counts: Counts,
}

/// What changes with the stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    tallies: Tallies,
    empty: u32,
    /// By side and cell: live lines through the cell.
    live: [Vec<u16>; 2],
    live_lines: [u32; 2],
    hash: u64,
}

impl LinePosition {
    /// The empty board.
    pub(super) fn new(shape: Arc<Shape>) -> LinePosition {
        let (cells, lines) = (shape.cells(), shape.graph.lines());
        let live: Vec<u16> = (0..cells as u16).map(|cell| shape.graph.lines_of(cell).len() as u16).collect();
        let counts = Counts {
            tallies: Tallies::new(&shape.graph),
            empty: shape.open().count(),
            live: [live.clone(), live],
            live_lines: [lines as u32; 2],
            hash: 0,
        };
        LinePosition { shape, counts }
    }

    /// The position with a board's stones.
    pub(super) fn of<B: Bits>(shape: &Arc<Shape>, board: &Board<B>) -> LinePosition {
        let mut position = LinePosition::new(Arc::clone(shape));
        for side in Side::ALL {
            for cell in shape.members(board.stones_of(side)) {
                position.make(cell, side_number(side));
            }
        }
        position
    }

    /// The cells and lines.
    #[inline]
    pub(super) fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The cells and lines, and the stones on these.
    pub(super) fn parts(&mut self) -> (&Shape, &mut Tallies) {
        (&self.shape, &mut self.counts.tallies)
    }

    /// The stones on the lines.
    #[inline]
    pub(super) fn tallies(&self) -> &Tallies {
        &self.counts.tallies
    }

    /// Cells without a stone.
    #[inline]
    pub(super) fn empty(&self) -> u32 {
        self.counts.empty
    }

    /// The number of lines through a cell that are live for a side.
    #[inline]
    pub(super) fn live(&self, side: usize, cell: u16) -> u16 {
        self.counts.live[side][usize::from(cell)]
    }

    /// The number of lines that are live for a side.
    #[inline]
    pub(super) fn live_lines(&self, side: usize) -> u32 {
        self.counts.live_lines[side]
    }

    /// How many stones a side lacks on its fullest live line; `None` if it has no live line.
    pub(super) fn lacks(&self, side: usize) -> Option<usize> {
        self.counts.tallies.all_lacks(side).min().map(usize::from)
    }

    /// The sum over a side's live lines of `2^-(empty cells)`, in units of [`LinePosition::WEIGHT_OF_ONE`], rounded
    /// up.
    pub(super) fn weight(&self, side: usize) -> u64 {
        self.counts.tallies.all_lacks(side).map(weight).sum()
    }

    /// The weight of a complete line.
    pub(super) const WEIGHT_OF_ONE: u64 = 1 << UNIT;

    /// The weight of a side's live lines through an empty cell.
    #[inline]
    pub(super) fn weight_through(&self, side: usize, cell: u16) -> u64 {
        let mut sum = 0;
        for &line in self.shape.graph.lines_of(cell) {
            if let Some(lacks) = self.counts.tallies.lacks(side, line) {
                sum += weight(lacks);
            }
        }
        sum
    }

    /// The two empty cells of an open line.
    #[inline]
    pub(super) fn pair(&self, line: u32) -> (u16, u16) {
        self.counts.tallies.pair(&self.shape.graph, line)
    }

    /// Hash of the stones.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.counts.hash
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(super) fn make(&mut self, cell: u16, side: usize) {
        self.counts.make(&self.shape, cell, side);
        self.counts.count_live(&self.shape, cell, side, false);
    }

    /// Takes back a stone.
    #[inline]
    pub(super) fn unmake(&mut self, cell: u16, side: usize) {
        self.counts.count_live(&self.shape, cell, side, true);
        self.counts.unmake(&self.shape, cell, side);
    }

    /// Puts a stone on an empty cell for a moment: the live lines of cells are not kept up to date.
    #[inline]
    pub(super) fn try_out(&mut self, cell: u16, side: usize) {
        self.counts.make(&self.shape, cell, side);
    }

    /// The reverse of [`try_out`](Self::try_out).
    #[inline]
    pub(super) fn try_back(&mut self, cell: u16, side: usize) {
        self.counts.unmake(&self.shape, cell, side);
    }
}

impl Counts {
    /// Puts a stone on an empty cell; live lines are not counted.
    #[inline]
    fn make(&mut self, shape: &Shape, cell: u16, side: usize) {
        self.tallies.make(&shape.graph, cell, side);
        self.empty -= 1;
        self.hash ^= shape.key(cell, side);
    }

    /// The reverse of [`make`](Self::make).
    #[inline]
    fn unmake(&mut self, shape: &Shape, cell: u16, side: usize) {
        self.tallies.unmake(&shape.graph, cell, side);
        self.empty += 1;
        self.hash ^= shape.key(cell, side);
    }

    /// Takes the lines that a stone has killed for the other side, or that one about to be taken back gives back to
    /// it, out of its live lines, or puts them back.
    #[inline]
    fn count_live(&mut self, shape: &Shape, cell: u16, side: usize, alive: bool) {
        let other = 1 - side;
        for &line in shape.graph.lines_of(cell) {
            if self.tallies.stones_on(side, line) != 1 {
                continue;
            }
            for &cell in shape.graph.cells_of(line) {
                let live = &mut self.live[other][usize::from(cell)];
                *live = if alive { *live + 1 } else { *live - 1 };
            }
            let lines = &mut self.live_lines[other];
            *lines = if alive { *lines + 1 } else { *lines - 1 };
        }
    }
}

/// The weight of a live line that lacks some cells.
#[inline]
fn weight(lacks: u16) -> u64 {
    1 << UNIT.saturating_sub(u32::from(lacks))
}

/// 0 for X, 1 for O.
#[inline]
pub(super) fn side_number(side: Side) -> usize {
    match side {
        Side::X => 0,
        Side::O => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_game::{GameSpec, Rules};
    use connect_toe_testkit::random_game::SplitMix64;

    /// Everything kept up to date equals what counting afresh gives, and taking back restores it.
    #[test]
    fn moves_made_and_taken_back() {
        for text in ["3x3:3", "4x4x4:4", "7x7:5", "5:1", "2x2x2:2", "3x3:5", "2x3x2x2:2"] {
            let spec: GameSpec = text.parse().expect("sound game text");
            let rules = Rules::<u128>::compile(&spec).expect("it fits");
            let shape = Arc::new(Shape::new(&rules));
            let mut random = SplitMix64::new(5);
            let mut position = LinePosition::new(Arc::clone(&shape));
            let mut history = vec![];
            for _ in 0..200 {
                let cell = random.below(shape.cells()) as u16;
                if random.below(3) > 0 && position.tallies().is_empty(cell) {
                    let side = random.below(2);
                    history.push((position.clone(), cell, side));
                    position.make(cell, side);
                    // The order of stones does not matter.
                    let mut afresh = LinePosition::new(Arc::clone(&shape));
                    for cell in 0..shape.cells() as u16 {
                        if let Some(side) = position.tallies().owner(cell) {
                            afresh.make(cell, side);
                        }
                    }
                    assert_eq!(position.counts, afresh.counts, "{text}");
                } else if let Some((before, cell, side)) = history.pop() {
                    position.unmake(cell, side);
                    assert_eq!(position.counts, before.counts, "{text}");
                }
            }
        }
    }

    #[test]
    fn threats_and_open_lines() {
        let spec: GameSpec = "3x3:3".parse().expect("sound game text");
        let rules = Rules::<u64>::compile(&spec).expect("it fits");
        let shape = Arc::new(Shape::new(&rules));
        let mut position = LinePosition::new(shape);
        assert_eq!((position.live_lines(0), position.lacks(0)), (8, Some(3)));
        // a1 and c3 for X; b2 completes the diagonal.
        position.make(0, 0);
        assert_eq!((position.tallies().open(0).count(), position.live_lines(1)), (3, 5));
        position.make(8, 0);
        assert_eq!(position.tallies().completing(0).iter().collect::<Vec<_>>(), [4]);
        position.make(4, 1);
        assert_eq!((position.tallies().completing(0).count(), position.lacks(0)), (0, Some(2)));
        assert_eq!(position.weight(0), 4 * (LinePosition::WEIGHT_OF_ONE >> 2));
    }
}
