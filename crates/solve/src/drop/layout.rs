//! The bitboard of a game with gravity, and what can be read off it with shifts.

use connect_toe_game::{Bits, Cell, Geometry, Symmetry};

/// Where the cells lie among the bits, with a guard bit after every row of every dimension but the outermost.
///
/// The columns that stones fall along are runs of neighbouring bits with the floor lowest; the guard on top of each
/// keeps shifted runs from leaking into the next:
///
/// ```text
///   .  .  .  .  .  .  .     guards: 6 13 20 27 34 41 48
///   5 12 19 26 33 40 47
///   4 11 18 25 32 39 46
///   3 10 17 24 31 38 45     7x6:4:-2
///   2  9 16 23 30 37 44
///   1  8 15 22 29 36 43
///   0  7 14 21 28 35 42
/// ```
#[derive(Clone, Debug)]
pub(super) struct Layout<W> {
    /// Every cell.
    pub(super) cells: W,
    /// The lowest cell of every column.
    pub(super) floor: W,
    /// Cells at even height above the floor, the floor included.
    pub(super) even_rows: W,
    /// The columns, each a set of cells.
    pub(super) columns: Vec<Column<W>>,
    /// Cells of a column.
    pub(super) height: u32,
    /// Bits to the next cell in each direction in which a line fits, four at a time, so that the compiler can work
    /// on four shifts at once; the last four repeat a direction if need be.
    pub(super) steps: Vec<[u32; 4]>,
    /// The run length that wins.
    pub(super) k: usize,
    /// The bit of every cell, by the game's own number of the cell.
    pub(super) bits: Vec<u32>,
    /// The game's own number of the cell, by bit.
    pub(super) numbers: Vec<u32>,
    /// Column of every bit.
    pub(super) column_of: Vec<u16>,
    /// Lines through every cell, by bit.
    pub(super) lines_through: Vec<u16>,
    /// The symmetries of the game without the identity.
    pub(super) symmetries: Vec<ColumnPermutation<W>>,
    pub(super) symmetric_above: u32,
}

/// A symmetry of the game: it maps columns onto columns. Columns that move equally far move together.
#[derive(Clone, Debug)]
pub(super) struct ColumnPermutation<W> {
    /// The cells and guards of columns, and how many bits they move.
    up: Vec<(W, u32)>,
    down: Vec<(W, u32)>,
}

impl<W: Bits> ColumnPermutation<W> {
    /// Where a set of cells and guards on top of columns goes.
    #[inline(always)]
    pub(super) fn apply(&self, set: W) -> W {
        let up = self.up.iter().fold(W::EMPTY, |image, &(columns, places)| image | (set & columns) << places);
        self.down.iter().fold(up, |image, &(columns, places)| image | (set & columns) >> places)
    }
}

/// One column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<W> {
    /// Its cells.
    pub(super) cells: W,
    /// The bit of its lowest cell.
    pub(super) floor: u32,
}

/// Strides of the dimensions, and the number of bits. After every row of a dimension there is room for one more cell,
/// or for one more row of cells, that stays empty.
pub(super) fn strides(sizes: &[u16], gravity: usize) -> (Vec<u32>, u32) {
    let mut strides = vec![0; sizes.len()];
    strides[gravity] = 1;
    let (mut stride, mut bits) = (1, u32::from(sizes[gravity]));
    let mut inner = gravity;
    for dimension in (0..sizes.len()).rev().filter(|&dimension| dimension != gravity) {
        stride *= u32::from(sizes[inner]) + 1;
        strides[dimension] = stride;
        bits += stride * (u32::from(sizes[dimension]) - 1);
        inner = dimension;
    }
    (strides, bits)
}

