//! The stones on every line, kept up to date as positions change.

use connect_toe_game::{Bits, Board, BySide, Cell, Lines, Rules, Side};

/// Stones of each side on one line.
pub type LineCount = BySide<u16>;

/// The stones on every winning line of a game.
///
/// Moving from one position to another changes only the lines through cells whose stone changed, so a
/// search that asks for neighbouring positions pays for a few lines instead of all of them.
#[derive(Clone, Debug)]
pub struct LineCounts<B> {
    counts: Vec<LineCount>,
    stones: BySide<B>,
}

impl<B: Bits> LineCounts<B> {
    /// The counts of the empty board.
    pub fn new(rules: &Rules<B>) -> Self {
        LineCounts {
            counts: vec![LineCount::default(); rules.lines().count()],
            stones: BySide { x: B::EMPTY, o: B::EMPTY },
        }
    }

    /// The stones on every line.
    #[inline]
    pub fn counts(&self) -> &[LineCount] {
        &self.counts
    }

    /// Moves to another position; `changed` hears of every change of a line: its number, the count before
    /// and the count after. A line may change more than once on the way.
    #[inline]
    pub fn follow(
        &mut self,
        lines: &Lines,
        board: &Board<B>,
        mut changed: impl FnMut(usize, LineCount, LineCount),
    ) {
        for side in Side::ALL {
            let (before, after) = (self.stones[side], board.stones_of(side));
            for bit in before.minus(after).members() {
                self.change(lines, side, Cell::from_bit(bit), |stones| stones - 1, &mut changed);
            }
        }
        for side in Side::ALL {
            let (before, after) = (self.stones[side], board.stones_of(side));
            for bit in after.minus(before).members() {
                self.change(lines, side, Cell::from_bit(bit), |stones| stones + 1, &mut changed);
            }
            self.stones[side] = after;
        }
    }

    #[inline]
    fn change(
        &mut self,
        lines: &Lines,
        side: Side,
        cell: Cell,
        step: impl Fn(u16) -> u16,
        changed: &mut impl FnMut(usize, LineCount, LineCount),
    ) {
        for &line in lines.through(cell) {
            let count = &mut self.counts[line as usize];
            let before = *count;
            count[side] = step(count[side]);
            changed(line as usize, before, *count);
        }
    }
}
