//! What every empty cell promises each side, kept up to date move by move.
//!
//! A *window* is a row of `k` neighbouring cells, and *live* for a side while the other has no stone on it. What a stone of
//! a side on an empty cell would make of a direction follows from the live windows through the cell: how many cells the
//! best of them would still lack, and whether there are several of them. Several often lack different cells, so that the
//! opponent cannot shut all with one stone, but not always: in `x.xxxx` two windows of five lack the same cell. With
//! `k = 5`:
//!
//! ```text
//!   . . x x x . .      a stone on either cell beside the row: OpenOne, two windows that would lack one cell
//!   . o x x x . .      a stone on either cell to the right: ShutOne, one such window
//! ```

use connect_toe_game::{Bits, Board, ByCell, BySide, Cell, Rules, Side};

/// What a stone would make of one direction, by what its best window would lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Kind {
    /// No window that lacks at most three cells.
    Nothing,
    /// A window that lacks three cells.
    ShutThree,
    /// Several windows that lack three cells.
    OpenThree,
    /// A window that lacks two cells.
    ShutTwo,
    /// Several windows that lack two cells: the next stone can threaten twice.
    OpenTwo,
    /// A window that lacks one cell: a threat.
    ShutOne,
    /// Several windows that lack one cell: two threats at once, unless it is the same cell.
    OpenOne,
    /// A line.
    Line,
}

/// The number of kinds.
pub(super) const KINDS: usize = Kind::Line as usize + 1;

/// What a stone would make of several directions at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Fork {
    /// Nothing more than of each of them.
    None,
    /// [`Kind::OpenTwo`] in two directions or more, and no [`Kind::ShutOne`].
    Twos,
    /// A threat ([`Kind::ShutOne`]) in one direction, and [`Kind::OpenTwo`] in another.
    OneAndTwo,
    /// A threat in two directions or more.
    Ones,
}

/// The number of forks.
pub(super) const FORKS: usize = Fork::Ones as usize + 1;

/// The live windows of a side through a cell in one direction: how many lack one, two, three and four cells.
#[derive(Clone, Copy, Debug, Default)]
struct Live(u64);

impl Live {
    /// One window that lacks this many cells; more than four are not counted.
    #[inline]
    fn one(lacks: u16) -> u64 {
        if (1..=4).contains(&lacks) { 1 << (16 * (lacks - 1)) } else { 0 }
    }

    /// What a stone would make of the best of the windows.
    #[inline]
    fn kind(self) -> Kind {
        let best = self.0.trailing_zeros() / 16;
        let several = (self.0 >> ((16 * best) & 63)) & 0xFFFF > 1;
        KIND[2 * best as usize + usize::from(several)]
    }
}

/// By the cells that the best window lacks before the stone, from 1, and whether there are several such windows; at the end
/// without a window.
const KIND: [Kind; 10] = [
    Kind::Line,
    Kind::Line,
    Kind::ShutOne,
    Kind::OpenOne,
    Kind::ShutTwo,
    Kind::OpenTwo,
    Kind::ShutThree,
    Kind::OpenThree,
    Kind::Nothing,
    Kind::Nothing,
];

/// A row of cells in one direction that a cell lies on: where its slots begin, its length, and whether it is a ring.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u32,
    length: u32,
    is_ring: bool,
}

/// A cell on a row.
#[derive(Clone, Copy, Debug)]
struct Slot {
    row: u32,
    /// From the start of the row.
    place: u32,
}

/// How often something occurs on empty cells. Of what promises nothing the count says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// By direction of a cell.
    pub(super) kinds: [u32; KINDS],
    /// By cell.
    pub(super) forks: [u32; FORKS],
}

