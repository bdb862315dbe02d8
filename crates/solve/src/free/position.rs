//! Stones on the line hypergraph, with everything that searches ask for kept up to date move by move.

use std::sync::Arc;

use connect_toe_game::{Bits, Board, Side};

use super::incidence::Incidence;

/// Marks a cell without a stone.
const NOBODY: u8 = 2;

/// The weight of a line that needs `e` more stones is `2^(UNIT - e)`, at least 1: a multiple of `2^-e` that is
/// rounded up only for lines that are very far from complete.
const UNIT: u32 = 40;

/// The stones of one side on a line, the other's, and the exclusive-or of its empty cells: with one cell empty,
/// that is the cell; with two, it gives one from the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    stones: [u16; 2],
    rest: u16,
}

/// A position with make and unmake. Sides are 0 (X) and 1 (O).
///
/// A line is *live* for a side while the other has no stone on it.
#[derive(Clone, Debug)]
pub(super) struct Position {
    shape: Arc<Incidence>,
    pub(super) counts: Counts,
}

/// What changes with the stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    k: u16,
    owner: Vec<u8>,
    empty: u32,
    tally: Vec<Tally>,
    /// By side and cell: live lines through the cell.
    live: [Vec<u16>; 2],
    live_lines: [u32; 2],
    /// By side and cell: live lines that lack only this cell.
    lacking: [Vec<u16>; 2],
    /// By side: the cells that complete a line.
    completing: [Set; 2],
    /// By side: the live lines that lack exactly two cells.
    open: [Set; 2],
    hash: u64,
}

/// A set of small numbers that knows its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
    count: u32,
}

impl Set {
    pub(super) fn new(bound: usize) -> Set {
        Set { words: vec![0; bound.div_ceil(64).max(1)], count: 0 }
    }

    #[inline]
    fn insert(&mut self, member: usize) {
        self.words[member / 64] |= 1 << (member % 64);
        self.count += 1;
    }

    #[inline]
    fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
        self.count -= 1;
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    #[inline]
    pub(super) fn lowest(&self) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        self.iter().next()
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words: &[u64] = if self.count == 0 { &[] } else { &self.words };
        words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(64 * index + bit)
            })
        })
    }
}

impl Position {
    /// The empty board.
    pub(super) fn new(shape: Arc<Incidence>) -> Position {
        let (cells, lines, k) = (shape.cells(), shape.lines(), shape.k());
        let mut counts = Counts {
            k: k as u16,
            owner: vec![NOBODY; cells],
            empty: cells as u32,
            tally: vec![Tally::default(); lines],
            live: [vec![0; cells], vec![0; cells]],
            live_lines: [0; 2],
            lacking: [vec![0; cells], vec![0; cells]],
            completing: [Set::new(cells), Set::new(cells)],
            open: [Set::new(lines), Set::new(lines)],
            hash: 0,
        };
        for line in 0..lines as u32 {
            let rest = shape.cells_of(line).iter().fold(0, |rest, cell| rest ^ cell);
            counts.tally[line as usize].rest = rest;
            for side in 0..2 {
                match k {
                    1 => counts.lacks_only(side, rest),
                    2 => counts.open[side].insert(line as usize),
                    _ => {}
                }
                counts.live_lines[side] += 1;
                for &cell in shape.cells_of(line) {
                    counts.live[side][usize::from(cell)] += 1;
                }
            }
        }
        Position { shape, counts }
    }

    /// The position with a board's stones.
    pub(super) fn of<B: Bits>(shape: &Arc<Incidence>, board: &Board<B>) -> Position {
        let mut position = Position::new(Arc::clone(shape));
        for side in Side::ALL {
            for cell in shape.members(board.stones_of(side)) {
                position.make(cell, side_number(side));
            }
        }
        position
    }

    /// The hypergraph.
    #[inline]
    pub(super) fn shape(&self) -> &Arc<Incidence> {
        &self.shape
    }

    /// Cells without a stone.
    #[inline]
    pub(super) fn empty(&self) -> u32 {
        self.counts.empty
    }

