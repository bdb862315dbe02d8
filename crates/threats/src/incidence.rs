//! Which lines run through which cells: the line hypergraph of a game, and nothing else of its geometry.

use connect_toe_game::{Bits, Cell, Rules};

/// The cells by number, and the winning lines through each of them.
#[derive(Debug)]
pub struct Incidence {
    k: usize,
    /// The cells of all lines, `k` for each.
    line_cells: Vec<u16>,
    /// The lines of all cells, one cell after the other.
    cell_lines: Vec<u32>,
    /// Where each cell's lines start in `cell_lines`; one more entry for the end.
    starts: Vec<u32>,
}

impl Incidence {
    /// The hypergraph of a game whose cells have numbers below `cells`.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_threats::Incidence;
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let geometry = rules.geometry();
    /// let shape = Incidence::new(&rules, geometry.cells().len(), |cell| geometry.rank(cell) as u16);
    /// let centre = geometry.rank(geometry.parse_cell("b2")?) as u16;
    /// assert_eq!((shape.lines(), shape.lines_of(centre).len()), (8, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<B: Bits>(rules: &Rules<B>, cells: usize, number: impl Fn(Cell) -> u16) -> Incidence {
        let line_cells: Vec<u16> = rules.lines().iter().flatten().map(|&cell| number(cell)).collect();
        let k = rules.lines().k();
        let mut starts = vec![0_u32; cells + 1];
        for &cell in &line_cells {
            starts[usize::from(cell) + 1] += 1;
        }
        for cell in 0..cells {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut cell_lines = vec![0; line_cells.len()];
        for (place, &cell) in line_cells.iter().enumerate() {
            let next = &mut next[usize::from(cell)];
            cell_lines[*next as usize] = (place / k) as u32;
            *next += 1;
        }
        Incidence { k, line_cells, cell_lines, starts }
    }

    /// Cells of a line.
    #[inline]
    pub fn k(&self) -> usize {
        self.k
    }

    /// Numbers of cells are below this.
    #[inline]
    pub fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of lines.
    pub fn lines(&self) -> usize {
        self.line_cells.len() / self.k
    }

    /// The cells of a line.
    #[inline]
    pub fn cells_of(&self, line: u32) -> &[u16] {
        let start = line as usize * self.k;
        &self.line_cells[start..start + self.k]
    }

    /// The lines through a cell, in rising order.
    #[inline]
    pub fn lines_of(&self, cell: u16) -> &[u32] {
        let cell = usize::from(cell);
        &self.cell_lines[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}
