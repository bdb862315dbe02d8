//! The test whether a stone completes a line: four methods, of which each game uses one.

use crate::bits::Bits;
use crate::by_cell::ByCell;
use crate::geometry::{Cell, Geometry};
use crate::lines::{Lines, Segment};
use crate::spec::{GameSpec, Overline};

/// The test for a completed line.
#[derive(Clone, Debug)]
pub(crate) enum LineTest<B> {
    /// The board holds no line.
    Never,
    /// One stone is a line.
    Always,
    /// Shift the whole set of stones against itself, once for each direction: for boards whose rows end
    /// in guard bits.
    Shifts {
        /// Bits to the next cell in each direction; if there are fewer directions, the first again.
        steps: [u32; MOST_SHIFTS],
        k: u32,
        exact: bool,
    },
    /// Compare with every line through the cell: for boards with few lines through each.
    Masks {
        /// The lines through each cell.
        masks: ByCell<B>,
        steps: Steps,
    },
    /// Look at the cells of every line through the cell: for lines that are not rows and too many for masks.
    Sets,
    /// Walk from the cell along its segments: for the rest.
    Walks {
        /// Each cell's places on the segments through it.
        places: ByCell<Place>,
        exact: bool,
        steps: Steps,
    },
}

/// Bits to the next cell in each direction, where rows end in guard bits and lines are not too long: all cells that complete a
/// line are found faster by shifts of the whole set than one by one. Else empty.
type Steps = Vec<u32>;

/// A cell's place on a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    segment: Segment,
    index: u16,
}

/// Shifts are faster for at most two words and this many directions; beyond that, looking at the lines of one cell is
/// faster.
const MOST_SHIFTS: usize = 4;
/// With more lines through a cell, on average, walking is faster.
const MOST_MASKS: usize = 14;

/// Where lines are not rows, masks may take so much memory.
const MOST_BYTES_OF_MASKS: usize = 1 << 25;

/// The lines through each cell, as sets.
fn masks<B: Bits>(geometry: &Geometry, lines: &Lines) -> ByCell<B> {
    let masks = lines.iter().flat_map(|line| {
        let mask = line.iter().fold(B::EMPTY, |mask, cell| mask.with(cell.bit()));
        line.iter().map(move |&cell| (cell, mask))
    });
    ByCell::new(geometry.bits(), masks)
}

impl<B: Bits> LineTest<B> {
    // Wider boards never use these methods, and the code of the methods is left out for them: it would be most of what
    // is compiled for them.
    const HAS_SHIFTS: bool = B::WIDTH <= 128;
    const HAS_MASKS: bool = B::WIDTH <= 512;
    const HAS_SHIFTS_OF_ALL: bool = B::WIDTH <= 1024;

    pub(crate) fn new(spec: &GameSpec, geometry: &Geometry, lines: &Lines) -> LineTest<B> {
        if !lines.are_rows() {
            return Self::of_sets(geometry, lines);
        }
        let exact = spec.overline == Overline::DoesNotCount;
        // On the torus and off it, a stone is a run of one along a dimension of size 1.
        if lines.k() == 1 && (!exact || spec.sizes.contains(&1)) {
            return LineTest::Always;
        }
        if lines.count() == 0 {
            return LineTest::Never;
        }
        if geometry.is_guarded() && Self::HAS_SHIFTS && lines.k() > 1 {
            let found = steps(lines);
            if found.len() <= MOST_SHIFTS {
                let steps = std::array::from_fn(|index| found.get(index).copied().unwrap_or(found[0]));
                return LineTest::Shifts { steps, k: lines.k() as u32, exact };
            }
        }
        let shifts =
            geometry.is_guarded() && Self::HAS_SHIFTS_OF_ALL && (2..=MOST_AT_ONCE).contains(&lines.k());
        let steps = if shifts { steps(lines) } else { Steps::new() };
        let through_a_cell = lines.count() * lines.k() / geometry.cells().len();
        if !exact && through_a_cell <= MOST_MASKS && Self::HAS_MASKS {
            return LineTest::Masks { masks: masks(geometry, lines), steps };
        }
        let places = lines.segments().iter().flat_map(|&segment| {
            (0_u16..).zip(lines.cells_of(segment)).map(move |(index, &cell)| (cell, Place { segment, index }))
        });
        LineTest::Walks { places: ByCell::new(geometry.bits(), places), exact, steps }
    }