impl<W: Bits> Layout<W> {
    /// The layout of a board whose stones fall along dimension `gravity` (counted from 0), toward its high end if
    /// `reversed`.
    pub(super) fn new(geometry: &Geometry, k: usize, gravity: usize, reversed: bool) -> Layout<W> {
        let sizes = geometry.sizes();
        let (strides, width) = strides(sizes, gravity);
        let height = u32::from(sizes[gravity]);
        let mut layout = Layout {
            cells: W::EMPTY,
            floor: W::EMPTY,
            even_rows: W::EMPTY,
            columns: Vec::new(),
            height,
            steps: Vec::new(),
            k,
            bits: vec![0; geometry.bits()],
            numbers: vec![0; width as usize],
            column_of: vec![0; width as usize],
            lines_through: vec![0; width as usize],
            symmetries: Vec::new(),
            symmetric_above: 0,
        };
        for &cell in geometry.cells() {
            let coordinates = geometry.coordinates(cell);
            let row = if reversed {
                height - 1 - u32::from(coordinates[gravity])
            } else {
                u32::from(coordinates[gravity])
            };
            let bit = row
                + (0..sizes.len())
                    .filter(|&dimension| dimension != gravity)
                    .map(|dimension| u32::from(coordinates[dimension]) * strides[dimension])
                    .sum::<u32>();
            layout.cells = layout.cells.with(bit);
            if row % 2 == 0 {
                layout.even_rows = layout.even_rows.with(bit);
            }
            if row == 0 {
                layout.floor = layout.floor.with(bit);
                let cells = (bit..bit + height).fold(W::EMPTY, W::with);
                layout.columns.push(Column { cells, floor: bit });
            }
            layout.bits[cell.index()] = bit;
            layout.numbers[bit as usize] = cell.bit();
        }
        layout.columns.sort_by_key(|column| column.floor);
        for (index, column) in layout.columns.iter().enumerate() {
            for bit in column.cells.members() {
                layout.column_of[bit as usize] = index as u16;
            }
        }
        layout.symmetric_above = layout.cells.count() / 2;
        let directions = layout.directions(sizes, &strides);
        layout.count_lines(&directions);
        layout.steps = directions
            .chunks(4)
            .map(|four| std::array::from_fn(|index| four.get(index).copied().unwrap_or(four[0])))
            .collect();
        layout
    }

    /// Every direction in which a line fits, one of each pair of opposites.
    fn directions(&self, sizes: &[u16], strides: &[u32]) -> Vec<u32> {
        let mut directions = Vec::new();
        let mut direction = vec![-1_i32; sizes.len()];
        loop {
            let step: i32 = direction.iter().zip(strides).map(|(&d, &stride)| d * stride as i32).sum();
            let fits = direction.iter().zip(sizes).all(|(&d, &size)| d == 0 || usize::from(size) >= self.k);
            if step > 0 && fits {
                directions.push(step as u32);
            }
            let Some(next) = direction.iter().position(|&d| d < 1) else { break };
            direction[next] += 1;
            direction[..next].fill(-1);
        }
        directions.sort_unstable();
        directions
    }

    /// Makes the symmetries of the game known.
    pub(super) fn add_symmetry(&mut self, symmetry: &Symmetry) {
        let mut moves: Vec<(i32, W)> = Vec::new();
        for column in &self.columns {
            let floor = self.numbers[column.floor as usize];
            let image = symmetry.apply(Cell::from_bit(floor));
            let places = self.bits[image.index()] as i32 - column.floor as i32;
            let set = column.cells | column.cells << 1;
            match moves.iter_mut().find(|(other, _)| *other == places) {
                Some((_, columns)) => *columns |= set,
                None => moves.push((places, set)),
            }
        }
        if moves.iter().any(|&(places, _)| places != 0) {
            let (down, up): (Vec<_>, Vec<_>) = moves.into_iter().partition(|&(places, _)| places < 0);
            let distances = |moves: Vec<(i32, W)>| {
                moves.into_iter().map(|(places, set)| (set, places.unsigned_abs())).collect()
            };
            self.symmetries.push(ColumnPermutation { up: distances(up), down: distances(down) });
        }
    }

    fn count_lines(&mut self, directions: &[u32]) {
        for &step in directions {
            for bit in self.cells.members() {
                let last = bit as usize + (self.k - 1) * step as usize;
                let places = || (bit as usize..=last).step_by(step as usize);
                if last < self.numbers.len() && places().all(|place| self.cells.contains(place as u32)) {
                    for place in places() {
                        self.lines_through[place] += 1;
                    }
                }
            }
        }
    }

    /// The lowest empty cell of every column that is not full.
    #[inline(always)]
    pub(super) fn playable(&self, occupied: W) -> W {
        ((occupied << 1) | self.floor) & !occupied & self.cells
    }

