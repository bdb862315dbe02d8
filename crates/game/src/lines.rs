//! The winning lines of a game, and the straight segments of cells that they lie on.
//!
//! A *segment* is a maximal row of cells in one direction: from edge to edge, or, on a torus, a closed
//! ring. Every winning line is a window of `k` neighbouring cells of a segment. Only segments that hold
//! at least one line are kept.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use crate::geometry::{Cell, Geometry};
use crate::hypergraph::Hypergraph;
use crate::spec::{Edges, GameSpec, Overline, SpecError};

/// A maximal row of cells in one direction that holds at least one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    start: u32,
    length: u16,
    ring: bool,
}

impl Segment {
    /// The number of different cells.
    #[inline]
    pub fn length(self) -> usize {
        usize::from(self.length)
    }

    /// Whether the last cell is a neighbour of the first.
    #[inline]
    pub fn is_ring(self) -> bool {
        self.ring
    }
}

/// All lines of one game.
///
/// ```
/// use connect_toe_game::{GameSpec, Rules};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse::<GameSpec>()?)?;
/// let lines = rules.lines();
/// assert_eq!(lines.count(), 8);
/// let first = lines.iter().next().expect("there are eight lines");
/// assert_eq!(rules.moves_text(first), "a3 b2 c1");
/// // A corner lies on three lines, the centre on four.
/// let through = |text| Ok::<_, connect_toe_game::CellError>(lines.through(rules.geometry().parse_cell(text)?));
/// assert_eq!((through("a1")?.len(), through("b2")?.len()), (3, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines {
    k: usize,
    /// The cells of all segments, one after the other. A ring longer than `k` has its first `k - 1`
    /// cells again at its end, so that every window is a slice.
    cells: Vec<Cell>,
    segments: Vec<Segment>,
    /// Numbers of windows whose set of cells an earlier window has; sorted.
    repeated: Vec<u32>,
    windows: u32,
    /// Bits that the numbering of the cells spans.
    bits: usize,
    /// See [`hypergraph`](Lines::hypergraph).
    hypergraph: OnceLock<Arc<Hypergraph>>,
}

impl Lines {
    /// The lines of a game.
    ///
    /// # Errors
    /// The description is not a game.
    pub fn of(spec: &GameSpec) -> Result<Lines, SpecError> {
        Ok(Lines::new(spec, &Geometry::of(spec)?))
    }

    /// Finds the lines of a sound game.
    pub(crate) fn new(spec: &GameSpec, geometry: &Geometry) -> Lines {
        Self::with_length(spec, geometry, usize::from(spec.k))
    }

    /// Finds the runs of `k` cells, whatever the game's own `k`.
    pub(crate) fn with_length(spec: &GameSpec, geometry: &Geometry, k: usize) -> Lines {
        let mut lines = Lines {
            k,
            cells: Vec::new(),
            segments: Vec::new(),
            repeated: Vec::new(),
            windows: 0,
            bits: geometry.bits(),
            hypergraph: OnceLock::new(),
        };
        if k > geometry.cells().len() {
            return lines;
        }
        let torus = spec.edges == Edges::Wrap;
        for direction in directions(spec, k) {
            lines.add_segments(geometry, &direction, torus);
        }
        // Two directions can give the same set of cells only on a torus, where a nearly closed ring can
        // be walked in two ways, and for single cells.
        if torus || k == 1 {
            lines.find_repeated(geometry);
        }
        lines
    }

    /// Stones in a row that make a line.
    pub fn k(&self) -> usize {
        self.k
    }

    /// The number of winning lines, counted as distinct sets of cells.
    pub fn count(&self) -> usize {
        self.windows as usize - self.repeated.len()
    }

    /// The winning lines, each a slice of `k` cells in order; distinct as sets.
    pub fn iter(&self) -> impl Iterator<Item = &[Cell]> + Clone {
        let mut repeated = self.repeated.iter().copied().peekable();
        (0_u32..)
            .zip(self.segments.iter().flat_map(|&segment| self.windows_of(segment)))
            .filter(move |(number, _)| repeated.next_if_eq(number).is_none())
            .map(|(_, line)| line)
    }

    /// The lines through a cell: their places in [`iter`](Lines::iter), counted from 0, in rising order.
    #[inline]
    pub fn through(&self, cell: Cell) -> &[u32] {
        self.hypergraph().lines_of(cell.0)
    }

