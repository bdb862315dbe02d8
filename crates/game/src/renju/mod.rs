//! The cells that X may not take in renju: overlines, double fours and double threes.
//!
//! A *four* is four stones of a row that one more makes exactly five; a *straight four* is an unbroken row of four that
//! either end makes exactly five. A *three* is three stones of a row that one more, on a cell that X may take, makes a
//! straight four and no five. X may not take a cell that makes a row of six or more, two fours or more, or two threes or more,
//! unless it also makes exactly five. Whether the cell of a three may be taken is the same question again, with one
//! more stone on the board. Source: the rules of the Renju International Federation.
//!
//! What a stone makes in one row depends on five cells each way, so a table of all that can lie there ([`row`]) is made of
//! these definitions once. A position asks it about few cells: those with stones of X on several rows through them, which
//! shifts of the whole board find.

mod row;

use crate::bits::Bits;
use crate::geometry::Geometry;
use row::{REACH, Row, Rows, SEEN};

/// The four directions of rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// A stone that makes two threes or two fours, five or an overline has so many others on the rows through it.
const FEWEST_STONES: u32 = 4;
/// Of the stones that make a three, a four or an overline with another, two are so near to it in its row.
const NEAR: usize = 3;

/// The rows through each cell of a board.
#[derive(Clone)]
pub(crate) struct Renju<B> {
    /// For each bit and direction the cells that are seen.
    sights: Vec<[Sight; 4]>,
    /// For each bit all cells that are seen.
    near: Vec<B>,
    /// For each direction how far the board is to be shifted to lay stones on the cells near to them.
    shifts: [Vec<u32>; 4],
    rows: &'static Rows,
}

/// The cells of a row that are seen from one.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// Any cell where the row has ended.
    cells: [u16; SEEN],
    /// Where the row has ended, at a wall or a blocked cell.
    ended: u16,
}

/// The stones of both sides.
#[derive(Clone, Copy)]
struct Stones<B> {
    x: B,
    occupied: B,
}

impl<B: Bits> Stones<B> {
    fn with_x(self, cell: u16) -> Stones<B> {
        let bit = u32::from(cell);
        Stones { x: self.x.with(bit), occupied: self.occupied.with(bit) }
    }
}

/// What a stone of X does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It makes exactly five, which is allowed whatever else it makes.
    Five,
    Allowed,
    Forbidden,
}

impl<B> std::fmt::Debug for Renju<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renju").field("cells", &self.sights.len()).finish_non_exhaustive()
    }
}

impl<B: Bits> Renju<B> {
    pub(crate) fn new(geometry: &Geometry) -> Renju<B> {
        let mut sights = vec![[Sight { cells: [0; SEEN], ended: 0 }; 4]; geometry.bits()];
        let mut near = vec![B::EMPTY; geometry.bits()];
        for &cell in geometry.cells() {
            let at = geometry.coordinates(cell);
            for (direction, sight) in sights[cell.index()].iter_mut().enumerate() {
                *sight = seen(geometry, &at, direction);
                for (place, &other) in sight.cells.iter().enumerate() {
                    if sight.ended >> place & 1 == 0 {
                        near[cell.index()].insert(u32::from(other));
                    }
                }
            }
        }
        let shifts = DIRECTIONS.map(|(across, up)| {
            let step = (across * geometry.step(0) + up * geometry.step(1)).unsigned_abs();
            (1..=NEAR as u32).map(|steps| steps * step).filter(|&shift| shift < B::WIDTH).collect()
        });
        Renju { sights, near, shifts, rows: Rows::all() }
    }

    /// Those of the empty cells `open` that X may not take.
    pub(crate) fn forbidden(&self, x: B, o: B, open: B) -> B {
        if x.count() < FEWEST_STONES {
            return B::EMPTY;
        }
        let stones = Stones { x, occupied: x | o };
        let is_forbidden = |&bit: &u32| self.verdict(stones, bit as u16) == Verdict::Forbidden;
        (self.suspects(x) & open).members().filter(is_forbidden).fold(B::EMPTY, B::with)
    }

