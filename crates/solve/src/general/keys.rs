//! Keys of positions for the table: 128 random bits for each stone (A. L. Zobrist, 1970), the same for positions
//! that a symmetry of the game maps to each other, while there are few stones.

use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side, Turn, mix};

use crate::symmetric::usable_symmetries;

/// The least of the keys of a position's images is found by adding up at most this many stones' keys.
const MOST_LOOKUPS: u32 = 512;

/// The keys of one game.
#[derive(Debug)]
pub(super) struct Keys {
    /// By symmetry; the identity is the first.
    frames: Vec<Frame>,
    /// The most stones with which positions that a symmetry maps to each other have the same key.
    most_stones: u32,
    o_to_move: u128,
    /// By the stones that are left in a turn: nothing for the last.
    left: [u128; Turn::MOST as usize + 1],
}

/// A symmetry: where cells go and come from, by their bits, and the keys of the places where they go.
#[derive(Debug)]
struct Frame {
    images: Vec<u16>,
    origins: Vec<u16>,
    stones: Vec<BySide<u128>>,
}

/// A position's key, and the symmetry that leads to the image that it is the key of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canonical {
    pub(super) key: u128,
    frame: usize,
}

impl Keys {
    pub(super) fn new<B: Bits>(rules: &Rules<B>) -> Keys {
        let geometry = rules.geometry();
        let bits = geometry.bits();
        let key = |number: u64| u128::from(mix(2 * number)) << 64 | u128::from(mix(2 * number + 1));
        let stone = |cell: usize| BySide { x: key(2 * cell as u64 + 10), o: key(2 * cell as u64 + 11) };
        let mut frames = vec![Frame::new((0..bits as u16).collect(), stone)];
        if let Some(found) = usable_symmetries(rules) {
            for symmetry in found.iter().skip(1) {
                let mut images: Vec<u16> = (0..bits as u16).collect();
                for &cell in geometry.cells() {
                    images[cell.index()] = symmetry.apply(cell).index() as u16;
                }
                frames.push(Frame::new(images, stone));
            }
        }
        let most_stones = match frames.len() {
            1 => 0,
            count => (MOST_LOOKUPS / count as u32).min(geometry.cells().len() as u32 / 2),
        };
        let left = std::array::from_fn(|stones| if stones > 1 { key(1_000_003 + stones as u64) } else { 0 });
        Keys { frames, most_stones, o_to_move: key(3), left }
    }

    /// The key of whose turn it is, and how much of it is left.
    #[inline]
    fn turn<B: Bits>(&self, board: &Board<B>) -> u128 {
        let side = if board.to_move() == Side::O { self.o_to_move } else { 0 };
        side ^ self.left[board.left() as usize]
    }

    /// The key of a position as it stands.
    pub(super) fn of<B: Bits>(&self, board: &Board<B>) -> u128 {
        self.turn(board) ^ self.frames[0].key(board)
    }

    /// The key after a move of the side to move.
    #[inline]
    pub(super) fn after<B: Bits>(&self, key: u128, board: &Board<B>, cell: Cell, child: &Board<B>) -> u128 {
        let stone = self.frames[0].stones[cell.index()][board.to_move()];
        key ^ stone ^ self.turn(board) ^ self.turn(child)
    }

    /// The key of the position's class, from its own key.
    #[inline]
    pub(super) fn canonical<B: Bits>(&self, board: &Board<B>, key: u128) -> Canonical {
        if board.stones() > self.most_stones {
            return Canonical { key, frame: 0 };
        }
        let turn = self.turn(board);
        let others = self.frames.iter().map(|frame| turn ^ frame.key(board)).enumerate().skip(1);
        let (key, frame) = others.fold((key, 0), |least, (frame, key)| least.min((key, frame)));
        Canonical { key, frame }
    }

    /// Where a cell goes on the way to the canonical image.
    #[inline]
    pub(super) fn image(&self, canonical: Canonical, cell: Cell) -> u32 {
        u32::from(self.frames[canonical.frame].images[cell.index()])
    }

    /// Where a cell of the canonical image comes from.
    #[inline]
    pub(super) fn origin(&self, canonical: Canonical, bit: u32) -> Cell {
        let origins = &self.frames[canonical.frame].origins;
        Cell::from_bit(u32::from(origins.get(bit as usize).copied().unwrap_or_default()))
    }
}

impl Frame {
    fn new(images: Vec<u16>, stone: impl Fn(usize) -> BySide<u128>) -> Frame {
        let mut origins = images.clone();
        for (origin, &image) in (0_u16..).zip(&images) {
            origins[usize::from(image)] = origin;
        }
        let stones = images.iter().map(|&image| stone(usize::from(image))).collect();
        Frame { images, origins, stones }
    }

    fn key<B: Bits>(&self, board: &Board<B>) -> u128 {
        Side::ALL.into_iter().fold(0, |key, side| {
            let stones = board.stones_of(side).members();
            stones.fold(key, |key, bit| key ^ self.stones[bit as usize][side])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_game::{canonical_form, symmetries};

    use crate::symmetric::MOST_SYMMETRIES;

    #[test]
    fn a_key_belongs_to_a_class_of_positions() {
        for text in ["3x3:3", "3x3:3:free:exact", "4x3:3:-2", "3x3x2:3:-3", "4x3:3:free:misere:torus"] {
            let spec = text.parse().expect("game text");
            let rules = Rules::<u64>::compile(&spec).expect("a small game");
            let keys = Keys::new(&rules);
            let all = symmetries(&spec).expect("a game").elements(10_000).expect("few");
            let mut forms = std::collections::HashMap::new();
            let mut queue = vec![(rules.start(), keys.of(&rules.start()))];
            while let Some((board, key)) = queue.pop() {
                assert_eq!(key, keys.of(&board));
                let canonical = keys.canonical(&board, key);
                let form = canonical_form(&rules, &all, &board);
                let known = *forms.entry(canonical.key).or_insert(form);
                assert_eq!(known, form, "{text}: two classes of positions have one key");
                for cell in rules.legal_moves(&board) {
                    assert_eq!(keys.origin(canonical, keys.image(canonical, cell)), cell);
                    if board.stones() < 4 {
                        let child = rules.play(&board, cell);
                        queue.push((child, keys.after(key, &board, cell, &child)));
                    }
                }
            }
            if all.len() <= MOST_SYMMETRIES {
                let classes: std::collections::HashSet<_> =
                    forms.values().filter(|board| board.stones() <= keys.most_stones).collect();
                let keyed = forms.values().filter(|board| board.stones() <= keys.most_stones).count();
                assert_eq!(classes.len(), keyed, "{text}: a class of positions has two keys");
            }
        }
    }
}