    fn of_sets(geometry: &Geometry, lines: &Lines) -> LineTest<B> {
        let cells: usize = lines.iter().map(<[Cell]>::len).sum();
        if cells == 0 {
            LineTest::Never
        } else if Self::HAS_MASKS && cells <= MOST_BYTES_OF_MASKS / size_of::<B>() {
            LineTest::Masks { masks: masks(geometry, lines), steps: Steps::new() }
        } else {
            LineTest::Sets
        }
    }

    /// Those of the empty cells `candidates` where one more stone completes a line.
    #[inline]
    pub(crate) fn completing(&self, lines: &Lines, stones: B, candidates: B) -> B {
        self.completing_inlined(lines, stones, candidates)
    }

    /// [`completing`](LineTest::completing), compiled for the processor that the caller is compiled for.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn completing_inlined(&self, lines: &Lines, stones: B, candidates: B) -> B {
        match self {
            LineTest::Never => B::EMPTY,
            LineTest::Always => candidates,
            LineTest::Shifts { .. } if !Self::HAS_SHIFTS => B::EMPTY,
            LineTest::Shifts { steps, k: 3, exact: false } => candidates & completing_cells(stones, steps, 3),
            LineTest::Shifts { steps, k: 4, exact: false } => candidates & completing_cells(stones, steps, 4),
            LineTest::Shifts { steps, k: 5, exact: false } => candidates & completing_cells(stones, steps, 5),
            LineTest::Shifts { steps, k, exact: false } if *k as usize <= MOST_AT_ONCE => {
                candidates & completing_cells(stones, steps, *k as usize)
            }
            LineTest::Masks { steps, .. } | LineTest::Walks { steps, .. }
                if Self::HAS_SHIFTS_OF_ALL && !steps.is_empty() && candidates.count() > FEW_CANDIDATES =>
            {
                let found = candidates & completing_cells(stones, steps, lines.k());
                let is_exact = matches!(self, LineTest::Walks { exact: true, .. });
                if is_exact { self.completing_one_by_one(lines, stones, found) } else { found }
            }
            _ => self.completing_one_by_one(lines, stones, candidates),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    fn completing_one_by_one(&self, lines: &Lines, stones: B, candidates: B) -> B {
        if let LineTest::Masks { masks, .. } = self
            && Self::HAS_MASKS
        {
            // The method is looked up once, not for each cell.
            let completes = |bit: &u32| fills_a_mask(masks, stones, Cell::from_bit(*bit));
            return candidates.members().filter(completes).fold(B::EMPTY, B::with);
        }
        let completes = |bit: &u32| self.completes(lines, stones, Cell::from_bit(*bit));
        candidates.members().filter(completes).fold(B::EMPTY, B::with)
    }

    /// Whether [`completing`](LineTest::completing) finds all cells with a few operations on whole sets.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn is_at_once(&self) -> bool {
        match self {
            LineTest::Never | LineTest::Always => true,
            LineTest::Shifts { k, exact: false, .. } => *k as usize <= MOST_AT_ONCE,
            _ => false,
        }
    }