/// The prospects of one position.
#[derive(Clone, Debug)]
pub(super) struct Prospects<B> {
    k: u32,
    rows: Vec<Row>,
    /// By row and place: the cell.
    cells: Vec<Cell>,
    /// The slots of each cell.
    slots: ByCell<Slot>,
    /// By the row and place of its first cell: the stones of each side on the window.
    windows: Vec<BySide<u16>>,
    /// By row and place.
    live: BySide<Vec<Live>>,
    kinds: BySide<Vec<Kind>>,
    counts: BySide<Counts>,
    /// By cell: what the kinds of its directions are worth.
    worth: BySide<Vec<i32>>,
    /// By cell: the best kind of its directions.
    most: BySide<Vec<Kind>>,
    /// By cell.
    forks: BySide<Vec<Fork>>,
    /// The empty cells where a stone makes a line.
    pub(super) line: BySide<B>,
    /// Those where it makes [`Kind::OpenOne`] of a direction, or a line.
    pub(super) open_one: BySide<B>,
    /// Those where it threatens to complete a line, or completes one.
    pub(super) threat: BySide<B>,
    /// Those where it has any prospect.
    pub(super) any: BySide<B>,
    stones: BySide<B>,
}

/// What a kind is worth to the side that may take the cell, for the order of moves.
const WORTH: [i32; KINDS] = [0, 2, 5, 12, 40, 60, 1000, 20000];

const FORK_WORTH: [i32; FORKS] = [0, 200, 500, 800];

impl<B: Bits> Prospects<B> {
    pub(super) fn new(rules: &Rules<B>) -> Prospects<B> {
        let (lines, bits) = (rules.lines(), rules.geometry().bits());
        let mut rows = Vec::new();
        let mut cells: Vec<Cell> = Vec::new();
        for &segment in lines.segments() {
            let row = lines.cells_of(segment);
            // A ring of k cells is one line, however it is turned.
            let is_ring = segment.is_ring() && row.len() > lines.k();
            rows.push(Row { start: cells.len() as u32, length: row.len() as u32, is_ring });
            cells.extend_from_slice(row);
        }
        let slots = rows.iter().zip(0..).flat_map(|(row, number)| {
            let cells = &cells[row.start as usize..(row.start + row.length) as usize];
            cells.iter().zip(0..).map(move |(&cell, place)| (cell, Slot { row: number, place }))
        });
        let count = cells.len();
        let mut prospects = Prospects {
            k: lines.k() as u32,
            slots: ByCell::new(bits, slots),
            windows: vec![BySide::default(); count],
            live: BySide::from_fn(|_| vec![Live::default(); count]),
            kinds: BySide::from_fn(|_| vec![Kind::Nothing; count]),
            counts: BySide::default(),
            worth: BySide::from_fn(|_| vec![0; bits]),
            most: BySide::from_fn(|_| vec![Kind::Nothing; bits]),
            forks: BySide::from_fn(|_| vec![Fork::None; bits]),
            line: BySide::from_fn(|_| B::EMPTY),
            open_one: BySide::from_fn(|_| B::EMPTY),
            threat: BySide::from_fn(|_| B::EMPTY),
            any: BySide::from_fn(|_| B::EMPTY),
            stones: BySide::from_fn(|_| B::EMPTY),
            rows,
            cells,
        };
        prospects.start(rules.geometry().cells());
        prospects
    }

    /// Counts the windows of the empty board.
    fn start(&mut self, cells: &[Cell]) {
        let unit = Live::one(self.k as u16);
        for row in self.rows.clone() {
            for first in 0..windows(row, self.k) {
                for place in first..first + self.k {
                    let slot = (row.start + wrapped(place, row)) as usize;
                    for side in Side::ALL {
                        self.live[side][slot].0 += unit;
                    }
                }
            }
        }
        for &cell in cells {
            self.refresh_cell(cell);
        }
    }

