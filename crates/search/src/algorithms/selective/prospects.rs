//! What every empty cell promises each side, kept up to date move by move.
//!
//! A *window* is a row of `k` neighbouring cells. It is *live* for a side while the other has no stone on it. What a
//! stone on an empty cell would make of a direction follows from the side's live windows through the cell: how many
//! cells the best of them would still lack, and how many windows would lack as few. Several windows often lack
//! different cells, so that the opponent cannot shut all with one stone, but not always: in `x.xxxx` two windows of
//! five lack the same cell. With `k = 5`:
//!
//! ```text
//!   . . x x x . .      a stone on either cell beside the row: OpenOne, two windows that would lack one cell
//!   . o x x x . .      a stone on either cell to the right: ShutOne, one such window
//! ```

use connect_toe_game::{Bits, Board, ByCell, BySide, Cell, Rules, Side};

use super::weights::{self, Class, class};

/// What a stone would make of one direction, by what its best windows would lack, and how many of them there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Kind {
    /// No window that lacks at most three cells.
    Nothing,
    /// A window that lacks three cells.
    ShutThree,
    /// Two windows that lack three cells.
    CloseThree,
    /// Three windows that lack three cells.
    OpenThree,
    /// Four windows that lack three cells, or more.
    WideThree,
    /// A window that lacks two cells.
    ShutTwo,
    /// Two windows that lack two cells: the next stone can threaten twice.
    OpenTwo,
    /// Three windows that lack two cells, or more.
    WideTwo,
    /// A window that lacks one cell: a threat.
    ShutOne,
    /// Several windows that lack one cell: two threats at once, unless it is the same cell.
    OpenOne,
    /// A line.
    Line,
}

/// The number of kinds.
const KINDS: usize = Kind::Line as usize + 1;

const ALL_KINDS: [Kind; KINDS] = [
    Kind::Nothing,
    Kind::ShutThree,
    Kind::CloseThree,
    Kind::OpenThree,
    Kind::WideThree,
    Kind::ShutTwo,
    Kind::OpenTwo,
    Kind::WideTwo,
    Kind::ShutOne,
    Kind::OpenOne,
    Kind::Line,
];

/// What a stone would make of a direction, by what the best windows lack before the stone, from 1, and how many they are,
/// from 1; the last stands for more.
const KIND: [&[Kind]; 4] = [
    &[Kind::Line],
    &[Kind::ShutOne, Kind::OpenOne],
    &[Kind::ShutTwo, Kind::OpenTwo, Kind::WideTwo],
    &[Kind::ShutThree, Kind::CloseThree, Kind::OpenThree, Kind::WideThree],
];

/// What is around a cell in one direction, as one side sees it: a bit for each of the `k - 1` cells before it and of the
/// `k - 1` after it, and once more for those that are shut. With `k = 5`:
///
/// ```text
///              before   after
///   cell       -4…-1    +1…+4
///   own         0…3      4…7      a stone of the side
///   shut        8…11    12…15     a stone of the other, or beyond the end of the row
/// ```
type Surroundings = u32;

/// Lines of more cells do not fit.
pub(super) const LONGEST_LINE: u32 = 9;

/// What a stone would make of each of the surroundings.
#[derive(Clone, Debug)]
struct Kinds {
    k: u32,
    /// By surroundings, where they are so few that the table stays in the processor's cache.
    table: Vec<Kind>,
}

impl Kinds {
    fn new(k: u32) -> Kinds {
        let count: Surroundings = if k <= 5 { 1 << (4 * (k - 1)) } else { 0 };
        Kinds { k, table: (0..count).map(|around| found(k, around)).collect() }
    }

    #[inline]
    fn of(&self, around: Surroundings) -> Kind {
        self.table.get(around as usize).copied().unwrap_or_else(|| found(self.k, around))
    }
}

