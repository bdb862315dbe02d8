//! The stones on every line, kept up to date as positions change.

use connect_toe_game::{Bits, Board, BySide, Cell, Lines, Rules, Side};

/// Stones of each side on one line.
pub type LineCount = BySide<u16>;

/// The stones on every winning line of a game.
///
/// Moving from one position to another changes only the lines through cells whose stone changed, so a
/// search that asks for neighbouring positions pays for a few lines instead of all of them.
///
/// ```
/// use connect_toe_eval::LineCounts;
/// use connect_toe_game::{Rules, Side};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let mut lines = LineCounts::new(&rules);
/// // X in the centre: four lines change.
/// let mut changes = 0;
/// let board = rules.parse_board("___/_x_/___", None)?;
/// lines.follow(rules.lines(), &board, |_, before, after| {
///     assert_eq!((before[Side::X], after[Side::X]), (0, 1));
///     changes += 1;
/// });
/// assert_eq!(changes, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Moves to another position. `changed` is called for every change of a line, with the line's number and its counts
    /// before and after; a line may change more than once on the way. `lines` are those of the same game.
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
            let (before, mut after) = (*count, *count);
            after[side] = step(before[side]);
            *count = after;
            changed(line as usize, before, after);
        }
    }
}
