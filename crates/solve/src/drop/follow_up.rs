//! What the side that answers above its opponent can always reach.
//!
//! If every column has an even number of empty cells, the side *not* to move can follow up: answer each move in the
//! column where it was made. Then it gets the upper cell of every pair, and its opponent no more than the lower ones
//! (V. Allis, *A Knowledge-based Approach of Connect-Four*, 1988: claimeven, for columns of even height). So
//!
//! - if no line lies in the opponent's stones and the lower cells, the follower does not lose;
//! - if the follower has a winning cell among its upper cells, the pairs below it run out in the end, and the
//!   opponent has to give it that cell; the cells above never matter, and need not be even in number;
//! - two columns with an odd number are no obstacle: their lowest cells are a pair as well (baseinverse), of which
//!   each side gets one. In these columns the pairs begin one higher: they are shifted;
//! - a winning cell that is an upper one only in a shifted column is worth the same there (a first player's odd threat,
//!   as players say), if the shifted columns are even in number.
//!
//! ```text
//!   height 6:  u . u      l: lower cells, the opponent's at best
//!              l . l      u: upper cells, the follower's
//!              u W u      W: the follower's winning cell; it ends the game, so the cells above count for nothing
//!              l l l
//!              u . u      (three stones in the middle column, none beside)
//!              l . l
//! ```

use connect_toe_game::Bits;

use super::layout::{Column, Layout};
use super::node::Node;

/// Which cells the follower pairs.
struct Pairing<W> {
    /// The columns whose pairs begin one higher, so that their lowest empty cells are left over (all their cells).
    shifted: W,
    /// The cells above the lowest winning one of a column in which following up ends the game.
    beyond: W,
    /// How many columns end the game.
    ending: i32,
    /// A column whose pairs may be shifted as well.
    turning: Option<Turning<W>>,
}

/// A column with a winning cell, whose pairs may begin at its lowest empty cell or one higher.
#[derive(Clone, Copy)]
struct Turning<W> {
    column: Column<W>,
    /// Whether it ends the game as it is.
    is_ending: bool,
    /// The lowest winning cell among the upper cells if the pairs begin one higher.
    win: Option<u32>,
}

impl<W: Bits> Pairing<W> {
    /// Every column that can end the game does; of the others those with an odd number of empty cells are shifted.
    #[inline(always)]
    fn new(layout: &Layout<W>, node: &Node<W>, lower: W, upper: W) -> Self {
        let odd = if layout.height.is_multiple_of(2) { node.odd } else { layout.cells & !node.odd };
        let mut pairing = Pairing { shifted: odd, beyond: W::EMPTY, ending: 0, turning: None };
        let mut wins = node.their_wins;
        while let Some(bit) = wins.lowest() {
            let column = layout.columns[usize::from(layout.column_of[bit as usize])];
            let is_odd = odd.contains(bit);
            let win = (wins & upper & column.cells).lowest();
            let shifted_win = (wins & lower & column.cells).lowest();
            wins &= !column.cells;
            if win.is_none() && is_odd {
                pairing.end(column, shifted_win);
                continue;
            }
            pairing.shifted &= !column.cells;
            pairing.end(column, win);
            if shifted_win.is_some() || is_odd {
                pairing.turning = Some(Turning { column, is_ending: win.is_some(), win: shifted_win });
            }
        }
        pairing
    }

    #[inline(always)]
    fn end(&mut self, column: Column<W>, win: Option<u32>) {
        if let Some(win) = win {
            self.beyond |= (column.cells << (win - column.floor + 1)) & column.cells;
            self.ending += 1;
        }
    }

    /// Whether the cells left over are even in number, so that each has a partner.
    #[inline(always)]
    fn is_complete(&self, layout: &Layout<W>) -> bool {
        (self.shifted & layout.floor).count().is_multiple_of(2)
    }

    /// Shifts one column more, if there is one that may be.
    #[inline(always)]
    fn turn(&mut self) -> bool {
        let Some(Turning { column, is_ending, win }) = self.turning else { return false };
        self.shifted |= column.cells;
        if is_ending {
            self.beyond &= !column.cells;
            self.ending -= 1;
        }
        self.end(column, win);
        true
    }
}

