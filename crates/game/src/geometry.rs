//! Where the cells of a board lie among the bits of a bitboard.
//!
//! Every cell has one bit, its [`Cell`]. The dimension that stones fall along is innermost, so that a
//! column is a run of neighbouring bits, and a stone rests on the bit below its own. Connect Four:
//!
//! ```text
//!  row 6 |  5 12 19 26 33 40 47        guard bits (6 13 20 …) on top of every column stay empty:
//!  …     |  …                          a run that leaves the board at the top meets one and ends
//!  row 2 |  1  8 15 22 29 36 43
//!  row 1 |  0  7 14 21 28 35 42
//!           a  b  c  d  e  f  g
//! ```
//!
//! Guard bits are there only where they do not make the bitboard wider: 4×4×4 is 64 bits without them
//! and 100 with them, so it has none. A board whose stones fall toward the high end of a dimension
//! numbers that dimension from the far end.

use crate::cell_text;
use crate::spec::{Edges, End, Face, Faces, GameSpec, SpecError};
use crate::width::Width;

/// A cell of the board: the number of its bit.
///
/// Cells of one game mean nothing in another. Their text form needs the game's [`Geometry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The cell of a member of one of the game's sets of cells.
    #[inline]
    pub const fn from_bit(bit: u32) -> Cell {
        Cell(bit as u16)
    }

    /// The number of the cell's bit, to index a table of [`Geometry::bits`] entries.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell's bit number.
    #[inline]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }
}

/// The numbering of the cells of one game.
///
/// ```
/// use connect_toe_game::{GameSpec, Geometry};
/// let geometry = Geometry::of(&"7x6:4:-2".parse::<GameSpec>()?)?;
/// let cell = geometry.parse_cell("d3")?;
/// assert_eq!(geometry.coordinates(cell), [3, 2]);
/// assert_eq!(geometry.cell_at(&[3, 2]), Some(cell));
/// assert_eq!(geometry.cell_at(&[7, 0]), None);
/// // A stone on d3 rests on the cell whose bit is one lower.
/// assert_eq!(geometry.parse_cell("d2")?.bit() + 1, cell.bit());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Geometry {
    sizes: Vec<u16>,
    strides: Vec<u32>,
    reversed: Option<usize>,
    guarded: bool,
    bits: u32,
    cells: Vec<Cell>,
    ranks: Vec<u16>,
    /// By bit; empty if no cell is blocked.
    blocked: Vec<bool>,
}

/// Marks a bit that is not a cell.
const NO_CELL: u16 = u16::MAX;

impl Geometry {
    /// Numbers the cells of a game.
    ///
    /// # Errors
    /// The description is not a game.
    pub fn of(spec: &GameSpec) -> Result<Geometry, SpecError> {
        spec.check()?;
        Ok(Geometry::new(spec))
    }

    /// Numbers the cells of a sound game.
    pub(crate) fn new(spec: &GameSpec) -> Geometry {
        let innermost = single_drop(spec).map(|face| usize::from(face.dimension) - 1);
        let reversed =
            single_drop(spec).filter(|face| face.end == End::Low).map(|face| usize::from(face.dimension) - 1);
        let mut nesting: Vec<usize> = (0..spec.dimensions()).filter(|&d| Some(d) != innermost).collect();
        nesting.extend(innermost);

        let dense = strides(&spec.sizes, &nesting, 0);
        let guarded = strides(&spec.sizes, &nesting, 1);
        let with_guards = spec.edges == Edges::Walls && Width::holding(guarded.1) == Width::holding(dense.1);
        let (strides, bits) = if with_guards { guarded } else { dense };

        let mut geometry = Geometry {
            sizes: spec.sizes.clone(),
            strides,
            reversed,
            guarded: with_guards,
            bits,
            cells: Vec::new(),
            ranks: vec![NO_CELL; bits as usize],
            blocked: Vec::new(),
        };
        let mut coordinates = vec![0; spec.dimensions()];
        loop {
            let cell = geometry.cell(&coordinates);
            geometry.ranks[cell.index()] = geometry.cells.len() as u16;
            geometry.cells.push(cell);
            let Some(dimension) = (0..coordinates.len()).rev().find(|&d| coordinates[d] + 1 < spec.sizes[d])
            else {
                break;
            };
            coordinates[dimension] += 1;
            coordinates[dimension + 1..].fill(0);
        }
        if !spec.blocked.is_empty() {
            geometry.blocked = vec![false; bits as usize];
            for &place in &spec.blocked {
                geometry.blocked[geometry.cells[usize::from(place)].index()] = true;
            }
        }
        geometry
    }

