//! What the prover needs of a game: its cells in canonical order, and which lines run through which of them.

use connect_toe_game::{Bits, Cell, Geometry, Hypergraph, Rules, mix};

/// The cells of a game, numbered in canonical order, and its lines.
#[derive(Debug)]
pub(super) struct Shape {
    geometry: Geometry,
    pub(super) graph: Hypergraph,
    /// The most lines that two cells share.
    pub(super) most_shared: u32,
    /// Hash keys of a stone, by cell: the first side's, the second side's.
    keys: Vec<[u64; 2]>,
}

impl Shape {
    pub(super) fn new<B: Bits>(rules: &Rules<B>) -> Shape {
        let geometry = rules.geometry();
        let cells = geometry.cells().len();
        let keys = (0..cells as u64)
            .map(|cell| [mix(4 * cell + 0x51ED_0000), mix(4 * cell + 0x51ED_0001)])
            .collect();
        let lines = rules.lines();
        let k = lines.k();
        // Between walls two cells share lines of one segment only, fewest if the cells are far apart in it.
        let shared = lines.segments().iter().map(|segment| (segment.length() - k + 1).min(k - 1));
        Shape {
            geometry: geometry.clone(),
            graph: lines.numbered(cells, |cell| geometry.rank(cell) as u16),
            most_shared: shared.max().unwrap_or_default() as u32,
            keys,
        }
    }

    /// The number of cells.
    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.graph.cells()
    }

    /// The board's cell with a number.
    pub(super) fn cell(&self, number: u16) -> Cell {
        self.geometry.cells()[usize::from(number)]
    }

    /// The number of a board's cell.
    pub(super) fn number(&self, cell: Cell) -> u16 {
        self.geometry.rank(cell) as u16
    }

    /// The numbers of a set of the board's cells.
    pub(super) fn members<B: Bits>(&self, set: B) -> impl Iterator<Item = u16> + '_ {
        set.members().map(|bit| self.number(Cell::from_bit(bit)))
    }

    /// The hash key of a side's stone.
    #[inline]
    pub(super) fn key(&self, cell: u16, side: usize) -> u64 {
        self.keys[usize::from(cell)][side]
    }
}
