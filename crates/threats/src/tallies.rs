//! Stones on the lines of a game: what a side lacks where, kept up to date move by move.

use connect_toe_game::{BitSet, Hypergraph};

/// Marks a cell without a stone.
const NOBODY: u8 = 2;

/// The stones of one side on a line, the other's, the number of its cells, and the exclusive-or of those that are empty:
/// with one cell empty, that is the cell; with two, it gives one from the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    stones: [u16; 2],
    rest: u16,
    length: u16,
}

/// The stones on each line, with make and unmake. Sides are 0 (X) and 1 (O).
///
/// A line is *live* for a side while the other has no stone on it. What is kept follows from the stones alone, whatever
/// their order.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_threats::Tallies;
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let shape = rules.lines().numbered(9, |cell| rules.geometry().rank(cell) as u16);
/// let mut tallies = Tallies::new(&shape);
/// tallies.make(&shape, 0, 0);
/// tallies.make(&shape, 8, 0);
/// // Two corners of a diagonal: the centre completes it, and four lines lack two cells.
/// assert_eq!(tallies.completing(0).iter().collect::<Vec<_>>(), [4]);
/// assert_eq!(tallies.open(0).count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallies {
    owner: Vec<u8>,
    tally: Vec<Tally>,
    /// By side and cell: live lines that lack only this cell.
    lacking: [Vec<u16>; 2],
    /// By side: the cells that some live line alone lacks.
    completing: [BitSet; 2],
    /// By side: the live lines that lack exactly two cells.
    open: [BitSet; 2],
}

impl Tallies {
    /// The empty board.
    pub fn new(shape: &Hypergraph) -> Tallies {
        let (cells, lines) = (shape.cells(), shape.lines());
        let mut tallies = Tallies {
            owner: vec![NOBODY; cells],
            tally: vec![Tally::default(); lines],
            lacking: [vec![0; cells], vec![0; cells]],
            completing: [BitSet::new(cells), BitSet::new(cells)],
            open: [BitSet::new(lines), BitSet::new(lines)],
        };
        for line in 0..lines as u32 {
            let cells = shape.cells_of(line);
            let rest = cells.iter().fold(0, |rest, cell| rest ^ cell);
            tallies.tally[line as usize] = Tally { rest, length: cells.len() as u16, ..Tally::default() };
            for side in 0..2 {
                match cells.len() {
                    1 => tallies.lacks_only(side, rest),
                    2 => tallies.open[side].insert(line as usize),
                    _ => {}
                }
            }
        }
        tallies
    }

    /// Whether a cell has no stone.
    #[inline]
    pub fn is_empty(&self, cell: u16) -> bool {
        self.owner[usize::from(cell)] == NOBODY
    }

    /// Whose stone is on a cell.
    #[inline]
    pub fn owner(&self, cell: u16) -> Option<usize> {
        let owner = self.owner[usize::from(cell)];
        (owner != NOBODY).then_some(usize::from(owner))
    }

    /// The number of a side's stones on a line.
    #[inline]
    pub fn stones_on(&self, side: usize, line: u32) -> u16 {
        self.tally[line as usize].stones[side]
    }

    /// Whether a line is live for a side.
    #[inline]
    pub fn is_live(&self, side: usize, line: u32) -> bool {
        self.stones_on(1 - side, line) == 0
    }

    /// The number of cells that a line lacks to be a side's, if it is live for that side.
    #[inline]
    pub fn lacks(&self, side: usize, line: u32) -> Option<u16> {
        let tally = &self.tally[line as usize];
        (tally.stones[1 - side] == 0).then(|| tally.length - tally.stones[side])
    }

    /// The number of cells that each line lacks to be a side's, for the lines that are live for that side.
    pub fn all_lacks(&self, side: usize) -> impl Iterator<Item = u16> + '_ {
        let live = self.tally.iter().filter(move |tally| tally.stones[1 - side] == 0);
        live.map(move |tally| tally.length - tally.stones[side])
    }

    /// The cells that some live line of a side alone lacks: where it completes a line, unless longer runs do not count.
    #[inline]
    pub fn completing(&self, side: usize) -> &BitSet {
        &self.completing[side]
    }

    /// The live lines of a side that lack exactly two cells.
    #[inline]
    pub fn open(&self, side: usize) -> &BitSet {
        &self.open[side]
    }

    /// The two empty cells of an open line.
    #[inline]
    pub fn pair(&self, shape: &Hypergraph, line: u32) -> (u16, u16) {
        let first =
            shape.cells_of(line).iter().copied().find(|&cell| self.is_empty(cell)).unwrap_or_default();
        (first, self.tally[line as usize].rest ^ first)
    }

    /// How many lines of a side through a cell come closer to being complete by a stone there, and how close.
    #[inline]
    pub fn promise(&self, shape: &Hypergraph, cell: u16, side: usize) -> u32 {
        let mut promise = 0;
        for &line in shape.lines_of(cell) {
            promise += match self.lacks(side, line) {
                Some(2) => 16,
                Some(3) => 4,
                Some(_) => 1,
                None => 0,
            };
        }
        promise
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub fn make(&mut self, shape: &Hypergraph, cell: u16, side: usize) {
        debug_assert!(self.is_empty(cell));
        self.owner[usize::from(cell)] = side as u8;
        for &line in shape.lines_of(cell) {
            let tally = &mut self.tally[line as usize];
            let (own, others) = (tally.stones[side], tally.stones[1 - side]);
            tally.stones[side] += 1;
            tally.rest ^= cell;
            let (rest, length) = (tally.rest, tally.length);
            if others == 0 {
                match length - own {
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
                match length - others {
                    1 => self.no_longer_lacks(1 - side, cell),
                    2 => self.open[1 - side].remove(line as usize),
                    _ => {}
                }
            }
        }
    }

    /// The reverse of [`make`](Self::make).
    #[inline]
    pub fn unmake(&mut self, shape: &Hypergraph, cell: u16, side: usize) {
        debug_assert_eq!(self.owner(cell), Some(side));
        self.owner[usize::from(cell)] = NOBODY;
        for &line in shape.lines_of(cell) {
            let tally = &mut self.tally[line as usize];
            let (rest, length) = (tally.rest, tally.length);
            tally.stones[side] -= 1;
            tally.rest ^= cell;
            let (own, others) = (tally.stones[side], tally.stones[1 - side]);
            if others == 0 {
                match length - own {
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
                match length - others {
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
}
