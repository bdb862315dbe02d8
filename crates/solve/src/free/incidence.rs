//! Which lines run through which cells: the line hypergraph of a game, and nothing else of its geometry.

use connect_toe_game::{Bits, Cell, Geometry, Rules, mix};
use connect_toe_threats::Incidence as Lines;

/// The cells, numbered in canonical order, and the winning lines through each of them.
#[derive(Debug)]
pub(super) struct Incidence {
    geometry: Geometry,
    lines: Lines,
    /// The cells that share a line with each cell, one cell after the other.
    neighbours: Vec<u16>,
    /// Where each cell's neighbours start; one more entry for the end.
    neighbour_starts: Vec<u32>,
    /// The most lines that two cells share.
    most_shared: u32,
    /// Hash keys of a stone, by cell: the first side's, the second side's.
    keys: Vec<[u64; 2]>,
}

impl Incidence {
    /// The hypergraph of a game.
    pub(super) fn new<B: Bits>(rules: &Rules<B>) -> Incidence {
        let geometry = rules.geometry();
        let lines = Lines::new(rules, geometry.cells().len(), |cell| geometry.rank(cell) as u16);
        let (near, most_shared) = near(rules);
        let mut neighbours = Vec::with_capacity(near.iter().map(Vec::len).sum());
        let mut neighbour_starts = vec![0];
        for cells in &near {
            neighbours.extend_from_slice(cells);
            neighbour_starts.push(neighbours.len() as u32);
        }
        let keys = (0..geometry.cells().len() as u64)
            .map(|cell| [mix(4 * cell + 0x51ED_0000), mix(4 * cell + 0x51ED_0001)])
            .collect();
        Incidence { geometry: geometry.clone(), lines, neighbours, neighbour_starts, most_shared, keys }
    }

    /// The lines and their cells.
    #[inline]
    pub(super) fn by_line(&self) -> &Lines {
        &self.lines
    }

    /// Cells of a line.
    pub(super) fn k(&self) -> usize {
        self.lines.k()
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.geometry.cells().len()
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> usize {
        self.lines.lines()
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

    /// The cells of a line.
    #[inline]
    pub(super) fn cells_of(&self, line: u32) -> &[u16] {
        self.lines.cells_of(line)
    }

    /// The lines through a cell.
    #[inline]
    pub(super) fn lines_of(&self, cell: u16) -> &[u32] {
        self.lines.lines_of(cell)
    }

    /// The cells that share a line with a cell.
    #[inline]
    pub(super) fn neighbours_of(&self, cell: u16) -> &[u16] {
        let cell = usize::from(cell);
        &self.neighbours[self.neighbour_starts[cell] as usize..self.neighbour_starts[cell + 1] as usize]
    }

    /// The most lines that two cells share.
    pub(super) fn most_shared(&self) -> u32 {
        self.most_shared
    }

    /// The hash key of a side's stone.
    #[inline]
    pub(super) fn key(&self, cell: u16, side: usize) -> u64 {
        self.keys[usize::from(cell)][side]
    }
}

/// By cell, the cells that share a line with it, and the most lines that two cells share. Between walls two cells
/// share a line only if they are less than `k` apart in one segment, and they lie in one segment at most.
fn near<B: Bits>(rules: &Rules<B>) -> (Vec<Vec<u16>>, u32) {
    let lines = rules.lines();
    let k = lines.k();
    let geometry = rules.geometry();
    let mut near = vec![Vec::new(); geometry.cells().len()];
    let mut most_shared = 0;
    for &segment in lines.segments() {
        let cells = lines.cells_of(segment);
        if k > 1 {
            most_shared = most_shared.max((cells.len() - k + 1).min(k - 1));
        }
        for (place, &cell) in cells.iter().enumerate() {
            let cell = geometry.rank(cell);
            for &other in &cells[place + 1..cells.len().min(place + k)] {
                let other = geometry.rank(other);
                near[cell].push(other as u16);
                near[other].push(cell as u16);
            }
        }
    }
    (near, most_shared as u32)
}