    /// The cells where one more stone completes a line, after a stone of that side on `cell`, which is among `stones`.
    /// `before` are those before it. Cells that are not empty may be among them.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn completing_after_inlined(
        &self,
        lines: &Lines,
        cells: B,
        stones: B,
        before: B,
        cell: Cell,
    ) -> B {
        if self.is_at_once() {
            return self.completing_inlined(lines, stones, cells);
        }
        let mut found = before;
        // Only the cells at the ends of the runs through the new stone can gain a line by it, or lose one that is now
        // too long.
        match self {
            LineTest::Shifts { .. } if !Self::HAS_SHIFTS => {}
            LineTest::Masks { .. } if !Self::HAS_MASKS => {}
            LineTest::Masks { masks, .. } => {
                for &line in masks.of(cell) {
                    let rest = line.minus(stones);
                    if !rest.has_several() {
                        found |= rest;
                    }
                }
            }
            LineTest::Sets => {
                let graph = lines.hypergraph();
                for &line in graph.lines_of(cell.0) {
                    let mut rest =
                        graph.cells_of(line).iter().filter(|&&cell| !stones.contains(u32::from(cell)));
                    if let (Some(&last), None) = (rest.next(), rest.next()) {
                        found.insert(u32::from(last));
                    }
                }
            }
            LineTest::Walks { places, exact, .. } => {
                for place in places.of(cell) {
                    for end in place.ends(lines, stones).into_iter().flatten() {
                        let bit = end.cell(lines).bit();
                        if *exact {
                            let completes = self.completes_inlined(lines, stones, Cell::from_bit(bit));
                            found = if completes { found.with(bit) } else { found.without(bit) };
                        } else if end.run(lines, stones) >= lines.k() {
                            found.insert(bit);
                        }
                    }
                }
            }
            LineTest::Shifts { steps, .. } => {
                for &step in steps {
                    let past = |bit: &u32| *bit >= B::WIDTH || !stones.contains(*bit);
                    let ahead =
                        std::iter::successors(Some(cell.bit() + step), |bit| Some(bit + step)).find(past);
                    let behind =
                        std::iter::successors(cell.bit().checked_sub(step), |bit| bit.checked_sub(step))
                            .find(past);
                    for bit in [ahead, behind].into_iter().flatten() {
                        if bit < B::WIDTH && cells.contains(bit) {
                            let completes = self.completes_inlined(lines, stones, Cell::from_bit(bit));
                            found = if completes { found.with(bit) } else { found.without(bit) };
                        }
                    }
                }
            }
            LineTest::Never | LineTest::Always => {}
        }
        found
    }

    /// Whether `stones` and one on `cell`, which may be among them, hold a line through `cell`.
    #[inline]
    pub(crate) fn completes(&self, lines: &Lines, stones: B, cell: Cell) -> bool {
        self.completes_inlined(lines, stones, cell)
    }

    /// [`completes`](LineTest::completes), compiled for the processor that the caller is compiled for.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn completes_inlined(&self, lines: &Lines, stones: B, cell: Cell) -> bool {
        // Only the tests that look at the cell itself add it: a change of one word of a wide set, right before all of
        // them are read, is slow.
        let with_cell = || stones.with(cell.bit());
        match self {
            LineTest::Never => false,
            LineTest::Always => true,
            LineTest::Shifts { .. } if !Self::HAS_SHIFTS => false,
            LineTest::Masks { .. } if !Self::HAS_MASKS => false,
            // With the usual run lengths known to the compiler, the shifts of all directions are straight
            // code without a branch.
            LineTest::Shifts { steps, k: 3, exact: false } => any_run(with_cell(), steps, 3),
            LineTest::Shifts { steps, k: 4, exact: false } => any_run(with_cell(), steps, 4),
            LineTest::Shifts { steps, k: 5, exact: false } => any_run(with_cell(), steps, 5),
            LineTest::Shifts { steps, k, exact: false } => any_run(with_cell(), steps, *k),
            LineTest::Shifts { steps, k, exact: true } => {
                let stones = with_cell();
                steps.iter().any(|&step| {
                    let starts = runs(stones, step, *k);
                    // The cell past the run is `k` steps on, which may be more places than the type has.
                    starts.minus(stones << step | stones >> step >> ((*k - 1) * step)).any()
                })
            }
            LineTest::Masks { masks, .. } => fills_a_mask(masks, stones, cell),
            LineTest::Sets => {
                let graph = lines.hypergraph();
                let holds = |&other: &u16| other == cell.0 || stones.contains(u32::from(other));
                graph.lines_of(cell.0).iter().any(|&line| graph.cells_of(line).iter().all(holds))
            }
            LineTest::Walks { places, exact, .. } => places.of(cell).iter().any(|place| {
                let run = place.run(lines, stones);
                if *exact { run == lines.k() } else { run >= lines.k() }
            }),
        }
    }
}

/// Whether one more stone on `cell` fills a line through it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
fn fills_a_mask<B: Bits>(masks: &ByCell<B>, stones: B, cell: Cell) -> bool {
    let stones = stones.with(cell.bit());
    masks.of(cell).iter().any(|&line| stones & line == line)
}

