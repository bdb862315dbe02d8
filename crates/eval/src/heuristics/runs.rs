//! `runs`: how far each side's runs have grown, whether and when they can become lines, and what that
//! decides.
mod reach;
mod threats;
mod waiting;
mod windows;

use connect_toe_game::{Bits, Board, BySide, Cell, Goal, Rules, Side};

use self::reach::{FAR, Reach};
use self::threats::Threats;
use self::windows::Windows;
use crate::Evaluator;
use crate::settings::{SettingError, Settings};

/// The value of a decided board.
pub const DECIDED: i64 = 1 << 50;
/// The value of a position that the runs on the board decide.
pub const FORCED: i64 = 1 << 48;
/// How much less it is worth a ply later.
const PLY: i64 = 1 << 40;
/// The largest magnitude of an open position's value.
pub const OPEN: i64 = 1 << 44;

/// The weight of one stone alone on its window.
const UNIT: i64 = 16;

/// The side with the next free choice counts its windows one such part higher.
const TEMPO: i64 = 4;
/// Having to parry a fork costs so many windows that are two stones short.
const PRESSED: i64 = 2;
/// What an additional harmless cell is worth in a misère game.
const MARGIN: i64 = 64;

/// The `runs` evaluation of one game.
#[derive(Clone, Debug)]
pub struct Runs<B> {
    windows: Windows<B>,
    threats: Threats<B>,
    reach: Reach<B>,
    misere: bool,
    /// What a pair of cells that completes a line counts, where that depends on when they can be taken.
    pair: i64,
    /// The weight of a window that is two stones short.
    fork_weight: i64,
}

/// The weight of an alive window with `stones` of one side.
fn weight(k: usize, stones: usize) -> i64 {
    if stones == 0 {
        return 0;
    }
    // Four times as much for each further stone, up to nine of them; then only the last nine grow.
    let missing = k - stones.min(k);
    let grown = k.min(9) - 1;
    UNIT * (stones as i64).min(64) + if missing <= grown { UNIT << (2 * (grown - missing)) } else { 0 }
}

impl<B: Bits> Runs<B> {
    /// The evaluation of one game.
    pub fn new(rules: &Rules<B>) -> Self {
        let k = rules.lines().k();
        let reach = Reach::new(rules);
        let misere = rules.spec().goal == Goal::AvoidLine;
        let by_reach = !misere && !matches!(reach, Reach::Free);
        Runs {
            windows: Windows::new(rules, |stones| {
                if by_reach && stones + 2 >= k { 0 } else { weight(k, stones) }
            }),
            threats: Threats::new(rules.geometry().bits()),
            reach,
            misere,
            fork_weight: weight(k, k.saturating_sub(2)),
            pair: if by_reach { weight(k, k.saturating_sub(2)) } else { 0 },
        }
    }

    /// The value for the side to move where a line wins.
    fn value_of_making(&mut self, rules: &Rules<B>, board: &Board<B>) -> i64 {
        let mover = board.to_move();
        let other = mover.other();
        let playable = rules.legal(board);
        if rules.lines().k() == 1 {
            let wins = playable.members().any(|bit| rules.completes_line(board, Cell::from_bit(bit)));
            return if wins { FORCED - PLY } else { 0 };
        }
        self.threats.find(&self.windows, board.occupied());
        if (self.threats.completing(mover) & playable).any() {
            return FORCED - PLY;
        }
        let must = self.threats.completing(other) & playable;
        if let Some(bit) = must.lowest() {
            let above = self.reach.above(must);
            if must.has_several() || (above & self.threats.completing(other)).any() {
                return 2 * PLY - FORCED;
            }
            let own = self.threats.forks(mover, must, playable, &self.reach);
            if own.cells.any() {
                return FORCED - 3 * PLY;
            }
            if own.can_force {
                return self.open_value(board, playable, mover, false);
            }
            let after = playable.without(bit) | (above & rules.cells());
            let theirs = self.threats.forks(other, after, after, &self.reach);
            if theirs.cells.any() {
                return 4 * PLY - FORCED;
            }
            return self.open_value(board, playable, other, false);
        }
        let own = self.threats.forks(mover, playable, playable, &self.reach);
        if own.cells.any() {
            return FORCED - 3 * PLY;
        }
        let theirs = self.threats.forks(other, playable, playable, &self.reach);
        let pressed = theirs.cells.any();
        if pressed && !own.can_force && (theirs.defences & playable).is_empty() {
            return 4 * PLY - FORCED;
        }
        self.open_value(board, playable, mover, pressed)
    }