    /// Cells where one more stone beside `stones` makes a run of `k` (occupied ones and bits off the board
    /// included). `K` is the run length, or 0 if it is not known to the compiler.
    #[inline(always)]
    pub(super) fn completing<const K: usize>(&self, stones: W) -> W {
        if K == 0 {
            return self.completing_any_length(stones);
        }
        let mut found = [W::EMPTY; 4];
        for steps in &self.steps {
            // `low[n]`: the n cells just below in this direction are taken; `high[n]`: those just above.
            let mut low = [[W::EMPTY; 4]; 16];
            let mut high = [[W::EMPTY; 4]; 16];
            for d in 0..4 {
                low[1][d] = stones << steps[d];
                high[1][d] = stones >> steps[d];
            }
            for places in 2..K {
                for d in 0..4 {
                    low[places][d] = low[places - 1][d] & (stones << (places as u32 * steps[d]));
                    high[places][d] = high[places - 1][d] & (stones >> (places as u32 * steps[d]));
                }
            }
            for d in 0..4 {
                found[d] |= low[K - 1][d] | high[K - 1][d];
            }
            for places in 1..K - 1 {
                for d in 0..4 {
                    found[d] |= low[places][d] & high[K - 1 - places][d];
                }
            }
        }
        (found[0] | found[1]) | (found[2] | found[3])
    }

    /// The cells where one more stone makes a run, for any run length.
    fn completing_any_length(&self, stones: W) -> W {
        let k = self.k as u32;
        let mut found = W::EMPTY;
        for &step in self.steps.as_flattened() {
            for below in 0..k {
                let low = (1..=below).fold(self.cells, |all, places| all & (stones << (places * step)));
                found |= (1..k - below).fold(low, |all, places| all & (stones >> (places * step)));
            }
        }
        found
    }

    /// The cells of `allowed` that lie on a line all of whose cells are in `allowed`.
    #[inline(always)]
    pub(super) fn cells_on_lines<const K: usize>(&self, allowed: W) -> W {
        let k = if K == 0 { self.k as u32 } else { K as u32 };
        let mut found = [W::EMPTY; 4];
        for steps in &self.steps {
            let lines = spread(first_cells(allowed, steps, k), steps, k);
            for d in 0..4 {
                found[d] |= lines[d];
            }
        }
        (found[0] | found[1]) | (found[2] | found[3])
    }

    /// How many of the cells `free` the fullest line takes that holds nothing but `stones` and these.
    pub(super) fn lacks(&self, stones: W, free: W) -> Option<usize> {
        let wanted = |first: u32, step: u32| {
            (0..self.k as u32).filter(|place| free.contains(first + place * step)).count()
        };
        let lines = self.steps.iter().flat_map(|steps| {
            let first = first_cells(stones | free, steps, self.k as u32);
            steps.iter().zip(first).flat_map(|(&step, first)| first.members().map(move |bit| (bit, step)))
        });
        lines.map(|(first, step)| wanted(first, step)).min()
    }

    /// Whether a line lies within `allowed`.
    #[inline(always)]
    pub(super) fn holds_line<const K: usize>(&self, allowed: W) -> bool {
        let k = if K == 0 { self.k as u32 } else { K as u32 };
        let mut found = [W::EMPTY; 4];
        for steps in &self.steps {
            let first = first_cells(allowed, steps, k);
            for d in 0..4 {
                found[d] |= first[d];
            }
        }
        ((found[0] | found[1]) | (found[2] | found[3])).any()
    }
}

/// The cells from which `k` cells in a row upward, a step apart, lie in `allowed`, for four directions.
#[inline(always)]
fn first_cells<W: Bits>(allowed: W, steps: &[u32; 4], k: u32) -> [W; 4] {
    let mut runs = [allowed; 4];
    let mut length = 1;
    while 2 * length <= k {
        for d in 0..4 {
            runs[d] &= runs[d] >> (length * steps[d]);
        }
        length *= 2;
    }
    if length < k {
        for d in 0..4 {
            runs[d] &= runs[d] >> ((k - length) * steps[d]);
        }
    }
    runs
}

