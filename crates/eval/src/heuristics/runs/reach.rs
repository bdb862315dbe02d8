//! When a cell can be taken: now, later, or never.

use connect_toe_game::{Bits, Board, Cell, Faces, Rules};

/// Delays of more stones than this count the same.
pub(super) const FAR: u32 = 4;

/// What the placement rule says about the cells of one game.
#[derive(Clone, Debug)]
pub(super) enum Reach<B> {
    /// Every empty cell can be taken now.
    Free,
    /// Stones pile up in columns; a stone rests on the bit below its own.
    Columns {
        /// The lowest cell of every column: on the wall or on a blocked cell.
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
        if faces.len() > 1 {
            return Reach::Faces;
        }
        // Every column begins with a cell that can be taken on the empty board, and ends where no stone can rest.
        let floor = rules.legal(&rules.start());
        let mut columns: Vec<Vec<u32>> = Vec::new();
        for bit in rules.cells().members() {
            match columns.last_mut() {
                Some(column) if !floor.contains(bit) => column.push(bit),
                _ => columns.push(vec![bit]),
            }
        }
        let mut first_gets = B::EMPTY;
        for column in columns {
            // With every other column full, that many stones lie outside this one.
            let elsewhere = rules.cells().count() as usize - column.len();
            for (height, bit) in column.into_iter().enumerate() {
                if (elsewhere + height).is_multiple_of(2) {
                    first_gets = first_gets.with(bit);
                }
            }
        }
        Reach::Columns { floor, first_gets }
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