    /// Puts the stones of a board on it, and takes those away that are not there.
    pub(super) fn set_up(&mut self, board: &Board<B>) {
        for side in Side::ALL {
            for bit in self.stones[side].minus(board.stones_of(side)).members() {
                self.unmake(Cell::from_bit(bit), side);
            }
        }
        for side in Side::ALL {
            for bit in board.stones_of(side).minus(self.stones[side]).members() {
                self.make(Cell::from_bit(bit), side);
            }
        }
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(super) fn make(&mut self, cell: Cell, side: Side) {
        self.stones[side].insert(cell.bit());
        self.change::<true>(cell, side);
    }

    /// Takes a stone away.
    #[inline]
    pub(super) fn unmake(&mut self, cell: Cell, side: Side) {
        self.stones[side] = self.stones[side].without(cell.bit());
        self.change::<false>(cell, side);
    }

    fn change<const MAKE: bool>(&mut self, cell: Cell, side: Side) {
        let k = self.k;
        for index in 0..self.slots.of(cell).len() {
            let Slot { row, place } = self.slots.of(cell)[index];
            let row = self.rows[row as usize];
            let (from, to) = if row.is_ring {
                (place + row.length + 1 - k, place + row.length + 1)
            } else {
                ((place + 1).saturating_sub(k), (place + 1).min(row.length + 1 - k))
            };
            for first in from..to {
                self.change_window::<MAKE>(row, wrapped(first, row), side);
            }
            // The cells of these windows, each once.
            for place in from..(to - 1 + k).min(from + row.length) {
                self.refresh(row.start + wrapped(place, row));
            }
        }
        self.refresh_cell(cell);
    }

    #[inline]
    fn change_window<const MAKE: bool>(&mut self, row: Row, first: u32, side: Side) {
        let k = self.k as u16;
        let window = &mut self.windows[(row.start + first) as usize];
        if !MAKE {
            window[side] -= 1;
        }
        let (own, others) = (window[side], window[side.other()]);
        if MAKE {
            window[side] += 1;
        }
        // What the window is for each side without the stone, and with it.
        let (mut mine, mut theirs) = (0, 0);
        if others == 0 {
            mine = Live::one(k - own - 1).wrapping_sub(Live::one(k - own));
        }
        if own == 0 {
            theirs = Live::one(k - others).wrapping_neg();
        }
        if !MAKE {
            (mine, theirs) = (mine.wrapping_neg(), theirs.wrapping_neg());
        }
        for (side, change) in [(side, mine), (side.other(), theirs)] {
            if change == 0 {
                continue;
            }
            let live = &mut self.live[side];
            for place in first..first + self.k {
                let live = &mut live[(row.start + wrapped(place, row)) as usize].0;
                *live = live.wrapping_add(change);
            }
        }
    }

    /// Finds out anew what a slot promises, if its cell is empty.
    #[inline]
    fn refresh(&mut self, slot: u32) {
        let slot = slot as usize;
        let cell = self.cells[slot];
        if (self.stones.x | self.stones.o).contains(cell.bit()) {
            return;
        }
        for side in Side::ALL {
            let (before, after) = (self.kinds[side][slot], self.live[side][slot].kind());
            if before != after {
                self.set_kind(side, slot, before, after);
                self.collect(cell, side);
            }
        }
    }

    #[inline]
    fn set_kind(&mut self, side: Side, slot: usize, before: Kind, after: Kind) {
        self.kinds[side][slot] = after;
        let counts = &mut self.counts[side].kinds;
        counts[before as usize] = counts[before as usize].wrapping_sub(1);
        counts[after as usize] = counts[after as usize].wrapping_add(1);
    }

    /// The same for all slots of a cell, which promises nothing if a stone is on it.
    fn refresh_cell(&mut self, cell: Cell) {
        let is_taken = (self.stones.x | self.stones.o).contains(cell.bit());
        for side in Side::ALL {
            for index in 0..self.slots.of(cell).len() {
                let Slot { row, place } = self.slots.of(cell)[index];
                let slot = (self.rows[row as usize].start + place) as usize;
                let after = if is_taken { Kind::Nothing } else { self.live[side][slot].kind() };
                self.set_kind(side, slot, self.kinds[side][slot], after);
            }
            self.collect(cell, side);
        }
    }

    /// Puts a cell into the sets that the kinds of its directions say, and adds up their worth.
    #[inline]
    fn collect(&mut self, cell: Cell, side: Side) {
        let mut most = Kind::Nothing;
        let (mut worth, mut threats, mut open_twos) = (0, 0, 0);
        for &Slot { row, place } in self.slots.of(cell) {
            let kind = self.kinds[side][(self.rows[row as usize].start + place) as usize];
            most = most.max(kind);
            worth += WORTH[kind as usize];
            threats += i32::from(kind == Kind::ShutOne);
            open_twos += i32::from(kind == Kind::OpenTwo);
        }
        let fork = match (threats, open_twos) {
            (2.., _) => Fork::Ones,
            (1, 1..) => Fork::OneAndTwo,
            (0, 2..) => Fork::Twos,
            _ => Fork::None,
        };
        let before = std::mem::replace(&mut self.forks[side][cell.index()], fork);
        let counts = &mut self.counts[side].forks;
        counts[before as usize] = counts[before as usize].wrapping_sub(1);
        counts[fork as usize] = counts[fork as usize].wrapping_add(1);
        self.worth[side][cell.index()] = worth + FORK_WORTH[fork as usize];
        let before = std::mem::replace(&mut self.most[side][cell.index()], most);
        if before == most {
            return;
        }
        let bit = cell.bit();
        for (set, from) in [
            (&mut self.line[side], Kind::Line),
            (&mut self.open_one[side], Kind::OpenOne),
            (&mut self.threat[side], Kind::ShutOne),
            (&mut self.any[side], Kind::ShutThree),
        ] {
            match (before >= from, most >= from) {
                (false, true) => set.insert(bit),
                (true, false) => *set = set.without(bit),
                _ => {}
            }
        }
    }

    /// What a cell is worth to a side that takes it, for the order of moves.
    #[inline]
    pub(super) fn worth(&self, cell: Cell, side: Side) -> i32 {
        self.worth[side][cell.index()]
    }

    /// How often each kind and each fork occurs.
    #[inline]
    pub(super) fn counts(&self, side: Side) -> &Counts {
        &self.counts[side]
    }
}

/// The windows of a row.
fn windows(row: Row, k: u32) -> u32 {
    if row.is_ring { row.length } else { row.length + 1 - k }
}

/// A place on a row, or past its end on a ring.
#[inline]
fn wrapped(place: u32, row: Row) -> u32 {
    if place < row.length { place } else { place % row.length }
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{Game, with_game};
    use connect_toe_testkit::random_game::Options;
    use connect_toe_testkit::strategy::game_and_moves;
    use proptest::prelude::*;

    use super::*;

    fn kinds<B: Bits>(prospects: &Prospects<B>, rules: &Rules<B>, cell: &str, side: Side) -> Vec<Kind> {
        let cell = rules.geometry().parse_cell(cell).expect("a cell");
        let slots = prospects.slots.of(cell);
        let slot = |slot: &Slot| (prospects.rows[slot.row as usize].start + slot.place) as usize;
        slots.iter().map(|place| prospects.kinds[side][slot(place)]).collect()
    }

    #[test]
    fn open_and_shut_rows() {
        let rules = Rules::<u64>::compile(&"11:5".parse().expect("game")).expect("rules");
        for (text, cell, kind) in [
            ("___xxx_____", "c", Kind::OpenOne),
            ("___xxx_____", "b", Kind::ShutOne),
            ("__oxxx_____", "g", Kind::ShutOne),
            ("__oxxx_____", "h", Kind::ShutOne),
            ("___xx______", "f", Kind::OpenTwo),
            ("__oxx______", "f", Kind::ShutTwo),
            ("___xxxx____", "c", Kind::Line),
            ("o_xxx_o____", "b", Kind::ShutOne),
            ("_____o_____", "a", Kind::Nothing),
        ] {
            let mut prospects = Prospects::new(&rules);
            prospects.set_up(&rules.parse_board(text, Some(Side::X)).expect("a board"));
            assert_eq!(kinds(&prospects, &rules, cell, Side::X), [kind], "{text} {cell}");
        }
    }

    fn follow<B: Bits>(record: &mut connect_toe_game::Record<B>, moves: &[String]) {
        let mut followed = Prospects::new(record.rules());
        let start = format!("{followed:?}");
        for text in moves {
            let cell = record.rules().geometry().parse_cell(text).expect("a cell");
            record.play(cell).expect("a legal move");
            followed.set_up(record.board());
            let mut anew = Prospects::new(record.rules());
            let stones = record.board();
            for side in [Side::O, Side::X] {
                for bit in stones.stones_of(side).members() {
                    anew.make(Cell::from_bit(bit), side);
                }
            }
            assert_eq!(format!("{followed:?}"), format!("{anew:?}"), "{moves:?}");
        }
        followed.set_up(&record.rules().start());
        assert_eq!(format!("{followed:?}"), start);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn following_moves_comes_to_the_same_as_beginning_anew(
            drawn in game_and_moves(Options { max_cells: 60, ..Options::default() }, 30),
        ) {
            let mut game: Game = drawn.game.parse().expect("drawn");
            with_game!(&mut game, record => follow(record, &drawn.moves));
        }
    }
}
