//! Which lines run through which cells, and nothing else of a game's geometry.

use crate::by_cell::ByCell;
use crate::geometry::Cell;
use crate::lines::Lines;

/// The line hypergraph of a game: cells and winning lines by number.
///
/// ```
/// use connect_toe_game::Rules;
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// // Cells by their bits.
/// let graph = rules.lines().hypergraph();
/// let centre = rules.geometry().parse_cell("b2")?.bit() as u16;
/// assert_eq!((graph.lines(), graph.lines_of(centre).len()), (8, 4));
/// // Cells in canonical order.
/// let graph = rules.lines().numbered(9, |cell| rules.geometry().rank(cell) as u16);
/// assert_eq!((graph.cells(), graph.lines_of(4).len()), (9, 4));
/// assert!(graph.lines_of(4).iter().all(|&line| graph.cells_of(line).contains(&4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hypergraph {
    k: usize,
    cells: usize,
    lines: usize,
    /// The cells of all lines.
    line_cells: Vec<u16>,
    /// Where lines differ in length, where each begins in `line_cells`, and the end of the last; else empty, and each
    /// line has `k` cells.
    starts: Vec<u32>,
    /// The lines through each cell, which stands for its number here.
    cell_lines: ByCell<u32>,
}

impl Hypergraph {
    /// The hypergraph of these lines, with numbers below `cells` for the cells.
    pub(crate) fn new(lines: &Lines, cells: usize, number: impl Fn(Cell) -> u16) -> Hypergraph {
        let k = lines.k();
        let line_cells: Vec<u16> = lines.iter().flatten().map(|&cell| number(cell)).collect();
        let incidences =
            (0_u32..).zip(lines.iter()).flat_map(|(line, cells)| cells.iter().map(move |&cell| (cell, line)));
        let cell_lines = ByCell::new(cells, incidences.map(|(cell, line)| (Cell(number(cell)), line)));
        let mut starts = Vec::new();
        if lines.shortest() < k {
            let ends = lines.iter().scan(0, |end, line| {
                *end += line.len() as u32;
                Some(*end)
            });
            starts = std::iter::once(0).chain(ends).collect();
        }
        Hypergraph { k, cells, lines: lines.count(), line_cells, starts, cell_lines }
    }

    /// Cells of the longest line.
    #[inline]
    pub fn k(&self) -> usize {
        self.k
    }

    /// The numbers of cells are below this.
    #[inline]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of lines. They have the numbers `0..lines`, in the order of [`Lines::iter`].
    #[inline]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The cells of a line.
    #[inline]
    pub fn cells_of(&self, line: u32) -> &[u16] {
        if !self.starts.is_empty() {
            return &self.line_cells
                [self.starts[line as usize] as usize..self.starts[line as usize + 1] as usize];
        }
        let start = line as usize * self.k;
        &self.line_cells[start..start + self.k]
    }

    /// The lines through a cell, in rising order.
    #[inline]
    pub fn lines_of(&self, cell: u16) -> &[u32] {
        self.cell_lines.of(Cell(cell))
    }
}
