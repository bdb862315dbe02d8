//! The stones on every window, kept up to date as positions change: on every `k` neighbouring cells, or where lines
//! are not rows, on every line.
//!
//! A window is *alive* for a side as long as that side can still make a line of it: no stone of the
//! opponent lies on it, no cell of it is out of reach forever, and, where overlines do not count, no stone
//! of its own lies next to either end. It is *ripe* if at most two stones are missing and at least one is
//! there.
//!
//! Windows are counted by what is missing: one with fewer cells than the longest counts as if the rest had stones of
//! both sides.

use connect_toe_game::{Bits, Board, ByCell, BySide, Cell, Forbidden, Overline, Rules, Side};

/// What lies on one window.
#[derive(Clone, Copy, Debug, Default)]
struct Contents {
    /// Stones of each side on the window, and cells that it has less than the longest.
    stones: BySide<u16>,
    /// Reasons why a side can never make a line of it.
    obstacles: BySide<u16>,
}

/// The windows of one game in one position.
#[derive(Clone, Debug)]
pub(super) struct Windows<B> {
    frames: Frames,
    /// The windows through each cell. On a torus two windows can have the same cells, which make one line but count
    /// twice here.
    through: ByCell<u32>,
    /// The windows that end right beside each cell; none if overlines count.
    beside: ByCell<u32>,
    /// The sides whose overlines do not count.
    exact: BySide<bool>,
    state: State,
    stones: BySide<B>,
    unreachable: B,
}

/// Which cells each window has.
#[derive(Clone, Debug)]
struct Frames {
    /// The cells of the longest window.
    k: usize,
    /// The cells of all windows, one after the other.
    cells: Vec<Cell>,
    /// Where windows have different numbers of cells: where each begins in `cells`, and the end of the last. Empty where
    /// each has `k`.
    starts: Vec<u32>,
    count: u32,
}

impl Frames {
    #[inline]
    fn of(&self, window: u32) -> &[Cell] {
        let window = window as usize;
        if self.starts.is_empty() {
            let start = window * self.k;
            &self.cells[start..start + self.k]
        } else {
            &self.cells[self.starts[window] as usize..self.starts[window + 1] as usize]
        }
    }

    /// The windows of rows of cells, and if asked for, which of them end beside which cells. Windows with a cell where no
    /// stone can ever rest are left out.
    fn of_rows<B: Bits>(rules: &Rules<B>, with_ends: bool) -> (Frames, Vec<(Cell, u32)>) {
        let lines = rules.lines();
        let k = lines.k();
        let mut frames =
            Frames { k, cells: Vec::with_capacity(lines.count() * k), starts: Vec::new(), count: 0 };
        let mut ends = Vec::new();
        for &segment in lines.segments() {
            let row = lines.cells_of(segment);
            let length = row.len();
            let is_long_ring = segment.is_ring() && length > k;
            let windows = if is_long_ring { length } else { length + 1 - k };
            for start in 0..windows {
                let cells = (start..start + k).map(|index| row[index % length]);
                if !cells.clone().all(|cell| rules.cells().contains(cell.bit())) {
                    continue;
                }
                frames.cells.extend(cells);
                if with_ends && (is_long_ring || start > 0) {
                    ends.push((row[(start + length - 1) % length], frames.count));
                }
                if with_ends && (is_long_ring || start + k < length) {
                    ends.push((row[(start + k) % length], frames.count));
                }
                frames.count += 1;
            }
        }
        (frames, ends)
    }

    /// The lines of a game, as windows. Those with a cell where no stone can ever rest are left out.
    fn of_sets<B: Bits>(rules: &Rules<B>, k: usize) -> Frames {
        let mut frames = Frames { k, cells: Vec::new(), starts: vec![0], count: 0 };
        for line in rules.lines().iter() {
            if line.iter().all(|cell| rules.cells().contains(cell.bit())) {
                frames.cells.extend_from_slice(line);
                frames.starts.push(frames.cells.len() as u32);
                frames.count += 1;
            }
        }
        frames
    }
}

/// The part of [`Windows`] that changes with the position.
#[derive(Clone, Debug)]
struct State {
    contents: Vec<Contents>,
    /// By number of stones: what an alive window adds to its owner's total.
    weights: Vec<i64>,
    totals: BySide<i64>,
    /// Stones that make a window ripe.
    ripe_from: u16,
    /// The ripe windows of each side in no particular order, and each one's place in that list.
    ripe: BySide<Vec<u32>>,
    places: BySide<Vec<u32>>,
}

impl State {
    fn new(frames: &Frames, weight: impl Fn(usize) -> i64, obstacles: BySide<u16>) -> State {
        let count = frames.count as usize;
        let mut state = State {
            contents: Vec::with_capacity(count),
            // Without windows no weight is ever read, so a `k` beyond the board needs no table.
            weights: if count == 0 { Vec::new() } else { (0..=frames.k).map(weight).collect() },
            totals: BySide::default(),
            ripe_from: frames.k.saturating_sub(2).max(1) as u16,
            ripe: BySide::default(),
            places: BySide::from_fn(|_| vec![0; count]),
        };
        for window in 0..frames.count {
            let less = (frames.k - frames.of(window).len()) as u16;
            let contents = Contents { stones: BySide { x: less, o: less }, obstacles };
            for side in Side::ALL {
                state.totals[side] += state.weight(contents, side);
                if state.is_ripe(contents, side) {
                    state.places[side][window as usize] = state.ripe[side].len() as u32;
                    state.ripe[side].push(window);
                }
            }
            state.contents.push(contents);
        }
        state
    }