/// What a stone would make of these surroundings.
fn found(k: u32, around: Surroundings) -> Kind {
    let others = (1 << (k - 1)) - 1;
    let (own, shut) = (around, around >> (2 * (k - 1)));
    let (mut least, mut windows) = (k + 1, 0_usize);
    for first in 0..k {
        if (shut >> first) & others != 0 {
            continue;
        }
        let lacks = k - ((own >> first) & others).count_ones();
        if lacks < least {
            (least, windows) = (lacks, 0);
        }
        windows += usize::from(lacks == least);
    }
    // Without a window there is nothing, even where a line has three cells or fewer.
    let kinds = KIND.get(least as usize - 1).filter(|_| windows > 0);
    kinds.map_or(Kind::Nothing, |kinds| kinds[windows.min(kinds.len()) - 1])
}

/// A row of cells in one direction that a cell lies on: where its slots begin, its length, and whether it is a ring.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u32,
    length: u32,
    is_ring: bool,
}

/// A cell's place on a row, from the start of the row.
#[derive(Clone, Copy, Debug)]
struct Place {
    row: Row,
    place: u32,
}

/// A cell in one direction.
#[derive(Clone, Copy, Debug)]
struct Slot {
    around: BySide<Surroundings>,
    /// What a stone would make of it, if the cell is empty.
    kinds: BySide<Kind>,
    cell: Cell,
    is_taken: bool,
}

/// What a side may expect of a cell.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    /// How often each kind occurs among the directions, of which there are thousands in twelve dimensions.
    counts: [u16; KINDS],
    /// The kinds that occur: a bit for each.
    present: u16,
    /// The best of them.
    most: Kind,
    class: Class,
}

impl Prospect {
    const NONE: Prospect = Prospect { counts: [0; KINDS], present: 0, most: Kind::Nothing, class: 0 };

    /// Counts a direction of the kind `after` in place of one of the kind `before`.
    #[inline]
    fn change(&mut self, before: Kind, after: Kind) {
        // `Kind::Nothing` is not counted.
        if before != Kind::Nothing {
            self.counts[before as usize] -= 1;
            self.present ^= u16::from(self.counts[before as usize] == 0) << before as u32;
        }
        if after != Kind::Nothing {
            self.counts[after as usize] += 1;
            self.present |= 1 << after as u32;
        }
        let most = self.present.checked_ilog2().unwrap_or(0) as usize;
        let others = if self.counts[most] > 1 { self.present } else { self.present & !(1 << most) };
        self.most = ALL_KINDS[most];
        self.class = class(most, others.checked_ilog2().unwrap_or(0) as usize);
    }
}

/// The prospects of one position.
#[derive(Clone, Debug)]
pub(super) struct Prospects<B> {
    kinds: Kinds,
    /// By row and place.
    slots: Vec<Slot>,
    /// Where each cell is on its rows.
    places: ByCell<Place>,
    /// By cell.
    of_cells: Vec<BySide<Prospect>>,
    pub(super) whole: Whole<B>,
    /// What was there before each of the moves that were made.
    made: Made<B>,
}

/// What moves have changed, as it was before: taking a move back restores it, which is faster than to compute it anew.
#[derive(Clone, Debug)]
struct Made<B> {
    slots: Vec<(u32, Slot)>,
    of_cells: Vec<(Cell, Side, Prospect)>,
    moves: Vec<Before<B>>,
}

/// What was before a move.
#[derive(Clone, Debug)]
struct Before<B> {
    /// How many entries there were.
    slots: usize,
    of_cells: usize,
    whole: Whole<B>,
}

/// What the whole board promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole<B> {
    /// What all cells promise together, if that side is to move.
    balance: BySide<i64>,
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