    /// Which lines run through which cells, made when it is first asked for. A cell's number is its bit.
    #[inline]
    pub fn hypergraph(&self) -> &Arc<Hypergraph> {
        self.hypergraph.get_or_init(|| self.find_hypergraph())
    }

    #[cold]
    fn find_hypergraph(&self) -> Arc<Hypergraph> {
        Arc::new(self.numbered(self.bits, |cell| cell.0))
    }

    /// Which lines run through which cells, with other numbers below `cells` for the cells.
    pub fn numbered(&self, cells: usize, number: impl Fn(Cell) -> u16) -> Hypergraph {
        Hypergraph::new(self, cells, number)
    }

    /// The segments that hold the lines.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The different cells of a segment in order.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// // Four rows of five cells, each with two windows of four.
    /// let rules = Rules::<u64>::compile(&"5x4:4".parse()?)?;
    /// let lines = rules.lines();
    /// let row = lines.segments().iter().map(|&segment| lines.cells_of(segment)).find(|row| row.len() == 5);
    /// assert_eq!(row.map(|row| rules.moves_text(row)), Some("a1 b1 c1 d1 e1".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn cells_of(&self, segment: Segment) -> &[Cell] {
        let start = segment.start as usize;
        &self.cells[start..start + segment.length()]
    }

    fn windows_of(&self, segment: Segment) -> std::slice::Windows<'_, Cell> {
        let start = segment.start as usize;
        self.cells[start..start + self.stored(segment)].windows(self.k)
    }

    fn stored(&self, segment: Segment) -> usize {
        let again = if segment.ring && segment.length() > self.k { self.k - 1 } else { 0 };
        segment.length() + again
    }

    fn add_segments(&mut self, geometry: &Geometry, direction: &[i8], torus: bool) {
        let mut seen = vec![false; if torus { geometry.bits() } else { 0 }];
        let mut here = Vec::new();
        for &first in geometry.cells() {
            here.clone_from(&geometry.coordinates(first));
            if torus {
                if seen[first.index()] {
                    continue;
                }
            } else if behind(&here, direction, geometry.sizes()) {
                continue;
            }
            let start = self.cells.len();
            let mut cell = Some(first);
            while let Some(current) = cell {
                self.cells.push(current);
                if torus {
                    seen[current.index()] = true;
                }
                cell = advance(&mut here, direction, geometry, torus).filter(|&next| next != first);
            }
            let segment =
                Segment { start: start as u32, length: (self.cells.len() - start) as u16, ring: torus };
            if segment.length() < self.k {
                self.cells.truncate(start);
                continue;
            }
            if self.stored(segment) > segment.length() {
                self.cells.extend_from_within(start..start + self.k - 1);
            }
            self.segments.push(segment);
            self.windows += (self.stored(segment) + 1 - self.k) as u32;
        }
    }

    fn find_repeated(&mut self, geometry: &Geometry) {
        // A set's key is the sum of 128-bit keys of its cells, so it does not depend on their order.
        let keys: Vec<u128> = (0..geometry.bits() as u64)
            .map(|bit| {
                u128::from(crate::mixing::mix(2 * bit)) << 64 | u128::from(crate::mixing::mix(2 * bit + 1))
            })
            .collect();
        let mut sets = HashSet::with_capacity(self.windows as usize);
        let mut repeated = Vec::new();
        let mut number = 0;
        for &segment in &self.segments {
            for line in self.windows_of(segment) {
                let key = line.iter().fold(0_u128, |sum, cell| sum.wrapping_add(keys[cell.index()]));
                if !sets.insert(key) {
                    repeated.push(number);
                }
                number += 1;
            }
        }
        self.repeated = repeated;
    }
}

