//! The stones on every line, kept up to date as positions change.

use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};

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
    /// The lines through cell `c` are `lines[first[c]..first[c + 1]]`.
    first: Vec<u32>,
    lines: Vec<u32>,
    k: usize,
    cells: Vec<Cell>,
}

impl<B: Bits> LineCounts<B> {
    /// The counts of the empty board.
    pub fn new(rules: &Rules<B>) -> Self {
        let bits = rules.geometry().bits();
        let mut first = vec![0_u32; bits + 1];
        for cell in rules.lines().iter().flatten() {
            first[cell.index() + 1] += 1;
        }
        for index in 0..bits {
            first[index + 1] += first[index];
        }
        let mut next = first.clone();
        let mut lines = vec![0; first[bits] as usize];
        let mut cells = Vec::with_capacity(lines.len());
        for (number, line) in (0_u32..).zip(rules.lines().iter()) {
            cells.extend_from_slice(line);
            for cell in line {
                lines[next[cell.index()] as usize] = number;
                next[cell.index()] += 1;
            }
        }
        LineCounts {
            counts: vec![LineCount::default(); rules.lines().count()],
            stones: BySide { x: B::EMPTY, o: B::EMPTY },
            first,
            lines,
            k: rules.lines().k(),
            cells,
        }
    }

    /// The stones on every line.
    #[inline]
    pub fn counts(&self) -> &[LineCount] {
        &self.counts
    }

    /// The cells of a line.
    #[inline]
    pub fn cells_of(&self, line: usize) -> &[Cell] {
        &self.cells[line * self.k..(line + 1) * self.k]
    }

    /// Moves to another position; `changed` hears of every change of a line: its number, the count before
    /// and the count after. A line may change more than once on the way.
    #[inline]
    pub fn follow(&mut self, board: &Board<B>, mut changed: impl FnMut(usize, LineCount, LineCount)) {
        for side in Side::ALL {
            let (before, after) = (self.stones[side], board.stones_of(side));
            for bit in before.minus(after).members() {
                self.change(side, Cell::from_bit(bit), |stones| stones - 1, &mut changed);
            }
        }
        for side in Side::ALL {
            let (before, after) = (self.stones[side], board.stones_of(side));
            for bit in after.minus(before).members() {
                self.change(side, Cell::from_bit(bit), |stones| stones + 1, &mut changed);
            }
            self.stones[side] = after;
        }
    }

    #[inline]
    fn change(
        &mut self,
        side: Side,
        cell: Cell,
        step: impl Fn(u16) -> u16,
        changed: &mut impl FnMut(usize, LineCount, LineCount),
    ) {
        let (from, to) = (self.first[cell.index()] as usize, self.first[cell.index() + 1] as usize);
        for &line in &self.lines[from..to] {
            let count = &mut self.counts[line as usize];
            let before = *count;
            count[side] = step(count[side]);
            changed(line as usize, before, *count);
        }
    }
}
