//! When a cell can be taken: now, later, or never.

use connect_toe_game::{Bits, Board, Cell, End, Faces, Rules};

/// Delays of more stones than this count the same.
pub(super) const FAR: u32 = 4;

/// What the placement rule says about the cells of one game.
#[derive(Clone, Debug)]
pub(super) enum Reach<B> {
    /// Every empty cell can be taken now.
    Free,
    /// Stones pile up in columns; a stone rests on the bit below its own.
    Columns {
        /// The lowest cell of every column.
        floor: B,
        /// The cells that go to the side that moves on an even number of stones, if both sides play elsewhere as long
        /// as they can. The other side gets the rest.
        first_gets: B,
    },
    /// Several faces: some cells are out of reach forever.
    Faces,
}

impl<B: Bits> Reach<B> {
    pub(super) fn new(rules: &Rules<B>) -> Reach<B> {
        if rules.placement_is_free() {
            return Reach::Free;
        }
        let Faces::Open(faces) = &rules.spec().faces else { return Reach::Free };
        let [face] = faces[..] else { return Reach::Faces };
        let geometry = rules.geometry();
        let dimension = usize::from(face.dimension) - 1;
        let size = geometry.sizes()[dimension];
        let height = |cell: Cell| {
            let coordinate = geometry.coordinates(cell)[dimension];
            if face.end == End::High { coordinate } else { size - 1 - coordinate }
        };
        let collect = |keep: &dyn Fn(Cell) -> bool| {
            geometry
                .cells()
                .iter()
                .filter(|&&cell| keep(cell))
                .fold(B::EMPTY, |set, cell| set.with(cell.bit()))
        };
        // With every other column full, that many stones lie outside the cell's column.
        let elsewhere = geometry.cells().len() - usize::from(size);
        let first_gets = collect(&|cell| (elsewhere + usize::from(height(cell))).is_multiple_of(2));
        Reach::Columns { floor: collect(&|cell| height(cell) == 0), first_gets }
    }

    /// The empty cells that no stone can reach any more.
    #[inline]
    pub(super) fn unreachable(&self, rules: &Rules<B>, board: &Board<B>) -> B {
        match self {
            Reach::Free | Reach::Columns { .. } => B::EMPTY,
            Reach::Faces => rules.empty(board).minus(rules.reachable(board)),
        }
    }

    /// The cells right above those of a set, in the same column.
    #[inline]
    pub(super) fn above(&self, set: B) -> B {
        match self {
            Reach::Columns { floor, .. } => (set << 1).minus(*floor),
            Reach::Free | Reach::Faces => B::EMPTY,
        }
    }

    /// The cells right below those of a set, in the same column.
    #[inline]
    pub(super) fn below(&self, set: B) -> B {
        match self {
            Reach::Columns { floor, .. } => set.minus(*floor) >> 1,
            Reach::Free | Reach::Faces => B::EMPTY,
        }
    }

    /// Whether `upper` lies right above `lower` in one column.
    #[inline]
    pub(super) fn is_above(&self, upper: Cell, lower: Cell) -> bool {
        match self {
            Reach::Columns { floor, .. } => upper.bit() == lower.bit() + 1 && !floor.contains(upper.bit()),
            Reach::Free | Reach::Faces => false,
        }
    }

    /// How many stones must fall before an empty cell can be taken, at most [`FAR`].
    #[inline]
    pub(super) fn delay(&self, playable: B, occupied: B, cell: Cell) -> u32 {
        match self {
            Reach::Free => 0,
            Reach::Faces => {
                if playable.contains(cell.bit()) {
                    0
                } else {
                    2
                }
            }
            Reach::Columns { floor, .. } => {
                let mut bit = cell.bit();
                let mut delay = 0;
                while delay < FAR && !floor.contains(bit) && !occupied.contains(bit - 1) {
                    bit -= 1;
                    delay += 1;
                }
                delay
            }
        }
    }
}