/// All the cells of the runs of `k` that begin in `first`, for four directions.
#[inline(always)]
fn spread<W: Bits>(first: [W; 4], steps: &[u32; 4], k: u32) -> [W; 4] {
    let mut cells = first;
    let mut length = 1;
    while 2 * length <= k {
        for d in 0..4 {
            cells[d] |= cells[d] << (length * steps[d]);
        }
        length *= 2;
    }
    if length < k {
        for d in 0..4 {
            cells[d] |= cells[d] << ((k - length) * steps[d]);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{GameSpec, Rules};

    use super::*;

    /// Every set of cells that the shifts take for a line is one, and the other way round.
    #[test]
    fn shifts_find_the_lines_of_the_rules() {
        for (text, gravity) in
            [("7x6:4:-2", 1), ("3x3x3:3:-3", 2), ("4x2x3:3:-1", 0), ("4x4x4:4:-2", 1), ("3x3x3x2:3:-3", 2)]
        {
            let spec: GameSpec = text.parse().expect("game text");
            let rules = Rules::<u128>::compile(&spec).expect("two words are enough");
            let layout = Layout::<u128>::new(
                rules.geometry(),
                usize::from(spec.run_length().expect("runs")),
                gravity,
                false,
            );
            let found: usize =
                layout.cells.members().map(|bit| usize::from(layout.lines_through[bit as usize])).sum();
            assert_eq!(found, rules.lines().count() * rules.lines().k(), "{text}");
            for line in rules.lines().iter() {
                let line = line.iter().fold(0, |set: u128, cell| set.with(layout.bits[cell.index()]));
                assert!(layout.holds_line::<0>(line), "{text}");
                assert_eq!(layout.cells_on_lines::<0>(line), line, "{text}");
                for bit in line.members() {
                    let completing = layout.completing::<0>(line.without(bit)) & layout.cells;
                    assert_eq!(completing & line, u128::single(bit), "{text}");
                }
            }
            // No line leaves the board at one side and enters at another.
            for &first in rules.geometry().cells() {
                for &step in layout.steps.as_flattened() {
                    let start = layout.bits[first.index()];
                    let run: Vec<u32> =
                        (0..rules.lines().k() as u32).map(|index| start + index * step).collect();
                    let on_board = run.iter().all(|&bit| bit < u128::WIDTH && layout.cells.contains(bit));
                    let stones = run
                        .iter()
                        .fold(0, |set: u128, &bit| if bit < u128::WIDTH { set.with(bit) } else { set });
                    let is_line = on_board
                        && rules
                            .lines()
                            .iter()
                            .any(|line| line.iter().all(|cell| stones.contains(layout.bits[cell.index()])));
                    assert_eq!(on_board, is_line, "{text}: a run from {start} by {step}");
                }
            }
        }
    }

    #[test]
    fn the_fullest_line_lacks_what_the_rules_say() {
        let mut random = connect_toe_testkit::random_game::SplitMix64::new(11);
        for (text, gravity) in [("7x6:4:-2", 1), ("4x3x3:3:-3", 2), ("5x4:5:-2", 1), ("3x3:4:-2", 1)] {
            let spec: GameSpec = text.parse().expect("game text");
            let rules = Rules::<u64>::compile(&spec).expect("one word is enough");
            let layout = Layout::<u64>::new(
                rules.geometry(),
                usize::from(spec.run_length().expect("runs")),
                gravity,
                false,
            );
            for _ in 0..200 {
                let mut board = rules.start();
                for _ in 0..random.below(rules.cells().count() as usize) {
                    let moves = rules.legal_moves(&board);
                    let Some(&cell) = random.choose(&moves) else { break };
                    board = rules.play(&board, cell);
                }
                let free = rules.empty(&board);
                let on_layout =
                    |set: u64| set.members().fold(0, |all: u64, cell| all.with(layout.bits[cell as usize]));
                for stones in [board.mover(), board.other()] {
                    let lines = rules.lines().iter().filter_map(|line| {
                        let line = line.iter().fold(0, |set: u64, cell| set.with(cell.bit()));
                        (line & !(stones | free)).is_empty().then(|| (line & free).count() as usize)
                    });
                    assert_eq!(layout.lacks(on_layout(stones), on_layout(free)), lines.min(), "{text}");
                }
            }
        }
    }
}
