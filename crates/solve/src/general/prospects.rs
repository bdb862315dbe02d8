//! What follows from the lines that can still be completed: bounds on the score, and which cells matter.

use connect_toe_game::{Bits, Board, Cell, Rules};

use crate::parity::LastMove;
use crate::score::{Bounds, Score};

/// Lines are looked at one by one if they take at most this many bytes.
const MOST_BYTES: usize = 1 << 21;

/// The lines of a game as sets.
///
/// With every rule of the class a side completes a line only if all the cells of some line have its stones, so a line
/// with a stone of the opponent, or with an empty cell that no stone can reach, is of no use to it. That much holds
/// with `exact` and on a torus as well; what else a line needs there is not asked.
#[derive(Debug)]
pub(super) struct Prospects<B> {
    lines: Vec<B>,
    k: u32,
    /// Whether `lines` has all of them.
    complete: bool,
    last_move: LastMove,
}

/// How many stones each side needs at least to complete a line; `None` if it cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) mover: Option<u32>,
    pub(super) other: Option<u32>,
}

impl<B: Bits> Prospects<B> {
    pub(super) fn new(rules: &Rules<B>) -> Prospects<B> {
        let lines = rules.lines();
        let complete = lines.count().saturating_mul(size_of::<B>() + 4 * lines.k()) <= MOST_BYTES;
        let masks: Vec<B> = if complete {
            lines.iter().map(|line| line.iter().fold(B::EMPTY, |mask, cell| mask.with(cell.bit()))).collect()
        } else {
            Vec::new()
        };
        let last_move = LastMove::of(rules.spec());
        Prospects { lines: masks, k: lines.k() as u32, complete, last_move }
    }

    /// The stones that each side still needs.
    fn missing(&self, board: &Board<B>, reachable: B) -> Missing {
        let plies = reachable.count();
        // Of an odd number of plies the side to move has one more.
        let (mover_most, other_most) = (plies.div_ceil(2), plies / 2);
        let (mover, other) = (board.mover(), board.other());
        let (for_mover, for_other) = (mover | reachable, other | reachable);
        let (mut mover_least, mut other_least) = (u32::MAX, u32::MAX);
        for &line in &self.lines {
            if line.minus(for_mover).is_empty() {
                mover_least = mover_least.min(self.k - (line & mover).count());
            }
            if line.minus(for_other).is_empty() {
                other_least = other_least.min(self.k - (line & other).count());
            }
        }
        let possible = |least: u32, most: u32| (least <= most).then_some(least);
        Missing { mover: possible(mover_least, mover_most), other: possible(other_least, other_most) }
    }

    /// Bounds on the score of a position in which the game goes on.
    pub(super) fn bounds(&self, rules: &Rules<B>, board: &Board<B>) -> Bounds {
        let empty = rules.empty(board).count();
        if !self.complete {
            return Bounds::trivial(empty);
        }
        let missing = self.missing(board, rules.reachable(board));
        // The score of a game that ends when a side has placed this many more stones: at least one, even if it has all
        // cells of a line in a run that is too long.
        let at_best = |plies: u32| (empty + 1).saturating_sub(plies) as i32;
        let mover = missing.mover.map_or(0, |stones| at_best(2 * stones.max(1) - 1));
        let other = missing.other.map_or(0, |stones| at_best(2 * stones.max(1)));
        let (gain, harm) = match self.last_move {
            LastMove::Winners => (mover, other),
            LastMove::Losers => (other, mover),
        };
        self.last_move.sharpen(Bounds { lower: Score(-harm), upper: Score(gain) }, empty)
    }

    /// How much a cell matters: lines through it that a side can still complete, the more the fuller they are.
    pub(super) fn weight(&self, rules: &Rules<B>, board: &Board<B>, cell: Cell) -> i32 {
        if !self.complete {
            return 0;
        }
        let (mover, other) = (board.mover(), board.other());
        let weight = |stones: u32| 1 << (2 * stones.min(6));
        rules
            .lines()
            .through(cell)
            .iter()
            .map(|&number| {
                let line = self.lines[number as usize];
                match ((line & mover).count(), (line & other).count()) {
                    (0, 0) => 1,
                    (own, 0) => weight(own),
                    (0, theirs) => weight(theirs) - 1,
                    _ => 0,
                }
            })
            .sum()
    }
}
