//! All positions after a number of plies, one for each class of symmetric ones, in an order that needs no index.

use std::ops::ControlFlow;

use connect_toe_game::{Bits, Board, BySide, Rules, Side};

use crate::symmetric::usable_symmetries;

/// A position: the stones of the side to move, and those of the other. Of symmetric positions it is the smallest.
pub(crate) type Key<B> = [B; 2];

/// Where the symmetries of a game take its cells, the identity left out.
#[derive(Debug)]
pub(crate) struct Frames(Vec<Vec<u16>>);

impl Frames {
    /// No symmetries: every position stands for itself.
    pub(crate) fn none() -> Frames {
        Frames(Vec::new())
    }

    pub(crate) fn new<B: Bits>(rules: &Rules<B>) -> Frames {
        let geometry = rules.geometry();
        let images = |symmetry: &connect_toe_game::Symmetry| {
            let mut images = vec![0; geometry.bits()];
            for &cell in geometry.cells() {
                images[cell.index()] = symmetry.apply(cell).index() as u16;
            }
            images
        };
        let found = usable_symmetries(rules).unwrap_or_default();
        Frames(found.iter().skip(1).map(images).collect())
    }

    /// The key of a position.
    pub(crate) fn canonical<B: Bits>(&self, stones: Key<B>) -> Key<B> {
        self.0.iter().fold(stones, |least, images| {
            let image = |set: B| {
                set.members().fold(B::EMPTY, |image, bit| image.with(u32::from(images[bit as usize])))
            };
            least.min(stones.map(image))
        })
    }
}

/// The empty board, if the game is not over there.
pub(crate) fn start<B: Bits>(rules: &Rules<B>, frames: &Frames) -> Vec<Key<B>> {
    let board = rules.start();
    let goes_on = rules.outcome(&board).is_none();
    goes_on.then(|| frames.canonical([board.mover(), board.other()])).into_iter().collect()
}

/// Why positions are not listed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unlisted {
    /// There are more than this many.
    Many(usize),
    Stopped,
}

/// Positions one ply after others, in ascending order.
#[derive(Debug)]
pub(crate) struct After<B> {
    /// Those in which the game goes on.
    pub(crate) open: Vec<Key<B>>,
    /// Those in which it is over.
    pub(crate) ended: Vec<Key<B>>,
}

/// The positions one ply after these, if there are at most `most` of either kind. Those in which the game is over are
/// left out unless they are asked for.
pub(crate) fn after<B: Bits>(
    rules: &Rules<B>,
    frames: &Frames,
    keys: &[Key<B>],
    with_ended: bool,
    most: usize,
    watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<After<B>, Unlisted> {
    const BETWEEN_LOOKS: usize = 1 << 10;
    let (mut open, mut ended) = (Listed::new(most), Listed::new(most));
    for (place, &key) in keys.iter().enumerate() {
        if place % BETWEEN_LOOKS == 0 && watch(place).is_break() {
            return Err(Unlisted::Stopped);
        }
        let board = board(rules, key);
        for cell in rules.legal_moves(&board) {
            let step = rules.advance(&board, cell);
            let list = match step.outcome {
                None => &mut open,
                Some(_) if with_ended => &mut ended,
                Some(_) => continue,
            };
            list.add(frames.canonical([step.board.mover(), step.board.other()]))?;
        }
    }
    Ok(After { open: open.all()?, ended: ended.all()? })
}

/// Positions that are found several times each.
struct Listed<B> {
    keys: Vec<Key<B>>,
    /// The positions when they were last put together.
    different: usize,
    most: usize,
}

impl<B: Bits> Listed<B> {
    /// No positions yet, of which there may be `most`.
    fn new(most: usize) -> Listed<B> {
        Listed { keys: Vec::new(), different: 0, most }
    }

    fn add(&mut self, key: Key<B>) -> Result<(), Unlisted> {
        const LEAST: usize = 1 << 16;
        self.keys.push(key);
        if self.keys.len() > 2 * self.different + LEAST { self.put_together() } else { Ok(()) }
    }

    fn put_together(&mut self) -> Result<(), Unlisted> {
        self.keys.sort_unstable();
        self.keys.dedup();
        self.different = self.keys.len();
        if self.different > self.most { Err(Unlisted::Many(self.different)) } else { Ok(()) }
    }

    /// Each position once, in ascending order.
    fn all(mut self) -> Result<Vec<Key<B>>, Unlisted> {
        self.put_together()?;
        Ok(self.keys)
    }
}

/// The board of a position in a game that X has begun.
pub(crate) fn board<B: Bits>(rules: &Rules<B>, [mover, other]: Key<B>) -> Board<B> {
    let to_move = rules.spec().turn.to_move_after((mover | other).count());
    let stones = match to_move {
        Side::X => BySide { x: mover, o: other },
        Side::O => BySide { x: other, o: mover },
    };
    rules.position(stones, to_move)
}

/// A checksum of positions: it shows whether a program numbers them as another did.
pub(crate) fn checksum<B: Bits>(keys: &[Key<B>]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut cells = Vec::new();
    for key in keys {
        cells.clear();
        for stones in key {
            cells.extend(stones.members().flat_map(|bit| (bit as u16).to_le_bytes()));
            cells.extend([0xff; 2]);
        }
        hasher.update(&cells);
    }
    hasher.finalize()
}
