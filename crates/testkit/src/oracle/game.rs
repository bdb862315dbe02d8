//! The rules of one game of the class.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

use super::cell::{Cell, CellError, parse_cell};
use super::lines;
use super::position::Position;

/// A rule variation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flag {
    /// Only a run of exactly `k` wins.
    Exact,
    /// Completing a line loses.
    Misere,
    /// Every dimension wraps around for lines; drops still stop at the walls.
    Torus,
}

impl Flag {
    /// Every flag, in canonical order.
    pub const ALL: [Flag; 3] = [Flag::Exact, Flag::Misere, Flag::Torus];
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flag::Exact => "exact",
            Flag::Misere => "misere",
            Flag::Torus => "torus",
        })
    }
}

/// An open face; stones enter there and travel to the other end of its dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// The dimension, counted from 0 (the text counts from 1).
    pub dimension: usize,
    /// Whether stones enter at the high end and travel down: a face with the sign `-`.
    pub from_high_end: bool,
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.from_high_end { '-' } else { '+' };
        write!(f, "{sign}{}", self.dimension + 1)
    }
}

/// Where stones may be placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placement {
    /// On any empty cell.
    Free,
    /// By dropping through one of these faces.
    Faces(BTreeSet<Face>),
}

/// The rules of one game.
///
/// ```
/// use connect_toe_testkit::oracle::Game;
/// let game = Game::parse("7x6:4:-2")?;
/// assert_eq!(game.cells().len(), 42);
/// assert_eq!(game.to_string(), "7x6:4:-2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) sizes: Vec<usize>,
    pub(super) run: usize,
    pub(super) placement: Placement,
    pub(super) flags: BTreeSet<Flag>,
    pub(super) cells: Vec<Cell>,
    pub(super) directions: Vec<Vec<isize>>,
    pub(super) lines: OnceLock<BTreeSet<BTreeSet<Cell>>>,
}

impl Game {
    /// A game of checked parts.
    pub(super) fn new(sizes: Vec<usize>, run: usize, placement: Placement, flags: BTreeSet<Flag>) -> Game {
        let mut cells = vec![Vec::new()];
        for &size in &sizes {
            cells = cells
                .iter()
                .flat_map(|cell: &Cell| {
                    (0..size).map(move |coordinate| cell.iter().copied().chain([coordinate]).collect())
                })
                .collect();
        }
        let directions = lines::directions(sizes.len());
        Game { sizes, run, placement, flags, cells, directions, lines: OnceLock::new() }
    }

    /// The board's size in each dimension.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// How many stones in a row make a line: `k`.
    pub fn run(&self) -> usize {
        self.run
    }

    /// Where stones may be placed.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Whether a rule variation is in force.
    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Every cell, by coordinates, the first coordinate the most significant.
    ///
    /// A cell's place in this list is its index wherever the oracle speaks of indices.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A cell's place in [`cells`](Self::cells).
    pub(super) fn index(&self, cell: &Cell) -> usize {
        cell.iter().zip(&self.sizes).fold(0, |index, (coordinate, size)| index * size + coordinate)
    }

    /// Reads a cell: canonical text (`b3.4`) or coordinates from 1 (`2,3,4`).
    ///
    /// # Errors
    /// If the text is not a cell or the cell is not on this board.
    pub fn parse_cell(&self, text: &str) -> Result<Cell, CellError> {
        parse_cell(&self.sizes, text)
    }

    /// The empty board with X to move.
    pub fn start(&self) -> Position<'_> {
        Position::empty(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stands_at_its_index() -> Result<(), Box<dyn std::error::Error>> {
        let game = Game::parse("3x1x4x2:2")?;
        assert_eq!(game.cells().len(), 24);
        for (index, cell) in game.cells().iter().enumerate() {
            assert_eq!(game.index(cell), index);
        }
        Ok(())
    }
}