    /// Whether X may take none of the empty cells `open`.
    pub(crate) fn forbids_all(&self, x: B, o: B, open: B) -> bool {
        let stones = Stones { x, occupied: x | o };
        open.members().all(|bit| self.verdict(stones, bit as u16) == Verdict::Forbidden)
    }

    /// Cells of which those that X may not take are a part: with two stones near in two rows, as two threes or two fours
    /// have them, or three in one, as two fours in a row and overlines have them. Shifts leave a row at its end and go on
    /// in another, so there are others too.
    fn suspects(&self, x: B) -> B {
        let (mut one_row, mut suspects) = (B::EMPTY, B::EMPTY);
        for shifts in &self.shifts {
            let [mut one, mut two, mut three] = [B::EMPTY; 3];
            for shifted in shifts.iter().flat_map(|&shift| [x << shift, x >> shift]) {
                three |= two & shifted;
                two |= one & shifted;
                one |= shifted;
            }
            suspects |= three | (two & one_row);
            one_row |= two;
        }
        suspects
    }

    fn verdict(&self, before: Stones<B>, cell: u16) -> Verdict {
        if (self.near[usize::from(cell)] & before.x).count() < FEWEST_STONES {
            return Verdict::Allowed;
        }
        let sights = &self.sights[usize::from(cell)];
        let rows = sights.each_ref().map(|sight| self.row(before, sight));
        if rows.iter().any(|row| row.has_five()) {
            return Verdict::Five;
        }
        if rows.iter().any(|row| row.has_overline()) || rows.iter().map(|row| row.fours()).sum::<u32>() > 1 {
            return Verdict::Forbidden;
        }
        let may_be_threes = rows.iter().filter(|row| row.completions() != 0);
        if may_be_threes.count() < 2 {
            return Verdict::Allowed;
        }
        let stones = before.with_x(cell);
        let is_three = |(row, sight): &(&Row, &Sight)| {
            let completions = row.completions();
            (0..SEEN)
                .filter(|place| completions >> place & 1 != 0)
                .any(|place| self.verdict(stones, sight.cells[place]) == Verdict::Allowed)
        };
        let mut threes = rows.iter().zip(sights).filter(is_three);
        if threes.nth(1).is_some() { Verdict::Forbidden } else { Verdict::Allowed }
    }

    /// What a stone of X makes in one row.
    fn row(&self, before: Stones<B>, sight: &Sight) -> Row {
        let (mut own, mut occupied) = (0, 0);
        for (place, &cell) in sight.cells.iter().enumerate() {
            let bit = u32::from(cell);
            own |= usize::from(before.x.contains(bit)) << place;
            occupied |= usize::from(before.occupied.contains(bit)) << place;
        }
        let ended = usize::from(sight.ended);
        let own = own & !ended;
        self.rows.of(own, (occupied | ended) & !own)
    }
}

/// The cells of a row that are seen from a cell.
fn seen(geometry: &Geometry, at: &[u16], direction: usize) -> Sight {
    let (across, up) = DIRECTIONS[direction];
    let mut sight = Sight { cells: [0; SEEN], ended: 0 };
    for sign in [-1, 1] {
        let mut has_ended = false;
        for steps in 1..=REACH {
            let place = if sign < 0 { REACH - steps } else { REACH + steps - 1 };
            let moved = |from: u16, by: i32| u16::try_from(i32::from(from) + sign * steps as i32 * by).ok();
            let next = moved(at[0], across).zip(moved(at[1], up));
            let next = next.and_then(|(x, y)| geometry.cell_at(&[x, y]));
            match next.filter(|&next| !has_ended && !geometry.is_blocked(next)) {
                Some(next) => sight.cells[place] = next.0,
                None => has_ended = true,
            }
            sight.ended |= u16::from(has_ended) << place;
        }
    }
    sight
}
