//! The stones on every window of `k` neighbouring cells, kept up to date as positions change.
//!
//! A window is *alive* for a side as long as that side can still make a line of it: no stone of the
//! opponent lies on it, no cell of it is out of reach forever, and, where overlines do not count, no stone
//! of its own lies next to either end. It is *ripe* if at most two stones are missing and at least one is
//! there.

use connect_toe_game::{Bits, Board, ByCell, BySide, Cell, Overline, Rules, Side};

/// What lies on one window.
#[derive(Clone, Copy, Debug, Default)]
struct Contents {
    /// Stones of each side on the window.
    stones: BySide<u16>,
    /// Reasons why a side can never make a line of it.
    obstacles: BySide<u16>,
}

/// The windows of one game in one position.
#[derive(Clone, Debug)]
pub(super) struct Windows<B> {
    k: usize,
    /// The cells of all windows, `k` each.
    cells: Vec<Cell>,
    /// The windows through each cell. On a torus two windows can have the same cells, which make one line but count
    /// twice here.
    through: ByCell<u32>,
    /// The windows that end right beside each cell; none if overlines count.
    beside: ByCell<u32>,
    state: State,
    stones: BySide<B>,
    unreachable: B,
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
    /// The windows of the empty board. A window that is alive for a side and has `n` of its stones counts `weight(n)`
    /// in that side's total.
    pub(super) fn new(rules: &Rules<B>, weight: impl Fn(usize) -> i64) -> Self {
        let (lines, bits) = (rules.lines(), rules.geometry().bits());
        let k = lines.k();
        let exact = rules.spec().overline == Overline::DoesNotCount;
        let mut cells = Vec::with_capacity(lines.count() * k);
        let mut ends: Vec<(Cell, u32)> = Vec::new();
        let mut count = 0_u32;
        for &segment in lines.segments() {
            let row = lines.cells_of(segment);
            let length = row.len();
            let is_long_ring = segment.is_ring() && length > k;
            let windows = if is_long_ring { length } else { length + 1 - k };
            for start in 0..windows {
                cells.extend((start..start + k).map(|index| row[index % length]));
                if exact {
                    if is_long_ring || start > 0 {
                        ends.push((row[(start + length - 1) % length], count));
                    }
                    if is_long_ring || start + k < length {
                        ends.push((row[(start + k) % length], count));
                    }
                }
                count += 1;
            }
        }
        // Without windows no weight is ever read, so a `k` beyond the board needs no table.
        let weights = if count == 0 { Vec::new() } else { (0..=k).map(weight).collect() };
        let empty_board = weights.first().map_or(0, |weight| weight * i64::from(count));
        let numbers = cells.iter().enumerate().map(|(index, &cell)| (cell, (index / k) as u32));
        Windows {
            k,
            through: ByCell::new(bits, numbers),
            beside: ByCell::new(bits, ends.into_iter()),
            cells,
            state: State {
                contents: vec![Contents::default(); count as usize],
                weights,
                totals: BySide { x: empty_board, o: empty_board },
                ripe_from: k.saturating_sub(2).max(1) as u16,
                ripe: BySide::default(),
                places: BySide::from_fn(|_| vec![0; count as usize]),
            },
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
        for &window in self.beside.of(Cell::from_bit(bit)) {
            self.state.update(window, |contents| step(&mut contents.obstacles[side]));
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
        self.cells.chunks(self.k).zip(&self.state.contents).map(|(cells, &contents)| {
            let weights = BySide::from_fn(|side| self.state.weight(contents, side));
            (cells, contents.stones, weights)
        })
    }

    /// The cells of each ripe window of a side.
    #[inline]
    pub(super) fn ripe(&self, side: Side) -> impl Iterator<Item = &[Cell]> {
        self.state.ripe[side].iter().map(|&window| {
            let start = window as usize * self.k;
            &self.cells[start..start + self.k]
        })
    }
}
