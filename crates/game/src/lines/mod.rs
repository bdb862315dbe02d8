//! The winning lines of a game, and the straight segments of cells that they lie on.
//!
//! Where lines are rows, a *segment* is a maximal row of cells in one direction: from edge to edge or to a blocked
//! cell, or, on a torus, a closed ring. Every winning line is a window of `k` neighbouring cells of a segment. Only
//! segments that hold at least one line are kept. Lines that are not rows are sets of cells and lie on no segment.

pub(crate) mod field;
mod planes;
mod shapes;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use crate::geometry::{Cell, Geometry};
use crate::hypergraph::Hypergraph;
use crate::spec::{Edges, GameSpec, LineRule, Overline, SpecError, without_supersets};

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
    /// See [`run_length`](Lines::run_length).
    rows: bool,
    /// Cells of the longest line; where lines are rows, of each.
    k: usize,
    /// The cells of all segments, one after the other. A ring longer than `k` has its first `k - 1`
    /// cells again at its end, so that every window is a slice.
    cells: Vec<Cell>,
    segments: Vec<Segment>,
    /// Where lines are not rows, where each begins in `cells`, and the end of the last.
    starts: Vec<u32>,
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
        let sets = match &spec.lines {
            LineRule::Run(k) => return Self::with_length(spec, geometry, usize::from(*k)),
            LineRule::Given(lines) => without_supersets(lines.to_vec()),
            LineRule::Shape(shape) => shapes::images(shape, spec),
            LineRule::Plane => planes::affine(spec.sizes[0], spec.dimensions()),
            LineRule::Projective => planes::projective(spec.sizes[0]),
        };
        Self::of_sets(&sets, geometry)
    }

    /// The lines that these sets are, which are given by the places of their cells. Those with a blocked cell are left
    /// out.
    fn of_sets(sets: &[Vec<u16>], geometry: &Geometry) -> Lines {
        let mut lines = Lines::none(0, geometry);
        lines.rows = false;
        lines.starts.push(0);
        for set in sets {
            let cells = set.iter().map(|&place| geometry.cells()[usize::from(place)]);
            if cells.clone().any(|cell| geometry.is_blocked(cell)) {
                continue;
            }
            lines.cells.extend(cells);
            lines.starts.push(lines.cells.len() as u32);
            lines.k = lines.k.max(set.len());
            lines.windows += 1;
        }
        lines
    }

    fn none(k: usize, geometry: &Geometry) -> Lines {
        Lines {
            rows: true,
            k,
            cells: Vec::new(),
            segments: Vec::new(),
            starts: Vec::new(),
            repeated: Vec::new(),
            windows: 0,
            bits: geometry.bits(),
            hypergraph: OnceLock::new(),
        }
    }

    /// Finds the runs of `k` cells, whatever the game's own `k`.
    pub(crate) fn with_length(spec: &GameSpec, geometry: &Geometry, k: usize) -> Lines {
        let mut lines = Lines::none(k, geometry);
        if k > geometry.cells().len() {
            return lines;
        }
        for direction in directions(spec, k) {
            lines.add_segments(spec, geometry, &direction);
        }
        // Two directions can give the same set of cells only on a torus, where a nearly closed ring can
        // be walked in two ways, and for single cells.
        if spec.edges != Edges::Walls || k == 1 {
            lines.find_repeated(geometry);
        }
        lines
    }

    /// The number of cells of the longest line. Where lines are rows, all have so many.
    pub fn k(&self) -> usize {
        self.k
    }

    /// The number of cells of the shortest line.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Lines};
    /// let lines = Lines::of(&"2x2:lines=a1/a2+b1".parse()?)?;
    /// assert_eq!((lines.shortest(), lines.k()), (1, 2));
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn shortest(&self) -> usize {
        let lengths = self.starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
        lengths.min().unwrap_or(self.k)
    }

    /// Whether every line is a row of neighbouring cells in one direction, so that it lies on a segment. Where lines
    /// are given as sets of cells, nobody looks whether they happen to be rows.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Lines};
    /// assert!(Lines::of(&"3x3:3".parse()?)?.are_rows());
    /// assert!(!Lines::of(&"3x3:plane".parse()?)?.are_rows());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn are_rows(&self) -> bool {
        self.rows
    }

    /// The number of winning lines, counted as distinct sets of cells.
    pub fn count(&self) -> usize {
        self.windows as usize - self.repeated.len()
    }

    /// The winning lines, each a slice of its cells in order; distinct as sets.
    pub fn iter(&self) -> impl Iterator<Item = &[Cell]> + Clone {
        let mut repeated = self.repeated.iter().copied().peekable();
        (0_u32..)
            .zip(self.segments.iter().flat_map(|&segment| self.windows_of(segment)))
            .filter(move |(number, _)| repeated.next_if_eq(number).is_none())
            .map(|(_, line)| line)
            .chain(self.starts.windows(2).map(|pair| &self.cells[pair[0] as usize..pair[1] as usize]))
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

    fn add_segments(&mut self, spec: &GameSpec, geometry: &Geometry, direction: &[i8]) {
        // A direction along dimensions that all wrap comes back to where it began.
        let is_closed =
            (0..direction.len()).all(|dimension| direction[dimension] == 0 || spec.wraps(dimension));
        let is_closed = is_closed && spec.edges != Edges::Walls;
        let mut seen = vec![false; if is_closed { geometry.bits() } else { 0 }];
        let mut here = Vec::new();
        let mut cells = Vec::new();
        for &first in geometry.cells() {
            here.clone_from(&geometry.coordinates(first));
            if is_closed {
                if seen[first.index()] {
                    continue;
                }
            } else if behind(&here, direction, spec) {
                continue;
            }
            cells.clear();
            let mut cell = Some(first);
            while let Some(current) = cell {
                cells.push(current);
                if is_closed {
                    seen[current.index()] = true;
                }
                cell = advance(&mut here, direction, spec, geometry).filter(|&next| next != first);
            }
            let blocked = cells.iter().position(|&cell| geometry.is_blocked(cell));
            match blocked {
                None => self.add_segment(&cells, is_closed),
                Some(at) => {
                    // A ring with a blocked cell is open: it begins after that cell.
                    if is_closed {
                        cells.rotate_left(at);
                    }
                    for part in cells.split(|&cell| geometry.is_blocked(cell)) {
                        self.add_segment(part, false);
                    }
                }
            }
        }
    }

    fn add_segment(&mut self, cells: &[Cell], ring: bool) {
        if cells.len() < self.k {
            return;
        }
        let start = self.cells.len();
        let segment = Segment { start: start as u32, length: cells.len() as u16, ring };
        self.cells.extend_from_slice(cells);
        if self.stored(segment) > segment.length() {
            self.cells.extend_from_within(start..start + self.k - 1);
        }
        self.segments.push(segment);
        self.windows += (self.stored(segment) + 1 - self.k) as u32;
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
        for (dimension, step) in
            direction.iter_mut().enumerate().filter(|(dimension, _)| spec.wraps(*dimension))
        {
            *step = match spec.sizes[dimension] {
                1 => 0,
                2 => step.abs(),
                _ => *step,
            };
        }
        // A step back along a dimension where back and forth differ makes the direction an opposite.
        let differs = |dimension: usize| !spec.wraps(dimension) || spec.sizes[dimension] > 2;
        let sign = (0..dimensions).find(|&dimension| direction[dimension] != 0 && differs(dimension));
        if sign.is_some_and(|dimension| direction[dimension] < 0) {
            continue;
        }
        let mut ends =
            (0..dimensions).filter(|&dimension| direction[dimension] != 0 && !spec.wraps(dimension));
        if ends.any(|dimension| usize::from(spec.sizes[dimension]) < k) {
            continue;
        }
        if seen.insert(direction.clone()) {
            directions.push(direction);
        }
    }
    directions
}

/// Whether the cell before `here` in `direction`, which ends at walls, is on the board.
fn behind(here: &[u16], direction: &[i8], spec: &GameSpec) -> bool {
    here.iter().enumerate().all(|(dimension, &coordinate)| match direction[dimension] {
        _ if spec.wraps(dimension) => true,
        1 => coordinate > 0,
        -1 => coordinate + 1 < spec.sizes[dimension],
        _ => true,
    })
}

/// Moves `here` one step; the cell there, or `None` off the board.
fn advance(here: &mut [u16], direction: &[i8], spec: &GameSpec, geometry: &Geometry) -> Option<Cell> {
    for (dimension, coordinate) in here.iter_mut().enumerate() {
        let size = spec.sizes[dimension];
        *coordinate = match direction[dimension] {
            1 if spec.wraps(dimension) && *coordinate + 1 == size => 0,
            -1 if spec.wraps(dimension) && *coordinate == 0 => size - 1,
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