    /// The value for the side to move of a position that nothing on the board decides at once. `ahead` has
    /// the next free choice; `pressed` says that the side to move must parry a fork first.
    fn open_value(&self, board: &Board<B>, playable: B, ahead: Side, pressed: bool) -> i64 {
        let mover = board.to_move();
        let mut sides = BySide::from_fn(|side| self.windows.total(side));
        if self.pair > 0 {
            for side in Side::ALL {
                sides[side] += self.pairs_value(board, playable, side);
            }
        }
        sides[ahead] += sides[ahead] / TEMPO;
        let waiting = waiting::value(&self.threats, &self.reach, playable);
        let mut value = sides[mover] - sides[mover.other()] + if mover == Side::X { waiting } else { -waiting };
        if pressed {
            value -= PRESSED * self.fork_weight;
        }
        value.clamp(-OPEN, OPEN)
    }

    /// The windows of a side that are two stones short, each by how soon its cells can be taken.
    fn pairs_value(&self, board: &Board<B>, playable: B, side: Side) -> i64 {
        /// Eighths by delay.
        const WORTH: [i64; FAR as usize + 1] = [8, 7, 6, 5, 4];
        let worth = |cell| WORTH[self.reach.delay(playable, board.occupied(), cell) as usize];
        self.threats.pairs(side).iter().map(|&(one, two)| self.pair * worth(one) * worth(two) / 64).sum()
    }

    /// The value for the side to move where a line loses: who runs out of harmless cells first?
    fn value_of_avoiding(&mut self, rules: &Rules<B>, board: &Board<B>) -> i64 {
        let mover = board.to_move();
        let other = mover.other();
        let playable = rules.legal(board);
        if rules.lines().k() == 1 {
            return 0;
        }
        self.threats.find(&self.windows, board.occupied());
        let (own, theirs) = (self.threats.completing(mover), self.threats.completing(other));
        if playable.minus(own).is_empty() {
            return PLY - FORCED;
        }
        let left = rules.reachable(board);
        let only_mine = i64::from((theirs & left).minus(own).count());
        let only_theirs = i64::from((own & left).minus(theirs).count());
        let shared = i64::from(left.minus(own | theirs).count());
        // With an odd number of cells harmless to both, the side to move takes the last of them.
        let last = if shared % 2 == 1 { 1 } else { -1 };
        let margin = 2 * (only_mine - only_theirs) + last;
        let lines = self.windows.total(other) - self.windows.total(mover);
        (margin * MARGIN * UNIT / (1 + shared) + lines).clamp(-OPEN, OPEN)
    }
}

pub(super) fn build<B: Bits>(rules: &Rules<B>, _: &Settings) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    Ok(Box::new(Runs::new(rules)))
}

impl<B: Bits> Evaluator<B> for Runs<B> {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        self.windows.follow(board, self.reach.unreachable(rules, board));
        let value = if self.misere {
            self.value_of_avoiding(rules, board)
        } else {
            self.value_of_making(rules, board)
        };
        if player == board.to_move() { value } else { -value }
    }

    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        match rules.outcome(board) {
            None => self.evaluate(rules, board, player),
            Some(outcome) => match outcome.winner() {
                None => 0,
                Some(winner) if winner == player => DECIDED,
                Some(_) => -DECIDED,
            },
        }
    }
}