/// The directions in which lines of `k` cells are looked for; a direction stands for its opposite too.
///
/// On a torus a step along a dimension of size 1 stays where it is and one along a dimension of size 2 is
/// its own opposite, so directions that take the same steps are given once.
fn directions(spec: &GameSpec, k: usize) -> Vec<Vec<i8>> {
    let dimensions = spec.dimensions();
    let torus = spec.edges == Edges::Wrap;
    if k == 1 && spec.overline == Overline::Counts {
        // Every cell is a line: one direction shows all of them.
        let mut direction = vec![0; dimensions];
        direction[0] = 1;
        return vec![direction];
    }
    let mut directions = Vec::new();
    let mut seen = HashSet::new();
    for code in 0..3_usize.pow(dimensions as u32) {
        let mut direction: Vec<i8> =
            (0..dimensions).map(|dimension| (code / 3_usize.pow(dimension as u32) % 3) as i8 - 1).collect();
        if direction.iter().all(|&step| step == 0) {
            continue;
        }
        if torus {
            for (step, &size) in direction.iter_mut().zip(&spec.sizes) {
                *step = match size {
                    1 => 0,
                    2 => step.abs(),
                    _ => *step,
                };
            }
        }
        // A step back along a dimension where back and forth differ makes the direction an opposite.
        let differs = |size: u16| !torus || size > 2;
        let sign = direction.iter().zip(&spec.sizes).find(|&(&step, &size)| step != 0 && differs(size));
        if sign.is_some_and(|(&step, _)| step < 0) {
            continue;
        }
        let shortest =
            direction.iter().zip(&spec.sizes).filter(|(step, _)| **step != 0).map(|(_, &size)| size).min();
        if !torus && shortest.is_some_and(|size| usize::from(size) < k) {
            continue;
        }
        if seen.insert(direction.clone()) {
            directions.push(direction);
        }
    }
    directions
}

/// Whether the cell before `here` in `direction` is on the board.
fn behind(here: &[u16], direction: &[i8], sizes: &[u16]) -> bool {
    here.iter().zip(direction).zip(sizes).all(|((&coordinate, &step), &size)| match step {
        1 => coordinate > 0,
        -1 => coordinate + 1 < size,
        _ => true,
    })
}

/// Moves `here` one step; the cell there, or `None` off the board.
fn advance(here: &mut [u16], direction: &[i8], geometry: &Geometry, torus: bool) -> Option<Cell> {
    for ((coordinate, &step), &size) in here.iter_mut().zip(direction).zip(geometry.sizes()) {
        *coordinate = match step {
            1 if torus && *coordinate + 1 == size => 0,
            -1 if torus && *coordinate == 0 => size - 1,
            1 => *coordinate + 1,
            -1 => coordinate.wrapping_sub(1),
            _ => *coordinate,
        };
    }
    geometry.cell_at(here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        let spec: GameSpec = text.parse().expect("sound game text");
        Lines::new(&spec, &Geometry::new(&spec)).count()
    }

    #[test]
    fn known_numbers_of_lines() {
        assert_eq!(count("3x3:3"), 8);
        assert_eq!(count("7x6:4:-2"), 69);
        assert_eq!(count("4x4x4:4"), 76);
        assert_eq!(count("15x15:5"), 572);
        // ((n + 2)^d - n^d) / 2 lines of length n in a cube of side n.
        assert_eq!(count("3x3x3:3"), (125 - 27) / 2);
        assert_eq!(count("4x4x4x4:4"), (1296 - 256) / 2);
        assert_eq!(count("3:4"), 0);
        assert_eq!(count("4x5:1"), 20);
    }

    #[test]
    fn rings_of_a_torus_are_lines_once() {
        // Three rows, three columns and six broken diagonals.
        assert_eq!(count("3x3:3:free:torus"), 12);
        assert_eq!(count("5:3:free:torus"), 5);
        assert_eq!(count("5:5:free:torus"), 1);
        assert_eq!(count("2x2:2:free:torus"), 6);
        // Both diagonals of 5×3 run through all 15 cells: one line, the whole board.
        assert_eq!(count("5x3:15:free:torus"), 1);
        // Without one cell: 15 lines, each found on both diagonals.
        assert_eq!(count("5x3:14:free:torus"), 15);
    }

    #[test]
    fn lines_are_distinct_and_as_long_as_k() {
        for text in ["7x6:4", "3x3:3:free:torus", "2x1x4:1:free:exact", "5x3:14:free:torus", "2x2x2:2"] {
            let spec: GameSpec = text.parse().expect("sound game text");
            let lines = Lines::new(&spec, &Geometry::new(&spec));
            let mut sets: Vec<Vec<Cell>> = lines.iter().map(<[Cell]>::to_vec).collect();
            for set in &mut sets {
                set.sort_unstable();
            }
            sets.sort_unstable();
            let found = sets.len();
            sets.dedup();
            assert_eq!((sets.len(), found), (lines.count(), lines.count()), "{text}");
            assert!(sets.iter().all(|set| set.len() == lines.k()), "{text}");
        }
    }
}