    /// Cells per dimension.
    pub fn sizes(&self) -> &[u16] {
        &self.sizes
    }

    /// How many bits the numbering spans, guards included: tables indexed by cell have this length.
    pub fn bits(&self) -> usize {
        self.bits as usize
    }

    /// The narrowest bitboard width that holds the board.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Geometry, Width};
    /// let gomoku: GameSpec = "15x15:5".parse()?;
    /// assert_eq!(Geometry::of(&gomoku)?.width(), Width::W256);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "the widest bitboard holds every board")]
    pub fn width(&self) -> Width {
        Width::holding(self.bits).expect("a board has at most as many bits as the widest bitboard")
    }

    /// The cells in canonical order: by the first coordinate, then the second, and so on; blocked ones too.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the board has this cell: cells of another game, and those made of any number, may lie off it.
    ///
    /// ```
    /// use connect_toe_game::{Cell, GameSpec, Geometry};
    /// let geometry = Geometry::of(&"3x3:3".parse::<GameSpec>()?)?;
    /// assert!(geometry.has(geometry.parse_cell("b1")?) && !geometry.has(Cell::from_bit(4000)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.ranks.get(cell.index()).is_some_and(|&rank| rank != NO_CELL)
    }

    /// The cell's place in the canonical order.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Geometry};
    /// let geometry = Geometry::of(&"3x3:3".parse::<GameSpec>()?)?;
    /// assert_eq!(geometry.rank(geometry.parse_cell("b1")?), 3);
    /// assert_eq!(geometry.cells()[3], geometry.parse_cell("b1")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn rank(&self, cell: Cell) -> usize {
        usize::from(self.ranks[cell.index()])
    }

    /// Whether the cell is blocked: no stone ever stands there, and no line passes through.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Geometry};
    /// let geometry = Geometry::of(&"5x5:4:free:blocked=c3".parse::<GameSpec>()?)?;
    /// assert!(geometry.is_blocked(geometry.parse_cell("c3")?) && !geometry.is_blocked(geometry.parse_cell("a1")?));
    /// assert_eq!(geometry.cells().len(), 25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.blocked.get(cell.index()).copied().unwrap_or(false)
    }

    /// The blocked cells in canonical order.
    pub fn blocked_cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().copied().filter(|&cell| self.is_blocked(cell))
    }

    /// The cell's coordinates, counted from 0.
    pub fn coordinates(&self, cell: Cell) -> Vec<u16> {
        cell_text::coordinates(self.rank(cell) as u16, &self.sizes)
    }

    /// The cell at coordinates counted from 0, or `None` off the board.
    pub fn cell_at(&self, coordinates: &[u16]) -> Option<Cell> {
        let on_board = coordinates.len() == self.sizes.len()
            && coordinates.iter().zip(&self.sizes).all(|(coordinate, size)| coordinate < size);
        on_board.then(|| self.cell(coordinates))
    }

    /// The distance in bits between a cell and its neighbour at the next coordinate of a dimension
    /// (counted from 0); negative if the numbering runs against the coordinates.
    pub(crate) fn step(&self, dimension: usize) -> i32 {
        let stride = self.strides[dimension] as i32;
        if self.reversed == Some(dimension) { -stride } else { stride }
    }

    /// Whether an empty guard bit ends every row of every dimension.
    pub(crate) fn is_guarded(&self) -> bool {
        self.guarded
    }

    fn cell(&self, coordinates: &[u16]) -> Cell {
        let bit: u32 = (0..coordinates.len())
            .map(|dimension| {
                let coordinate = if self.reversed == Some(dimension) {
                    self.sizes[dimension] - 1 - coordinates[dimension]
                } else {
                    coordinates[dimension]
                };
                u32::from(coordinate) * self.strides[dimension]
            })
            .sum();
        Cell(bit as u16)
    }
}

