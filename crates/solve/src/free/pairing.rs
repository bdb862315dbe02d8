//! Draws by pairing: pairs of empty cells, no cell in two of them, such that every line that is live for the
//! maker contains both cells of some pair. Whenever the maker takes one cell of a pair the breaker takes the
//! other, and no line is ever completed (A. W. Hales & R. I. Jewett, 1963).

use connect_toe_game::Bits;

use super::position::LinePosition;

/// The most live lines that are looked at; the move just taken can kill a few of them.
const MOST_LINES: u32 = 256;

/// Looks for pairings.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The lines to be covered, and their empty cells.
    lines: Vec<u32>,
    cells: Vec<Vec<u16>>,
    pairs: Vec<(u16, u16)>,
    budget: u32,
}

/// The lines and cells not yet used in a search.
struct Rest<L> {
    /// By cell: the lines through it.
    through: Vec<L>,
    uncovered: L,
    /// By line: empty cells that are in no pair.
    free: Vec<u8>,
    used: Vec<bool>,
}

impl<L: Bits> Rest<L> {
    /// The uncovered lines that a pair covers, and those that lose one of their free cells to it.
    fn covered_and_harmed(&self, a: u16, b: u16) -> (L, L) {
        let of_a = self.through[usize::from(a)] & self.uncovered;
        let of_b = self.through[usize::from(b)] & self.uncovered;
        let both = of_a & of_b;
        (both, (of_a | of_b).minus(both))
    }
}

impl Pairing {
    /// A pairing against `maker` of a position in which the breaker has just taken `taken`, if one is found in `budget`
    /// steps. More than 128 live lines are not looked at.
    pub(super) fn find(
        &mut self,
        position: &LinePosition,
        maker: usize,
        taken: Option<u16>,
        budget: u32,
    ) -> Option<&[(u16, u16)]> {
        let shape = position.shape();
        // A pair covers `most_shared` lines only if nothing is in its way; with half of that on the average a
        // search would be long.
        let (lines, empty) = (position.live_lines(maker), position.empty());
        if lines > MOST_LINES || 4 * lines > (empty + 3) * (1 + shape.most_shared) || shape.graph.k() > 255 {
            return None;
        }
        self.lines.clear();
        for line in 0..shape.graph.lines() as u32 {
            if position.tallies().is_live(maker, line)
                && taken.is_none_or(|cell| !shape.graph.cells_of(line).contains(&cell))
            {
                self.lines.push(line);
            }
        }
        self.pairs.clear();
        self.budget = budget;
        let found = match self.lines.len() {
            0 => true,
            1..=64 => self.search::<u64>(position),
            65..=128 => self.search::<u128>(position),
            _ => false,
        };
        found.then_some(&self.pairs)
    }

    fn search<L: Bits>(&mut self, position: &LinePosition) -> bool {
        let shape = position.shape();
        let count = self.lines.len();
        if self.cells.len() < count {
            self.cells.resize(count, Vec::new());
        }
        let mut through = vec![L::EMPTY; shape.cells()];
        let mut uncovered = L::EMPTY;
        let mut free = vec![0; count];
        for (number, &line) in self.lines.iter().enumerate() {
            let cells = &mut self.cells[number];
            cells.clear();
            cells.extend(
                shape.graph.cells_of(line).iter().copied().filter(|&cell| position.tallies().is_empty(cell)),
            );
            if cells.len() < 2 {
                return false;
            }
            free[number] = cells.len() as u8;
            uncovered = uncovered.with(number as u32);
            for &cell in &*cells {
                through[usize::from(cell)] = through[usize::from(cell)].with(number as u32);
            }
        }
        let used = vec![false; shape.cells()];
        let mut rest = Rest { through, uncovered, free, used };
        Self::cover(&self.cells, &mut self.pairs, &mut self.budget, &mut rest)
    }

    fn cover<L: Bits>(
        cells: &[Vec<u16>],
        pairs: &mut Vec<(u16, u16)>,
        budget: &mut u32,
        rest: &mut Rest<L>,
    ) -> bool {
        let Some(line) = rest.uncovered.members().min_by_key(|&line| rest.free[line as usize]) else {
            return true;
        };
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        // The pair that covers most and takes least from other lines comes first.
        let mut choices: Vec<(i32, u16, u16)> = Vec::new();
        let line = &cells[line as usize];
        for (index, &a) in line.iter().enumerate() {
            if rest.used[usize::from(a)] {
                continue;
            }
            for &b in &line[index + 1..] {
                if rest.used[usize::from(b)] {
                    continue;
                }
                let (both, harmed) = rest.covered_and_harmed(a, b);
                let mut value = 12 * both.count() as i32;
                for line in harmed.members() {
                    value -= match rest.free[line as usize] {
                        0..=2 => 1000,
                        3 => 6,
                        4 => 3,
                        _ => 2,
                    };
                }
                if value > -500 {
                    choices.push((-value, a, b));
                }
            }
        }
        choices.sort_unstable();
        for &(_, a, b) in &choices {
            let (both, harmed) = rest.covered_and_harmed(a, b);
            rest.uncovered = rest.uncovered.minus(both);
            harmed.members().for_each(|line| rest.free[line as usize] -= 1);
            rest.used[usize::from(a)] = true;
            rest.used[usize::from(b)] = true;
            pairs.push((a, b));
            if Self::cover(cells, pairs, budget, rest) {
                return true;
            }
            pairs.pop();
            rest.used[usize::from(a)] = false;
            rest.used[usize::from(b)] = false;
            harmed.members().for_each(|line| rest.free[line as usize] += 1);
            rest.uncovered |= both;
            if *budget == 0 {
                return false;
            }
        }
        false
    }
}