    #[inline]
    fn is_ripe(&self, contents: Contents, side: Side) -> bool {
        contents.obstacles[side] == 0 && contents.stones[side] >= self.ripe_from
    }

    #[inline]
    fn weight(&self, contents: Contents, side: Side) -> i64 {
        if contents.obstacles[side] == 0 { self.weights[usize::from(contents.stones[side])] } else { 0 }
    }

    #[inline]
    fn update(&mut self, window: u32, step: impl FnOnce(&mut Contents)) {
        // Changed as a copy: reading all of it right after writing one of its numbers is slow.
        let before = self.contents[window as usize];
        let mut after = before;
        step(&mut after);
        self.contents[window as usize] = after;
        for side in Side::ALL {
            self.totals[side] += self.weight(after, side) - self.weight(before, side);
            match (self.is_ripe(before, side), self.is_ripe(after, side)) {
                (false, true) => {
                    self.places[side][window as usize] = self.ripe[side].len() as u32;
                    self.ripe[side].push(window);
                }
                (true, false) => {
                    let place = self.places[side][window as usize];
                    self.ripe[side].swap_remove(place as usize);
                    if let Some(&moved) = self.ripe[side].get(place as usize) {
                        self.places[side][moved as usize] = place;
                    }
                }
                _ => {}
            }
        }
    }
}

impl<B: Bits> Windows<B> {
    /// The windows of the empty board, of which the longest has `k` cells. A window that is alive for a side and of which
    /// `k - n` stones are missing counts `weight(n)` in that side's total.
    pub(super) fn new(rules: &Rules<B>, k: usize, weight: impl Fn(usize) -> i64) -> Self {
        let bits = rules.geometry().bits();
        let spec = rules.spec();
        let all_exact = spec.overline == Overline::DoesNotCount;
        let exact = BySide { x: all_exact || spec.forbidden == Forbidden::Renju, o: all_exact };
        let (frames, ends) = if rules.lines().are_rows() {
            Frames::of_rows(rules, exact.x)
        } else {
            (Frames::of_sets(rules, k), Vec::new())
        };
        let numbers =
            (0..frames.count).flat_map(|window| frames.of(window).iter().map(move |&cell| (cell, window)));
        Windows {
            through: ByCell::new(bits, numbers),
            beside: ByCell::new(bits, ends.into_iter()),
            exact,
            // A side whose lines do not count has no window that is alive.
            state: State::new(
                &frames,
                weight,
                BySide::from_fn(|side| u16::from(!rules.lines_count_for(side))),
            ),
            frames,
            stones: BySide { x: B::EMPTY, o: B::EMPTY },
            unreachable: B::EMPTY,
        }
    }

    /// Moves to another position, in which these empty cells can never be reached.
    pub(super) fn follow(&mut self, board: &Board<B>, unreachable: B) {
        for side in Side::ALL {
            for bit in self.stones[side].minus(board.stones_of(side)).members() {
                self.change_stone(side, bit, |number| *number -= 1);
            }
        }
        for side in Side::ALL {
            for bit in board.stones_of(side).minus(self.stones[side]).members() {
                self.change_stone(side, bit, |number| *number += 1);
            }
            self.stones[side] = board.stones_of(side);
        }
        if unreachable != self.unreachable {
            for bit in self.unreachable.minus(unreachable).members() {
                self.change_reach(bit, |number| *number -= 1);
            }
            for bit in unreachable.minus(self.unreachable).members() {
                self.change_reach(bit, |number| *number += 1);
            }
            self.unreachable = unreachable;
        }
    }

    #[inline]
    fn change_stone(&mut self, side: Side, bit: u32, step: impl Fn(&mut u16)) {
        for &window in self.through.of(Cell::from_bit(bit)) {
            self.state.update(window, |contents| {
                step(&mut contents.stones[side]);
                step(&mut contents.obstacles[side.other()]);
            });
        }
        if self.exact[side] {
            for &window in self.beside.of(Cell::from_bit(bit)) {
                self.state.update(window, |contents| step(&mut contents.obstacles[side]));
            }
        }
    }

    fn change_reach(&mut self, bit: u32, step: impl Fn(&mut u16)) {
        for &window in self.through.of(Cell::from_bit(bit)) {
            self.state.update(window, |contents| {
                step(&mut contents.obstacles.x);
                step(&mut contents.obstacles.o);
            });
        }
    }

    /// The weights of a side's alive windows, added up.
    #[inline]
    pub(super) fn total(&self, side: Side) -> i64 {
        self.state.totals[side]
    }

    /// The cells of each window, its stones, and what it adds to each side's total.
    pub(super) fn each(&self) -> impl Iterator<Item = (&[Cell], BySide<u16>, BySide<i64>)> {
        (0..self.frames.count).zip(&self.state.contents).map(|(window, &contents)| {
            let cells = self.frames.of(window);
            let less = (self.frames.k - cells.len()) as u16;
            let stones = BySide::from_fn(|side| contents.stones[side] - less);
            let weights = BySide::from_fn(|side| self.state.weight(contents, side));
            (cells, stones, weights)
        })
    }

    /// The cells of each ripe window of a side.
    #[inline]
    pub(super) fn ripe(&self, side: Side) -> impl Iterator<Item = &[Cell]> {
        self.state.ripe[side].iter().map(|&window| self.frames.of(window))
    }
}