/// The only open face, unless placement is free in effect.
pub(crate) fn single_drop(spec: &GameSpec) -> Option<Face> {
    match &spec.faces {
        Faces::Open(faces) if faces.len() == 1 && !is_free(spec) => Some(faces[0]),
        _ => None,
    }
}

/// Whether any empty cell can be taken: by the rule, or because a dimension of size 1 has an open face.
pub(crate) fn is_free(spec: &GameSpec) -> bool {
    match &spec.faces {
        Faces::Free => true,
        Faces::Open(faces) => faces.iter().any(|face| spec.sizes[usize::from(face.dimension) - 1] == 1),
    }
}

/// Strides by dimension, and the number of bits, for a nesting from the outermost to the innermost
/// dimension with `guards` empty bits after every row of every dimension but the outermost.
fn strides(sizes: &[u16], nesting: &[usize], guards: u32) -> (Vec<u32>, u32) {
    let mut strides = vec![0; sizes.len()];
    let mut bits = 1;
    for (depth, &dimension) in nesting.iter().enumerate().rev() {
        strides[dimension] = bits;
        bits *= u32::from(sizes[dimension]) + if depth > 0 { guards } else { 0 };
    }
    (strides, bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(text: &str) -> Geometry {
        Geometry::new(&text.parse().expect("sound game text"))
    }

    #[test]
    fn the_drawing_of_connect_four_is_true() {
        let board = geometry("7x6:4:-2");
        let bit = |column, row| board.cell_at(&[column, row]).map(Cell::bit);
        assert_eq!((bit(0, 0), bit(0, 5), bit(1, 0), bit(6, 5)), (Some(0), Some(5), Some(7), Some(47)));
        assert_eq!((bit(7, 0), bit(0, 6)), (None, None));
    }

    #[test]
    fn the_cell_a_stone_rests_on_is_the_bit_below_for_every_single_face() {
        for text in ["4x3x5:3:+1", "4x3x5:3:-1", "4x3x5:3:+2", "4x3x5:3:-2", "4x3x5:3:+3", "4x3x5:3:-3"] {
            let spec: GameSpec = text.parse().expect("sound game text");
            let face = single_drop(&spec).expect("one face");
            let board = Geometry::new(&spec);
            for &cell in board.cells() {
                let mut below = board.coordinates(cell);
                let coordinate = &mut below[usize::from(face.dimension) - 1];
                *coordinate = match face.end {
                    End::Low => *coordinate + 1,
                    End::High => coordinate.wrapping_sub(1),
                };
                if let Some(below) = board.cell_at(&below) {
                    assert_eq!(below.bit() + 1, cell.bit(), "{text}");
                }
            }
        }
    }

    #[test]
    fn guards_never_widen_the_bitboard() {
        assert_eq!((geometry("4x4x4:4").bits(), geometry("4x4x4:4").is_guarded()), (64, false));
        assert_eq!((geometry("15x15:5").bits(), geometry("15x15:5").is_guarded()), (240, true));
        assert_eq!((geometry("64x64:5").bits(), geometry("64x64:5").is_guarded()), (4096, false));
    }

    #[test]
    fn coordinates_and_cells_are_inverse() {
        for text in ["3:2", "7x6:4:-2", "3x4x5:3:+1", "2x3x2x3:2", "16x16x16:4", "4096:5"] {
            let board = geometry(text);
            for (rank, &cell) in board.cells().iter().enumerate() {
                assert_eq!(board.rank(cell), rank);
                assert_eq!(board.cell_at(&board.coordinates(cell)), Some(cell), "{text}");
            }
        }
    }
}
