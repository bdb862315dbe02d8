//! Where a stone comes to rest.

use crate::bits::Bits;
use crate::geometry::{self, Cell, Geometry};
use crate::spec::{End, Face, Faces, GameSpec};

/// The rule of placement as data.
#[derive(Clone, Debug)]
pub(crate) enum Placement<B> {
    /// Any empty cell.
    Free,
    /// Through one face: a stone rests on the bit below, or on the floor.
    Stack {
        /// The cells next to the wall opposite the face, or to the first blocked cell that a stone meets.
        floor: B,
    },
    /// Through several faces.
    Faces {
        /// The faces.
        entrances: Vec<Entrance<B>>,
        /// The blocked cells, which stop a stone as a stone does.
        blocked: B,
    },
}

/// One of several open faces.
#[derive(Clone, Debug)]
pub(crate) struct Entrance<B> {
    /// The cells where a stone enters.
    entry: B,
    /// The cells next to the opposite wall.
    exit: B,
    /// Bits from a cell to the next in the direction of travel.
    step: i32,
    /// Cells in the direction of travel.
    length: u32,
}

/// Moves every member by a signed number of places.
#[inline]
fn shift<B: Bits>(set: B, places: i32) -> B {
    if places >= 0 { set << places as u32 } else { set >> places.unsigned_abs() }
}

impl<B: Bits> Placement<B> {
    /// The rule, and the cells that a stone can ever come to rest on.
    pub(crate) fn new(spec: &GameSpec, geometry: &Geometry) -> (Placement<B>, B) {
        let set_of = |is_in: &dyn Fn(Cell) -> bool| {
            let cells = geometry.cells().iter().filter(|&&cell| is_in(cell));
            cells.fold(B::EMPTY, |set, cell| set.with(cell.bit()))
        };
        let open = set_of(&|cell| !geometry.is_blocked(cell));
        let Faces::Open(faces) = &spec.faces else { return (Placement::Free, open) };
        if geometry::is_free(spec) {
            return (Placement::Free, open);
        }
        let blocked = set_of(&|cell| geometry.is_blocked(cell));
        let entrances: Vec<Entrance<B>> = faces.iter().map(|&face| Entrance::new(face, geometry)).collect();
        let fillable = reachable_through(&entrances, open);
        match &entrances[..] {
            // Into an empty board a stone falls to the wall or to the first blocked cell.
            [only] => (Placement::Stack { floor: only.destinations(open, blocked) }, fillable),
            _ => (Placement::Faces { entrances, blocked }, fillable),
        }
    }

    pub(crate) fn is_free(&self) -> bool {
        matches!(self, Placement::Free)
    }

    /// The cells next to the wall opposite the one open face, if there is just one.
    pub(crate) fn floor(&self) -> Option<B> {
        match self {
            Placement::Stack { floor } => Some(*floor),
            Placement::Free | Placement::Faces { .. } => None,
        }
    }

    /// Whether empty cells can be left that no stone can reach.
    #[inline]
    pub(crate) fn can_jam(&self) -> bool {
        matches!(self, Placement::Faces { .. })
    }

    /// The cells where the next stone can come to rest, of those where any can.
    #[inline]
    pub(crate) fn destinations(&self, cells: B, occupied: B) -> B {
        let empty = cells.minus(occupied);
        match self {
            Placement::Free => empty,
            Placement::Stack { floor } => empty & (occupied << 1 | *floor),
            Placement::Faces { entrances, blocked } => {
                destinations_through(entrances, empty, occupied | *blocked)
            }
        }
    }

    /// The empty cells where a stone can come to rest now or later.
    ///
    /// A cell that a stone can travel through can also be filled: through that face the cells behind it
    /// fill first. A cell behind a stone, seen from every open face, stays empty forever.
    #[inline]
    pub(crate) fn reachable(&self, cells: B, occupied: B) -> B {
        let empty = cells.minus(occupied);
        match self {
            Placement::Free | Placement::Stack { .. } => empty,
            Placement::Faces { entrances, .. } => reachable_through(entrances, empty),
        }
    }

    /// The stones without a chain of support to a wall or a blocked cell, and those where none can come to rest.
    pub(crate) fn floating(&self, cells: B, occupied: B) -> B {
        if let Placement::Stack { floor } = self
            && occupied.minus(cells & (occupied << 1 | *floor)).is_empty()
        {
            return B::EMPTY;
        }
        let mut at_rest = B::EMPTY;
        loop {
            let supported = match self {
                Placement::Free => cells,
                Placement::Stack { floor } => at_rest << 1 | *floor,
                Placement::Faces { entrances, blocked } => {
                    entrances.iter().fold(B::EMPTY, |supported, entrance| {
                        supported | entrance.stopped_by(at_rest | *blocked)
                    })
                }
            };
            let more = occupied & cells & supported;
            if more == at_rest {
                return occupied.minus(at_rest);
            }
            at_rest = more;
        }
    }
}

// Not inlined, so that the usual ways to place a stone are: they are a few instructions each.
#[inline(never)]
fn destinations_through<B: Bits>(entrances: &[Entrance<B>], empty: B, occupied: B) -> B {
    entrances.iter().fold(B::EMPTY, |reached, entrance| reached | entrance.destinations(empty, occupied))
}

#[inline(never)]
fn reachable_through<B: Bits>(entrances: &[Entrance<B>], empty: B) -> B {
    entrances.iter().fold(B::EMPTY, |reached, entrance| reached | entrance.passable(empty))
}

impl<B: Bits> Entrance<B> {
    fn new(face: Face, geometry: &Geometry) -> Entrance<B> {
        let dimension = usize::from(face.dimension) - 1;
        let size = geometry.sizes()[dimension];
        let (first, last) = match face.end {
            End::Low => (0, size - 1),
            End::High => (size - 1, 0),
        };
        let layer = |coordinate: u16| {
            geometry
                .cells()
                .iter()
                .filter(|&&cell| geometry.coordinates(cell)[dimension] == coordinate)
                .fold(B::EMPTY, |set, cell| set.with(cell.bit()))
        };
        let step = match face.end {
            End::Low => geometry.step(dimension),
            End::High => -geometry.step(dimension),
        };
        Entrance { entry: layer(first), exit: layer(last), step, length: u32::from(size) }
    }

    /// The cells from which a stone cannot travel on, because of the wall or one of these stones.
    #[inline]
    fn stopped_by(&self, stones: B) -> B {
        // A stone in the entry layer stops no other stone: one step back from it lies another row.
        self.exit | shift(stones.minus(self.entry), -self.step)
    }

    #[inline]
    fn destinations(&self, empty: B, occupied: B) -> B {
        self.passable(empty) & self.stopped_by(occupied)
    }

    /// The cells that a stone entering here can travel through.
    #[inline]
    fn passable(&self, empty: B) -> B {
        // The cells that a stone can travel through, found by doubling the distance (Kogge–Stone): after
        // each round `way` says that the last `places / step` cells are open and in the same row.
        let mut reached = self.entry & empty;
        let mut way = empty.minus(self.entry);
        let mut places = self.step;
        let mut distance = 1;
        while distance < self.length {
            reached |= way & shift(reached, places);
            way &= shift(way, places);
            places *= 2;
            distance *= 2;
        }
        reached
    }
}
