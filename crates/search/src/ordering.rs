//! The order in which moves are searched: good ones first, so that alpha-beta can cut.

use connect_toe_game::{Bits, BySide, Cell, Rules, Side, mix};

/// What a search expects of moves before it has searched them.
///
/// The promise of a move is fixed: cells on many lines come first, as in the centre of a board. What a search learns on its
/// way is which moves have cut: the last two at each distance from the root (its *killers*), and how often and how far from
/// the end each cell did for each side (the *history*).
#[derive(Clone, Debug)]
pub(crate) struct Ordering {
    /// By cell; higher is more promising.
    promise: Vec<u32>,
    /// By plies from the root, the latest first.
    killers: Vec<[Option<Cell>; 2]>,
    /// By cell.
    history: BySide<Vec<u32>>,
}

impl Ordering {
    pub(crate) fn new<B: Bits>(rules: &Rules<B>) -> Ordering {
        let mut promise = vec![0; rules.geometry().bits()];
        for &cell in rules.geometry().cells() {
            promise[cell.index()] = rules.lines().through(cell).len() as u32;
        }
        let history = BySide::from_fn(|_| vec![0; promise.len()]);
        Ordering { promise, killers: Vec::new(), history }
    }

    /// The order of a thread that helps another: what it does not know better it tries in another order.
    pub(crate) fn of_helper(&self, number: usize) -> Ordering {
        let moved = |(place, &promise): (usize, &u32)| {
            let drawn = mix(((number as u64) << 32) + place as u64) % 4;
            promise * 2 + drawn as u32
        };
        Ordering { promise: self.promise.iter().enumerate().map(moved).collect(), ..self.clone() }
    }

    /// Forgets what was learned.
    pub(crate) fn forget(&mut self) {
        self.killers.clear();
        for side in Side::ALL {
            self.history[side].fill(0);
        }
    }

    /// Puts the moves in order: `first`, then by promise, then as they were.
    #[inline]
    pub(crate) fn sort(&self, moves: &mut [Cell], first: Option<Cell>) {
        let promise = |cell: Cell| if Some(cell) == first { u32::MAX } else { self.promise[cell.index()] };
        sort(moves, promise);
    }

    /// Puts the moves of a side in order, `plies` from the root: `first`, the killers, by history, by promise, then as they
    /// were.
    #[inline]
    pub(crate) fn sort_learned(&self, moves: &mut [Cell], first: Option<Cell>, side: Side, plies: u32) {
        sort(moves, |cell| if Some(cell) == first { i64::MAX } else { self.worth(cell, side, plies) });
    }

    /// How much sooner a move of a side is looked at than others, `plies` from the root; less than `i64::MAX`.
    #[inline]
    pub(crate) fn worth(&self, cell: Cell, side: Side, plies: u32) -> i64 {
        let killers = self.killers.get(plies as usize).copied().unwrap_or_default();
        if Some(cell) == killers[0] {
            i64::MAX - 1
        } else if Some(cell) == killers[1] {
            i64::MAX - 2
        } else {
            let history = i64::from(self.history[side][cell.index()].min(i32::MAX as u32));
            history << 32 | i64::from(self.promise[cell.index()])
        }
    }

    /// Learns that a move of a side has cut `plies` from the root, with `depth` plies to look ahead.
    #[inline]
    pub(crate) fn learn(&mut self, cell: Cell, side: Side, plies: u32, depth: u32) {
        let history = &mut self.history[side][cell.index()];
        *history = history.saturating_add(depth * depth);
        let plies = plies as usize;
        if self.killers.len() <= plies {
            self.killers.resize(plies + 1, [None; 2]);
        }
        let killers = &mut self.killers[plies];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
    }
}

/// Puts moves in order by a key, the greatest first; those with the same key stay as they were.
#[inline]
fn sort<K: Ord>(moves: &mut [Cell], key: impl Fn(Cell) -> K) {
    if moves.len() > 24 {
        moves.sort_by_key(|&cell| std::cmp::Reverse(key(cell)));
        return;
    }
    for end in 1..moves.len() {
        let (cell, value) = (moves[end], key(moves[end]));
        let mut place = end;
        while place > 0 && key(moves[place - 1]) < value {
            moves[place] = moves[place - 1];
            place -= 1;
        }
        moves[place] = cell;
    }
}