impl<B: Bits> Prospects<B> {
    /// The prospects of the empty board, for lines of at most [`LONGEST_LINE`] cells.
    pub(super) fn new(rules: &Rules<B>) -> Prospects<B> {
        let (lines, bits) = (rules.lines(), rules.geometry().bits());
        let mut places = Vec::new();
        for &segment in lines.segments() {
            let cells = lines.cells_of(segment);
            // A ring of k cells is one line, however it is turned.
            let is_ring = segment.is_ring() && cells.len() > lines.k();
            let row = Row { start: places.len() as u32, length: cells.len() as u32, is_ring };
            places.extend(cells.iter().zip(0..).map(|(&cell, place)| (cell, Place { row, place })));
        }
        let kinds = Kinds::new(lines.k() as u32);
        let slot = |&(cell, place): &(Cell, Place)| Slot {
            around: BySide::from_fn(|_| ends(place, kinds.k)),
            kinds: BySide::from_fn(|_| Kind::Nothing),
            cell,
            is_taken: false,
        };
        let mut prospects = Prospects {
            slots: places.iter().map(slot).collect(),
            places: ByCell::new(bits, places.iter().copied()),
            kinds,
            of_cells: vec![BySide::from_fn(|_| Prospect::NONE); bits],
            whole: Whole {
                balance: BySide::default(),
                line: BySide::from_fn(|_| B::EMPTY),
                open_one: BySide::from_fn(|_| B::EMPTY),
                threat: BySide::from_fn(|_| B::EMPTY),
                any: BySide::from_fn(|_| B::EMPTY),
                stones: BySide::from_fn(|_| B::EMPTY),
            },
            made: Made { slots: Vec::new(), of_cells: Vec::new(), moves: Vec::new() },
        };
        for slot in 0..prospects.slots.len() {
            prospects.refresh::<false>(slot);
        }
        prospects
    }

