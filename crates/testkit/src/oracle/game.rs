//! The rules of one game of the class.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

use super::cell::{Cell, CellError, parse_cell};
use super::lines;
use super::position::{Player, Position};

/// A set of cells that wins.
pub type Line = BTreeSet<Cell>;

/// A rule variation. What `torus` may add to its name is [`Game::wrapped`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flag {
    /// Only a run of exactly `k` wins.
    Exact,
    /// Only X's lines count, and O wins when no legal move is left.
    Maker,
    /// Completing a line loses.
    Misere,
    /// X wins with exactly five and has forbidden points, see [`Position::forbidden_cells`].
    Renju,
    /// Some dimensions wrap around for lines; drops still stop at the walls.
    Torus,
}

impl Flag {
    /// Every flag, in canonical order.
    pub const ALL: [Flag; 5] = [Flag::Exact, Flag::Maker, Flag::Misere, Flag::Renju, Flag::Torus];
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flag::Exact => "exact",
            Flag::Maker => "maker",
            Flag::Misere => "misere",
            Flag::Renju => "renju",
            Flag::Torus => "torus",
        })
    }
}

/// What a player must hold to have a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// So many stones in a row, or more: `K`.
    Run(usize),
    /// All cells of one of these sets, none of which contains another: `lines=…`.
    Lines(BTreeSet<Line>),
    /// All cells of an image of this set, which may lie off the board: `shape=…`.
    Shape(Line),
    /// A line of the affine space over the field of as many elements as each dimension has cells: `plane`.
    Plane,
    /// A line of the projective plane: `projective`.
    Projective,
}

/// How many stones are placed before the other side moves: `turn=FIRST+LATER`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Stones of X's first turn.
    pub first: usize,
    /// Stones of every later turn of either side.
    pub later: usize,
}

impl Turn {
    /// One stone each time.
    pub const SINGLE: Turn = Turn { first: 1, later: 1 };

    /// The side to move after some plies from the empty board, and how many stones it still places in this turn.
    pub fn after(self, plies: usize) -> (Player, usize) {
        let (mut side, mut left) = (Player::X, self.first);
        for _ in 0..plies {
            (side, left) = self.next(side, left);
        }
        (side, left)
    }

    /// The side to move and the stones left in its turn after one more stone.
    pub(super) fn next(self, side: Player, left: usize) -> (Player, usize) {
        if left > 1 { (side, left - 1) } else { (side.other(), self.later) }
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

/// The rule variations in force.
#[derive(Debug, Clone)]
pub(super) struct Variations {
    pub(super) blocked: BTreeSet<Cell>,
    /// With `Torus` exactly if a dimension wraps.
    pub(super) flags: BTreeSet<Flag>,
    pub(super) wrapped: BTreeSet<usize>,
    pub(super) turn: Turn,
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
    pub(super) goal: Goal,
    pub(super) placement: Placement,
    pub(super) variations: Variations,
    pub(super) cells: Vec<Cell>,
    pub(super) directions: Vec<Vec<isize>>,
    pub(super) lines: OnceLock<BTreeSet<Line>>,
}

impl Game {
    /// A game of checked parts.
    pub(super) fn new(sizes: Vec<usize>, goal: Goal, placement: Placement, variations: Variations) -> Game {
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
        Game { sizes, goal, placement, variations, cells, directions, lines: OnceLock::new() }
    }

    /// The board's size in each dimension.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// What a player must hold to have a line.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// How many stones in a row make a line: `k`; nothing if lines are not runs.
    pub fn run(&self) -> Option<usize> {
        if let Goal::Run(run) = self.goal { Some(run) } else { None }
    }

    /// Where stones may be placed.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Whether a rule variation is in force.
    pub fn has(&self, flag: Flag) -> bool {
        self.variations.flags.contains(&flag)
    }

    /// The cells where no stone ever stands.
    pub fn blocked(&self) -> &BTreeSet<Cell> {
        &self.variations.blocked
    }

    /// Whether no stone ever stands on a cell.
    pub(super) fn is_blocked(&self, cell: &Cell) -> bool {
        self.variations.blocked.contains(cell)
    }

    /// The dimensions that wrap around for lines, counted from 0.
    pub fn wrapped(&self) -> &BTreeSet<usize> {
        &self.variations.wrapped
    }

    /// How many stones are placed before the other side moves.
    pub fn turn(&self) -> Turn {
        self.variations.turn
    }

    /// Every cell, blocked ones too, by coordinates, the first coordinate the most significant.
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