/// Whether the stones hold a run of at least `k` in one of the directions.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the run length must reach the compiler as a constant")]
fn any_run<B: Bits>(stones: B, steps: &[u32; MOST_SHIFTS], k: u32) -> bool {
    steps.iter().fold(B::EMPTY, |found, &step| found | runs(stones, step, k)).any()
}

/// Up to this many cells are looked at one by one, which is faster than shifts of a wide set.
const FEW_CANDIDATES: u32 = 8;

/// The longest run for which all completing cells are found at once.
const MOST_AT_ONCE: usize = 8;

/// The cells, stones or not, where one more stone makes a run of at least `k` in one of the directions.
///
/// `before[j]` has the cells with `j` stones in a row right before them, `after[j]` those with `j` right
/// after; a stone on a cell makes a run of `k` if there are `j` before and `k - 1 - j` after it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the run length must reach the compiler as a constant")]
fn completing_cells<B: Bits>(stones: B, steps: &[u32], k: usize) -> B {
    let mut found = B::EMPTY;
    for &step in steps {
        let mut before = [!B::EMPTY; MOST_AT_ONCE];
        let mut after = before;
        for stones_in_a_row in 1..k {
            let places = step * stones_in_a_row as u32;
            before[stones_in_a_row] = before[stones_in_a_row - 1] & stones << places;
            after[stones_in_a_row] = after[stones_in_a_row - 1] & stones >> places;
        }
        for stones_before in 0..k {
            found |= before[stones_before] & after[k - 1 - stones_before];
        }
    }
    found
}

/// The first cells of all runs of at least `k` stones in the direction of `step`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the run length must reach the compiler as a constant")]
pub(crate) fn runs<B: Bits>(stones: B, step: u32, k: u32) -> B {
    let mut starts = stones;
    let mut length = 1;
    while 2 * length <= k {
        starts &= starts >> (length * step);
        length *= 2;
    }
    if length < k { starts & starts >> ((k - length) * step) } else { starts }
}

impl Place {
    fn cell(self, lines: &Lines) -> Cell {
        lines.cells_of(self.segment)[usize::from(self.index)]
    }

    /// The places right before and right after the run of stones through this place; none beyond the end of the
    /// segment, or on a ring full of stones.
    #[inline]
    fn ends<B: Bits>(self, lines: &Lines, stones: B) -> [Option<Place>; 2] {
        let cells = lines.cells_of(self.segment);
        let index = usize::from(self.index);
        let is_end = |place: &usize| !stones.contains(cells[*place].bit());
        let mut after = (index + 1..cells.len()).find(is_end);
        let mut before = (0..index).rev().find(is_end);
        if self.segment.is_ring() {
            after = after.or_else(|| (0..index).find(is_end));
            before = before.or_else(|| (index + 1..cells.len()).rev().find(is_end));
        }
        [before, after].map(|found| found.map(|place| Place { segment: self.segment, index: place as u16 }))
    }

    /// The length of the run of stones through this place.
    #[inline]
    fn run<B: Bits>(self, lines: &Lines, stones: B) -> usize {
        let cells = lines.cells_of(self.segment);
        let index = usize::from(self.index);
        let own = |cell: &&Cell| stones.contains(cell.bit());
        let (before, after) = (&cells[..index], &cells[index + 1..]);
        let forward = after.iter().take_while(own).count();
        let backward = before.iter().rev().take_while(own).count();
        let run = backward + 1 + forward;
        if !self.segment.is_ring() || run == cells.len() {
            return run;
        }
        // On a ring the walk goes on at the other end; it cannot go all the way round.
        let past_the_end = if forward == after.len() { before.iter().take_while(own).count() } else { 0 };
        let past_the_start =
            if backward == before.len() { after.iter().rev().take_while(own).count() } else { 0 };
        run + past_the_end + past_the_start
    }
}

/// Bits from a cell to the next for each direction that holds a line.
pub(crate) fn steps(lines: &Lines) -> Vec<u32> {
    let mut steps: Vec<u32> = lines
        .segments()
        .iter()
        .map(|&segment| {
            let cells = lines.cells_of(segment);
            cells[1].bit().abs_diff(cells[0].bit())
        })
        .collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}