    /// Whether a cell has no stone.
    #[inline]
    pub(super) fn is_empty(&self, cell: u16) -> bool {
        self.counts.owner[usize::from(cell)] == NOBODY
    }

    /// Whose stone is on a cell.
    #[inline]
    pub(super) fn owner(&self, cell: u16) -> Option<usize> {
        let owner = self.counts.owner[usize::from(cell)];
        (owner != NOBODY).then_some(usize::from(owner))
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

    /// Whether a line is live for a side.
    #[inline]
    pub(super) fn is_live(&self, side: usize, line: u32) -> bool {
        self.counts.tally[line as usize].stones[1 - side] == 0
    }

    /// A side's stones on a line.
    #[inline]
    pub(super) fn stones_on(&self, side: usize, line: u32) -> usize {
        usize::from(self.counts.tally[line as usize].stones[side])
    }

    /// How many stones a side lacks on its fullest live line; `None` if it has no live line.
    pub(super) fn lacks(&self, side: usize) -> Option<usize> {
        let live = self.counts.tally.iter().filter(|tally| tally.stones[1 - side] == 0);
        live.map(|tally| usize::from(self.counts.k - tally.stones[side])).min()
    }

    /// The sum over a side's live lines of `2^-(empty cells)`, in units of [`Position::WEIGHT_OF_ONE`], rounded
    /// up.
    pub(super) fn weight(&self, side: usize) -> u64 {
        let live = self.counts.tally.iter().filter(|tally| tally.stones[1 - side] == 0);
        live.map(|tally| weight(usize::from(self.counts.k), tally.stones[side])).sum()
    }

    /// The weight of a complete line.
    pub(super) const WEIGHT_OF_ONE: u64 = 1 << UNIT;

    /// The weight of a side's live lines through an empty cell.
    #[inline]
    pub(super) fn weight_through(&self, side: usize, cell: u16) -> u64 {
        let shape = &self.shape;
        let mut sum = 0;
        for &line in shape.lines_of(cell) {
            let tally = &self.counts.tally[line as usize];
            if tally.stones[1 - side] == 0 {
                sum += weight(shape.k(), tally.stones[side]);
            }
        }
        sum
    }

    /// The cells where a side completes a line.
    #[inline]
    pub(super) fn completing(&self, side: usize) -> &Set {
        &self.counts.completing[side]
    }

    /// The live lines of a side that lack exactly two cells.
    #[inline]
    pub(super) fn open(&self, side: usize) -> &Set {
        &self.counts.open[side]
    }

    /// The two empty cells of an open line.
    #[inline]
    pub(super) fn pair(&self, line: u32) -> (u16, u16) {
        let first = self
            .shape
            .cells_of(line)
            .iter()
            .copied()
            .find(|&cell| self.counts.owner[usize::from(cell)] == NOBODY)
            .unwrap_or_default();
        (first, self.counts.tally[line as usize].rest ^ first)
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
    fn make(&mut self, shape: &Incidence, cell: u16, side: usize) {
        debug_assert_eq!(self.owner[usize::from(cell)], NOBODY);
        self.owner[usize::from(cell)] = side as u8;
        self.empty -= 1;
        self.hash ^= shape.key(cell, side);
        for &line in shape.lines_of(cell) {
            let tally = &mut self.tally[line as usize];
            let (own, others) = (tally.stones[side], tally.stones[1 - side]);
            tally.stones[side] += 1;
            tally.rest ^= cell;
            let rest = tally.rest;
            if others == 0 {
                match self.k - own {
                    1 => self.no_longer_lacks(side, cell),
                    2 => {
                        self.open[side].remove(line as usize);
                        self.lacks_only(side, rest);
                    }
                    3 => self.open[side].insert(line as usize),
                    _ => {}
                }
            }
            if own == 0 {
                match self.k - others {
                    1 => self.no_longer_lacks(1 - side, cell),
                    2 => self.open[1 - side].remove(line as usize),
                    _ => {}
                }
            }
        }
    }

    /// The reverse of [`make`](Self::make).
    #[inline]
    fn unmake(&mut self, shape: &Incidence, cell: u16, side: usize) {
        debug_assert_eq!(self.owner[usize::from(cell)], side as u8);
        self.owner[usize::from(cell)] = NOBODY;
        self.empty += 1;
        self.hash ^= shape.key(cell, side);
        for &line in shape.lines_of(cell) {
            let tally = &mut self.tally[line as usize];
            let rest = tally.rest;
            tally.stones[side] -= 1;
            tally.rest ^= cell;
            let (own, others) = (tally.stones[side], tally.stones[1 - side]);
            if others == 0 {
                match self.k - own {
                    1 => self.lacks_only(side, cell),
                    2 => {
                        self.no_longer_lacks(side, rest);
                        self.open[side].insert(line as usize);
                    }
                    3 => self.open[side].remove(line as usize),
                    _ => {}
                }
            }
            if own == 0 {
                match self.k - others {
                    1 => self.lacks_only(1 - side, cell),
                    2 => self.open[1 - side].insert(line as usize),
                    _ => {}
                }
            }
        }
    }

    #[inline]
    fn lacks_only(&mut self, side: usize, cell: u16) {
        let lines = &mut self.lacking[side][usize::from(cell)];
        *lines += 1;
        if *lines == 1 {
            self.completing[side].insert(usize::from(cell));
        }
    }

    #[inline]
    fn no_longer_lacks(&mut self, side: usize, cell: u16) {
        let lines = &mut self.lacking[side][usize::from(cell)];
        *lines -= 1;
        if *lines == 0 {
            self.completing[side].remove(usize::from(cell));
        }
    }

    /// Takes the lines that a stone has killed for the other side, or that one about to be taken back gives back to
    /// it, out of its live lines, or puts them back.
    #[inline]
    fn count_live(&mut self, shape: &Incidence, cell: u16, side: usize, alive: bool) {
        let other = 1 - side;
        for &line in shape.lines_of(cell) {
            if self.tally[line as usize].stones[side] != 1 {
                continue;
            }
            for &cell in shape.cells_of(line) {
                let live = &mut self.live[other][usize::from(cell)];
                *live = if alive { *live + 1 } else { *live - 1 };
            }
            let lines = &mut self.live_lines[other];
            *lines = if alive { *lines + 1 } else { *lines - 1 };
        }
    }
}

/// The weight of a live line of `k` cells with `stones` stones.
#[inline]
fn weight(k: usize, stones: u16) -> u64 {
    let lacking = (k - usize::from(stones)) as u32;
    1 << UNIT.saturating_sub(lacking)
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
            let shape = Arc::new(Incidence::new(&rules));
            let mut random = SplitMix64::new(5);
            let mut position = Position::new(Arc::clone(&shape));
            let mut history = vec![];
            for _ in 0..200 {
                let cell = random.below(shape.cells()) as u16;
                if random.below(3) > 0 && position.is_empty(cell) {
                    let side = random.below(2);
                    history.push((position.clone(), cell, side));
                    position.make(cell, side);
                    // The order of stones does not matter.
                    let mut afresh = Position::new(Arc::clone(&shape));
                    for cell in 0..shape.cells() as u16 {
                        if let Some(side) = position.owner(cell) {
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
        let shape = Arc::new(Incidence::new(&rules));
        let mut position = Position::new(shape);
        assert_eq!((position.live_lines(0), position.lacks(0)), (8, Some(3)));
        // a1 and c3 for X; b2 completes the diagonal.
        position.make(0, 0);
        assert_eq!((position.open(0).count(), position.live_lines(1)), (3, 5));
        position.make(8, 0);
        assert_eq!(position.completing(0).iter().collect::<Vec<_>>(), [4]);
        position.make(4, 1);
        assert_eq!((position.completing(0).count(), position.lacks(0)), (0, Some(2)));
        assert_eq!(position.weight(0), 4 * (Position::WEIGHT_OF_ONE >> 2));
    }
}