    /// Turns to a board: puts the stones that are missing, and takes away those that it does not have. No move can be taken back
    /// then.
    pub(super) fn set_up(&mut self, board: &Board<B>) {
        self.made.slots.clear();
        self.made.of_cells.clear();
        self.made.moves.clear();
        for side in Side::ALL {
            for bit in self.whole.stones[side].minus(board.stones_of(side)).members() {
                self.whole.stones[side].remove(bit);
                self.change::<false>(Cell::from_bit(bit), side, false);
            }
        }
        for side in Side::ALL {
            for bit in board.stones_of(side).minus(self.whole.stones[side]).members() {
                self.whole.stones[side].insert(bit);
                self.change::<false>(Cell::from_bit(bit), side, true);
            }
        }
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(super) fn make(&mut self, cell: Cell, side: Side) {
        let Made { slots, of_cells, moves } = &mut self.made;
        moves.push(Before { slots: slots.len(), of_cells: of_cells.len(), whole: self.whole });
        self.whole.stones[side].insert(cell.bit());
        self.change::<true>(cell, side, true);
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn unmake(&mut self) {
        let Some(before) = self.made.moves.pop() else { return };
        for (slot, was) in self.made.slots.drain(before.slots..).rev() {
            self.slots[slot as usize] = was;
        }
        for (cell, side, was) in self.made.of_cells.drain(before.of_cells..).rev() {
            self.of_cells[cell.index()][side] = was;
        }
        self.whole = before.whole;
    }

    /// Puts a stone on a cell or takes it away, and updates all slots around it.
    fn change<const KEPT: bool>(&mut self, cell: Cell, side: Side, is_taken: bool) {
        let reach = self.kinds.k - 1;
        for index in 0..self.places.of(cell).len() {
            let Place { row, place } = self.places.of(cell)[index];
            let slot = (row.start + place) as usize;
            if KEPT {
                self.made.slots.push((slot as u32, self.slots[slot]));
            }
            self.slots[slot].is_taken = is_taken;
            self.refresh::<KEPT>(slot);
            // To the cell `reach` before it, it is the last one after; and so on.
            let mut bit = 1 << (2 * reach) >> 1;
            for distance in (1..=reach).rev() {
                if let Some(neighbour) = row.before(place, distance) {
                    self.see::<KEPT>(neighbour, side, bit);
                }
                bit >>= 1;
            }
            for distance in 1..=reach {
                if let Some(neighbour) = row.after(place, distance) {
                    self.see::<KEPT>(neighbour, side, bit);
                }
                bit >>= 1;
            }
        }
    }

    /// Updates a slot after a stone near it has come or gone.
    #[inline]
    fn see<const KEPT: bool>(&mut self, slot: usize, side: Side, bit: Surroundings) {
        if KEPT {
            self.made.slots.push((slot as u32, self.slots[slot]));
        }
        let around = &mut self.slots[slot].around;
        around[side] ^= bit;
        around[side.other()] ^= bit << (2 * (self.kinds.k - 1));
        self.refresh::<KEPT>(slot);
    }

    /// Computes anew what a slot promises.
    #[inline]
    fn refresh<const KEPT: bool>(&mut self, slot: usize) {
        for side in Side::ALL {
            let slot = &mut self.slots[slot];
            let after = if slot.is_taken { Kind::Nothing } else { self.kinds.of(slot.around[side]) };
            let before = std::mem::replace(&mut slot.kinds[side], after);
            if before != after {
                let cell = slot.cell;
                self.change_kind::<KEPT>(cell, side, before, after);
            }
        }
    }

    /// Records that one direction of a cell promises something else than before.
    #[inline]
    fn change_kind<const KEPT: bool>(&mut self, cell: Cell, side: Side, before: Kind, after: Kind) {
        let prospects = &mut self.of_cells[cell.index()];
        if KEPT {
            self.made.of_cells.push((cell, side, prospects[side]));
        }
        let others = prospects[side.other()].class;
        let prospect = &mut prospects[side];
        let (most_before, class_before) = (prospect.most, prospect.class);
        prospect.change(before, after);
        let (most, class) = (prospect.most, prospect.class);
        if class_before == class {
            return;
        }
        self.whole.balance[side] += weights::value(class, others) - weights::value(class_before, others);
        self.whole.balance[side.other()] +=
            weights::value(others, class) - weights::value(others, class_before);
        if most_before == most {
            return;
        }
        for (set, from) in [
            (&mut self.whole.line[side], Kind::Line),
            (&mut self.whole.open_one[side], Kind::OpenOne),
            (&mut self.whole.threat[side], Kind::ShutOne),
            (&mut self.whole.any[side], Kind::ShutThree),
        ] {
            match (most_before >= from, most >= from) {
                (false, true) => set.insert(cell.bit()),
                (true, false) => set.remove(cell.bit()),
                _ => {}
            }
        }
    }

    /// What a cell is worth to a side that takes it, for the order of moves.
    #[inline]
    pub(super) fn worth(&self, cell: Cell, side: Side) -> i32 {
        let prospects = &self.of_cells[cell.index()];
        weights::order(prospects[side].class, prospects[side.other()].class)
    }

    /// What the position is worth to the side that is to move.
    #[inline]
    pub(super) fn balance(&self, side: Side) -> i64 {
        self.whole.balance[side]
    }
}

impl Row {
    /// The slot this far before a place, if the row has one.
    #[inline]
    fn before(self, place: u32, distance: u32) -> Option<usize> {
        let place = if place >= distance {
            place - distance
        } else {
            (place + self.length).checked_sub(distance).filter(|_| self.is_ring)?
        };
        Some((self.start + place) as usize)
    }

    /// The slot this far after a place, if the row has one.
    #[inline]
    fn after(self, place: u32, distance: u32) -> Option<usize> {
        let place = place + distance;
        let place =
            if place < self.length { place } else { Some(place - self.length).filter(|_| self.is_ring)? };
        Some((self.start + place) as usize)
    }
}

/// What is shut around a place of an empty row: all beyond its ends.
fn ends(Place { row, place }: Place, k: u32) -> Surroundings {
    let reach = k - 1;
    let before = (1..=reach)
        .filter(|&distance| row.before(place, distance).is_none())
        .map(|distance| reach - distance);
    let after = (1..=reach)
        .filter(|&distance| row.after(place, distance).is_none())
        .map(|distance| reach - 1 + distance);
    before.chain(after).map(|bit| 1 << (2 * reach + bit)).sum()
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use connect_toe_game::{Game, with_game};
    use connect_toe_testkit::random_game::Options;
    use connect_toe_testkit::strategy::game_and_moves;
    use proptest::prelude::*;

    use super::*;

    fn directions<B: Bits>(prospects: &Prospects<B>, cell: Cell) -> impl Iterator<Item = &Slot> {
        prospects.places.of(cell).iter().map(|at| &prospects.slots[(at.row.start + at.place) as usize])
    }

    fn kinds<B: Bits>(prospects: &Prospects<B>, rules: &Rules<B>, cell: &str, side: Side) -> Vec<Kind> {
        let cell = rules.geometry().parse_cell(cell).expect("a cell");
        directions(prospects, cell).map(|slot| slot.kinds[side]).collect()
    }

    #[test]
    fn open_and_shut_rows() {
        let rules = Rules::<u64>::compile(&"11:5".parse().expect("game")).expect("rules");
        for (text, cell, kind) in [
            ("___xxx_____", "c", Kind::OpenOne),
            ("___xxx_____", "b", Kind::ShutOne),
            ("__oxxx_____", "g", Kind::ShutOne),
            ("__oxxx_____", "h", Kind::ShutOne),
            ("___xx______", "f", Kind::WideTwo),
            ("_o_xx______", "f", Kind::OpenTwo),
            ("__x________", "d", Kind::OpenThree),
            ("____x______", "f", Kind::WideThree),
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

    /// What a cell is said to promise is what its directions do, and the balance is the sum over all cells.
    fn check_cells<B: Bits>(prospects: &Prospects<B>, rules: &Rules<B>) {
        for side in Side::ALL {
            let value = |cell: &BySide<Prospect>| weights::value(cell[side].class, cell[side.other()].class);
            assert_eq!(prospects.balance(side), prospects.of_cells.iter().map(value).sum::<i64>());
        }
        for &cell in rules.geometry().cells() {
            for side in Side::ALL {
                let kinds = || directions(prospects, cell).map(|slot| slot.kinds[side]);
                let prospect = &prospects.of_cells[cell.index()][side];
                assert_eq!(prospect.most, kinds().max().unwrap_or(Kind::Nothing));
                let mut found: Vec<Kind> = kinds().collect();
                found.sort_unstable_by_key(|&kind| Reverse(kind));
                let at = |place: usize| found.get(place).map_or(0, |&kind| kind as usize);
                assert_eq!(prospect.class, class(at(0), at(1)));
            }
        }
    }

    #[test]
    fn hundreds_of_directions_are_counted() {
        let game: Game = "3x3x3x3x3x3:3".parse().expect("a game");
        with_game!(&game, record => check_cells(&Prospects::new(record.rules()), record.rules()));
    }

    /// A few pairs of empty cells.
    fn moves_taken_back<B: Bits>(record: &connect_toe_game::Record<B>) -> Vec<(Cell, Cell)> {
        let empty: Vec<Cell> = record.rules().empty(record.board()).members().map(Cell::from_bit).collect();
        empty.iter().copied().zip(empty.iter().copied().skip(1)).take(3).collect()
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
            anew.set_up(stones);
            assert_eq!(format!("{followed:?}"), format!("{anew:?}"), "{moves:?}");
            check_cells(&followed, record.rules());
            let here = format!("{followed:?}");
            for (cell, next) in moves_taken_back(record) {
                followed.make(cell, Side::X);
                followed.make(next, Side::O);
                check_cells(&followed, record.rules());
                followed.unmake();
                followed.unmake();
                assert_eq!(format!("{followed:?}"), here, "{moves:?}");
            }
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
