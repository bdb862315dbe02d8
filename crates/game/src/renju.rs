//! The cells that X may not take in renju: overlines, double fours and double threes.
//!
//! A *four* is four stones of a row that one more makes exactly five; a *straight four* is an unbroken row of four that
//! either end makes exactly five. A *three* is three stones of a row that one more, on a cell that X may take, makes a
//! straight four and no five. X may not take a cell that makes a row of six or more, two fours or more, or two threes or more,
//! unless it also makes exactly five. Whether the cell of a three may be taken is the same question again, with one
//! more stone on the board. Source: the rules of the Renju International Federation.

use crate::bits::Bits;
use crate::geometry::Geometry;

/// The four directions of rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// A row of five or six with the next cell at either end is seen from any of its cells.
const REACH: usize = 5;
/// A stone that makes two threes or two fours has so many others on the rows through it.
const FEWEST_STONES: u32 = 4;

/// The rows through each cell of a board.
#[derive(Clone, Debug)]
pub(crate) struct Renju<B> {
    /// For each bit and direction the cells back and the cells ahead, nearest first, until a wall or a blocked cell.
    rays: Vec<[[Ray; 2]; 4]>,
    /// For each bit the cells of all its rays.
    near: Vec<B>,
}

/// Up to [`REACH`] cells in a row.
#[derive(Clone, Copy, Debug, Default)]
struct Ray {
    cells: [u16; REACH],
    len: u8,
}

impl Ray {
    fn cells(&self) -> &[u16] {
        &self.cells[..usize::from(self.len)]
    }
}

/// The stones of both sides.
#[derive(Clone, Copy)]
struct Stones<B> {
    x: B,
    occupied: B,
}

impl<B: Bits> Renju<B> {
    pub(crate) fn new(geometry: &Geometry) -> Renju<B> {
        let mut rays = vec![[[Ray::default(); 2]; 4]; geometry.bits()];
        let mut near = vec![B::EMPTY; geometry.bits()];
        for &cell in geometry.cells() {
            let at = geometry.coordinates(cell);
            for (direction, &(across, up)) in DIRECTIONS.iter().enumerate() {
                for (way, sign) in [-1, 1].into_iter().enumerate() {
                    let ray = &mut rays[cell.index()][direction][way];
                    for step in 1..=REACH as i32 {
                        let place =
                            |from: u16, by: i32| u16::try_from(i32::from(from) + sign * step * by).ok();
                        let next = place(at[0], across).zip(place(at[1], up));
                        let next = next.and_then(|(x, y)| geometry.cell_at(&[x, y]));
                        let Some(next) = next.filter(|&next| !geometry.is_blocked(next)) else { break };
                        ray.cells[usize::from(ray.len)] = next.0;
                        ray.len += 1;
                        near[cell.index()].insert(next.bit());
                    }
                }
            }
        }
        Renju { rays, near }
    }

    /// Those of the empty cells `open` that X may not take.
    pub(crate) fn forbidden(&self, x: B, o: B, open: B) -> B {
        if x.count() < FEWEST_STONES {
            return B::EMPTY;
        }
        let stones = Stones { x, occupied: x | o };
        open.members().filter(|&bit| self.is_forbidden(stones, bit as u16)).fold(B::EMPTY, B::with)
    }

    fn is_forbidden(&self, before: Stones<B>, cell: u16) -> bool {
        let bit = u32::from(cell);
        if (self.near[usize::from(cell)] & before.x).count() < FEWEST_STONES {
            return false;
        }
        let stones = Stones { x: before.x.with(bit), occupied: before.occupied.with(bit) };
        let runs = [0, 1, 2, 3].map(|direction| self.run(stones, cell, direction));
        if runs.contains(&5) {
            return false;
        }
        if runs.iter().any(|&run| run > 5) {
            return true;
        }
        let fours = [0, 1, 2, 3].map(|direction| self.fours(stones, cell, direction));
        if fours.iter().sum::<usize>() >= 2 {
            return true;
        }
        let is_three = |&direction: &usize| fours[direction] == 0 && self.is_three(stones, cell, direction);
        (0..4).filter(is_three).nth(1).is_some()
    }

    fn ray(&self, cell: u16, direction: usize, way: usize) -> &[u16] {
        self.rays[usize::from(cell)][direction][way].cells()
    }

    /// The stones in a row through a stone.
    fn run(&self, stones: Stones<B>, cell: u16, direction: usize) -> usize {
        let own = |next: &&u16| stones.x.contains(u32::from(**next));
        let along = |way| self.ray(cell, direction, way).iter().take_while(own).count();
        along(0) + 1 + along(1)
    }

    /// The empty cells of a row within reach of a stone.
    fn empty_near(&self, stones: Stones<B>, cell: u16, direction: usize) -> impl Iterator<Item = u16> {
        let both = [0, 1].into_iter().flat_map(move |way| self.ray(cell, direction, way));
        both.copied().filter(move |&next| !stones.occupied.contains(u32::from(next)))
    }

    /// Whether a stone on an empty cell makes exactly five with `cell` among them.
    fn makes_five(&self, stones: Stones<B>, on: u16, cell: u16, direction: usize) -> bool {
        let with = Stones { x: stones.x.with(u32::from(on)), ..stones };
        self.run(with, on, direction) == 5 && self.run_has(with, on, cell, direction)
    }

    /// Whether the row through one stone has another.
    fn run_has(&self, stones: Stones<B>, on: u16, cell: u16, direction: usize) -> bool {
        let own = |next: &&u16| stones.x.contains(u32::from(**next));
        (0..2).any(|way| self.ray(on, direction, way).iter().take_while(own).any(|&next| next == cell))
    }

    /// The fours of a row that a stone is part of: an unbroken one counts once, whichever end makes it five.
    fn fours(&self, stones: Stones<B>, cell: u16, direction: usize) -> usize {
        let completing = self.empty_near(stones, cell, direction);
        let count = completing.filter(|&on| self.makes_five(stones, on, cell, direction)).count();
        if count > 1 && self.run(stones, cell, direction) == 4 { 1 } else { count }
    }

    /// Whether a stone makes an unbroken four that either end makes exactly five.
    fn is_straight_four(&self, stones: Stones<B>, cell: u16, direction: usize) -> bool {
        let completing = self.empty_near(stones, cell, direction);
        self.run(stones, cell, direction) == 4
            && completing.filter(|&on| self.makes_five(stones, on, cell, direction)).count() == 2
    }

    /// Whether a stone is part of three that one more stone, which X may place, makes a straight four.
    fn is_three(&self, stones: Stones<B>, cell: u16, direction: usize) -> bool {
        self.empty_near(stones, cell, direction).any(|on| {
            let bit = u32::from(on);
            let with = Stones { x: stones.x.with(bit), occupied: stones.occupied.with(bit) };
            self.is_straight_four(with, on, direction)
                && self.run_has(with, on, cell, direction)
                && (0..4).all(|direction| self.run(with, on, direction) != 5)
                && !self.is_forbidden(stones, on)
        })
    }
}