/// An upper bound below `target` on the score of the side to move, if following up gives its opponent one.
#[inline(always)]
pub(super) fn upper_bound_below<W: Bits, const K: usize>(
    layout: &Layout<W>,
    node: &Node<W>,
    target: i32,
) -> Option<i32> {
    let free = layout.cells & !node.occupied();
    let lower = free & (layout.even_rows ^ node.odd);
    let upper = free & !lower;

    let mut pairing = Pairing::new(layout, node, lower, upper);
    if !pairing.is_complete(layout) && !pairing.turn() {
        return None;
    }
    let Pairing { shifted, beyond, ending, .. } = pairing;
    let unpaired = (shifted & layout.floor).count();
    let ends = ending > 0;
    let bound = if ends { 1 - 2 * ending - beyond.count() as i32 } else { -i32::from(unpaired == 0) };
    if bound >= target {
        return None;
    }
    // Without an end the follower wins only by a line of upper cells.
    let bound = if ends || target > 0 && unpaired > 0 {
        bound
    } else if unpaired == 0 && layout.holds_line::<K>((node.theirs | upper) & node.their_lines) {
        -1
    } else if target > 0 {
        0
    } else {
        return None;
    };

    let reach = if unpaired == 0 {
        (node.mine | lower) & !beyond
    } else {
        // In these columns the pairs begin one higher, and the lowest cells are paired with each other.
        let lowest = layout.playable(node.occupied()) & shifted;
        let reach = (node.mine | (lower & !shifted) | (upper & shifted)) & !beyond & !lowest;
        if unpaired == 2 {
            let one = W::single(lowest.lowest()?);
            if layout.holds_line::<K>(reach | one) {
                return None;
            }
            reach | (lowest & !one)
        } else {
            reach | lowest
        }
    };
    (!layout.holds_line::<K>(reach)).then_some(bound)
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{GameSpec, Rules};
    use connect_toe_testkit::random_game::SplitMix64;

    use super::*;
    use crate::control::Control;
    use crate::prover::Memory;
    use crate::score::Score;

    /// Most empty cells of a position whose score is looked up elsewhere.
    const MOST_EMPTY: u32 = 13;

    /// What was found of random positions: bounds, and those of them that need a shifted column to end the game.
    #[derive(Debug, Default)]
    struct Found {
        bounds: usize,
        shifted_ends: usize,
    }

    /// Compares the bounds of random positions with their scores.
    fn compare<const K: usize>(text: &str, positions: usize, random: &mut SplitMix64, found: &mut Found) {
        let spec: GameSpec = text.parse().expect("game text");
        let rules = Rules::<u64>::compile(&spec).expect("a board of one word");
        let gravity = spec.sizes.len() - 1;
        let layout = Layout::<u64>::new(rules.geometry(), K, gravity, false);
        let mut prover = crate::general::prover(&rules, Memory(1 << 22)).expect("a prover for any game");
        let cells = rules.cells().count();
        for _ in 0..positions {
            let mut board = rules.start();
            let empty = 4 + random.below(MOST_EMPTY as usize - 3) as u32;
            while rules.outcome(&board).is_none() && rules.empty(&board).count() > empty.min(cells) {
                let moves: Vec<_> = rules.legal_moves(&board).into_iter().collect();
                let cell = *random.choose(&moves).expect("the game goes on");
                board = rules.play(&board, cell);
            }
            if rules.outcome(&board).is_some() {
                continue;
            }
            let [mine, theirs] = [board.mover(), board.other()].map(|stones| {
                stones.members().fold(0, |set: u64, cell| set.with(layout.bits[cell as usize]))
            });
            let node = Node::new(&layout, mine, theirs);
            let playable = layout.playable(node.occupied());
            if (playable & (node.my_wins | node.their_wins)).any() {
                continue;
            }
            let empty = node.empty as i32;
            for target in -empty..=empty {
                let Some(bound) = upper_bound_below::<u64, K>(&layout, &node, target) else { continue };
                assert!(bound < target, "{text} {mine:x} {theirs:x}: {bound} does not decide {target}");
                let proven = prover
                    .prove(&board, Score(bound + 1), u64::MAX, &Control::new())
                    .expect("there is no limit");
                assert!(proven.upper.0 <= bound, "{text} {mine:x} {theirs:x}: {bound}, but {proven:?}");
                found.bounds += 1;
                found.shifted_ends += usize::from(is_ended_by_a_shifted_column(&layout, &node));
            }
        }
    }

    fn is_ended_by_a_shifted_column(layout: &Layout<u64>, node: &Node<u64>) -> bool {
        let free = layout.cells & !node.occupied();
        let lower = free & (layout.even_rows ^ node.odd);
        let mut pairing = Pairing::new(layout, node, lower, free & !lower);
        if !pairing.is_complete(layout) {
            assert!(pairing.turn(), "a bound was found");
        }
        (pairing.shifted & node.their_wins & lower).any()
    }

    #[test]
    fn no_bound_is_below_the_score() {
        let mut random = SplitMix64::new(7);
        let mut found = Found::default();
        for text in ["4x4:3:-2", "5x4:3:-2", "5x3:3:-2", "4x5:3:-2", "3x3x3:3:-3", "4x6:3:-2"] {
            compare::<3>(text, 20_000, &mut random, &mut found);
        }
        for text in ["5x4:4:-2", "5x5:4:-2", "4x6:4:-2", "6x4:4:-2", "7x3:4:-2", "4x3x2:4:-3", "6x6:4:-2"] {
            compare::<4>(text, 20_000, &mut random, &mut found);
        }
        assert!(found.bounds > 50_000 && found.shifted_ends > 5_000, "{found:?}");
    }
}
