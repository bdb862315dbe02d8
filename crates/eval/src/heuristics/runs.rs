//! `runs`: how far each side's runs have grown, whether and when they can still become lines, and what they
//! already decide. Source: section 8 of the Connect-Toe paper (Mercialdi & Wilamowska, 2004) asks for such
//! a heuristic; this one is the project's own. The view is the player's, and the value of a board for O is
//! the negative of its value for X.
//!
//! 1. **Length and open ends.** Every window of `k` neighbouring cells on which a side can still make a line
//!    counts for that side, 3½ times as much for each further stone. A run with two open ends lies on more
//!    such windows than one that is closed at an end or near an edge. A window counts for neither side if a
//!    cell of it can never be reached any more, and, where overlines do not count, not for the side that
//!    has a stone next to its end.
//! 2. **Now or later.** Where stones fall, a window that is two stones short counts less the more stones
//!    must fall before its cells can be taken. A cell that completes a line but cannot be taken yet is a
//!    *waiting threat*: its height says which side will get it, see `waiting`.
//! 3. **What is decided.** The side to move wins if it can complete a line, loses if the opponent has two
//!    threats or two on top of each other, has to answer a single one, and wins by a fork: a stone that
//!    makes two threats at once. A forcing move, which leaves the opponent one answer, is followed once to
//!    see whether a fork comes of it; this is the only look ahead.
//!
//! ```text
//!  row 3 |  .  .  .  .  .  .  .      Connect Four, X to move. c1 and f1 fork: either makes three in a row
//!  row 2 |  .  .  .  o  o  .  .      with both ends open, and O can close only one of them. The value is
//!  row 1 |  .  .  .  x  x  .  .      that of a win three plies away.
//!           a  b  c  d  e  f  g
//! ```
//!
//! In misère games a line loses, so neither side can force anything: windows count against their owner, and so does
//! every cell that the owner cannot take without completing a line while the opponent can.
//!
//! **Lines that are not rows** (planes, shapes, given lines): every line is a window, and nothing lies at its ends. Lines
//! of different lengths count by the stones that are missing, not by those that are there.
//!
//! **Sides that do not take turns stone by stone, or want different things** (`turn`, `maker`, `renju`): what is forced
//! above is not forced there, so only the growth of windows counts, and not when their cells can be taken. Where only X's
//! lines count, only X has windows. The side to move wins at once if its next stone completes a line that wins.
//!
//! | position | magnitude |
//! | --- | --- |
//! | decided ([`static_value`](Evaluator::static_value) only) | [`DECIDED`], or 0 for a draw |
//! | a win or loss that the runs force `n` plies from here | [`FORCED`] less `n · 2^40` |
//! | any other | at most [`OPEN`]; one stone alone on a window is worth 1 |

mod reach;
mod threats;
mod waiting;
mod windows;

use connect_toe_game::{Bits, Board, BySide, Cell, Goal, Rules, Side, for_width};

use self::reach::{FAR, Reach};
use self::threats::{Forcing, Threats};
use self::windows::Windows;
use crate::forced::PLY;
pub use crate::forced::{FORCED, Forced};
use crate::settings::{SettingError, Settings};
use crate::{Evaluator, Explanation, Measure, Resources, explain_line, goal_sign};

/// The value of a decided board.
pub const DECIDED: i64 = 1 << 50;
/// The largest magnitude of the value of a position that nothing decides.
pub const OPEN: i64 = 1 << 44;

// The weights below were found by matches against `weighted-lines` from random openings.

/// Half the weight of a stone alone on its window.
const UNIT: i64 = 16;
/// A further stone multiplies the weight by this many halves.
const GROWTH_HALVES: i64 = 7;
/// The weight grows for this many stones at most, so that the longest lines of the largest boards do not overflow.
const MOST_GROWTH: usize = 8;
/// Differences smaller than one stone alone on a window do not count: equally good moves stay equal.
const GRAIN: i64 = 2 * UNIT;
/// By the number of stones that must fall before a cell can be taken: the eighths of its weight that a window two
/// stones short keeps for this cell.
const WORTH_BY_DELAY: [i64; FAR as usize + 1] = [8, 7, 6, 5, 4];
/// Where stones fall, such a window counts this many times: there are fewer of them than on a free board.
const FALLING_PAIR: i64 = 2;
/// Forks that cannot all be parried cost as much as this many windows two stones short.
const OUTFORKED: i64 = 20;
/// What one more harmless cell is worth in a misère game with no other cells left.
const HARMLESS: i64 = 2048;

/// The unit of the scale, in windows two stones short. Fitted to the results of games by the example `score_scales` of the
/// search crate: 3 to 20 fit best, by game, and with this one expected scores are off by 3 to 12 points on average there
/// (on 4×4 and 6×6 by more).
const UNIT_IN_PAIRS: f64 = 10.0;

/// The number of forcing moves in a row that are followed.
const LINKS: u32 = 1;

/// The `runs` evaluation of one game.
///
/// ```
/// use connect_toe_eval::Evaluator;
/// use connect_toe_eval::runs::{FORCED, OPEN, Runs};
/// use connect_toe_game::{Rules, Side};
/// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
/// let mut runs = Runs::new(&rules);
/// assert!(runs.evaluate(&rules, &rules.start(), Side::X).abs() <= OPEN);
/// // X to move has a fork: three in a row with both ends open.
/// let board = rules.parse_board("_______/_______/_______/_______/___oo__/___xx__", None)?;
/// assert!(runs.evaluate(&rules, &board, Side::X) > FORCED / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Runs<B> {
    windows: Windows<B>,
    threats: Threats<B>,
    reach: Reach<B>,
    scope: Scope,
    /// Whether every line is a row of one cell, so that there are no runs.
    is_single: bool,
    /// The weight of a window two stones short where it depends on when its cells can be taken, else 0.
    falling_pair: i64,
    /// What it costs the side to move that it cannot parry all forks of the opponent.
    outforked: i64,
    /// The forcing moves still to be tried in each position of the chain.
    chain: Vec<Forcing>,
    measure: Measure,
}

/// What counts in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Windows, and what they force: a line wins.
    Making,
    /// Windows, and who runs out of harmless cells: a line loses.
    Avoiding,
    /// Windows alone: the sides do not take turns stone by stone, or different rules hold for them.
    Growing,
}

impl Scope {
    fn of<B: Bits>(rules: &Rules<B>) -> Scope {
        match rules.spec().goal {
            _ if !rules.turns_are_equal() => Scope::Growing,
            Goal::MakeLine => Scope::Making,
            Goal::AvoidLine => Scope::Avoiding,
        }
    }
}

/// What forcing moves lead to.
#[derive(Clone, Copy, Debug)]
enum Force {
    /// The side to move completes a line after this many plies.
    Wins(u32),
    /// The opponent completes a line next.
    Loses,
    /// The only cell that does not lose at once; taking it forces nothing.
    Answers(Cell),
    /// Nothing that was seen.
    Nothing,
}

/// The weight of a window with `stones` of one side, none of the other.
fn weight(k: usize, stones: usize) -> i64 {
    let Some(further) = stones.checked_sub(1) else { return 0 };
    // On long lines only the last stones multiply.
    let growth = (further + MOST_GROWTH).saturating_sub(k.max(MOST_GROWTH + 1) - 1);
    let grown = (0..growth).fold(UNIT, |weight, _| weight * GROWTH_HALVES / 2);
    UNIT * stones.min(64) as i64 + grown
}

/// Whether the opponent of the side to move can take one of the `wanted` cells after each of these moves. Where no
/// stone can shut the way to another cell, this is so unless the move takes the only wanted cell.
fn keeps_threats<B: Bits>(rules: &Rules<B>, board: &Board<B>, moves: B, wanted: B) -> bool {
    let keeps = |bit| {
        let after = rules.legal(&rules.play(board, Cell::from_bit(bit)));
        (after & wanted).minus(B::single(bit)).any()
    };
    !rules.can_jam() || moves.members().all(keeps)
}

/// What the runs say of a position.
#[derive(Clone, Copy, Debug)]
enum Verdict {
    /// They force a win or loss: the value for the side to move.
    Forced(i64),
    /// The opponent has forks that cannot all be parried, but the side to move can force.
    Outforked,
    /// Nothing is decided.
    Open,
}

impl<B: Bits> Runs<B> {
    /// The evaluation of one game.
    pub fn new(rules: &Rules<B>) -> Self {
        let lines = rules.lines();
        // A line of one cell among given lines is a threat of both sides: a window of two with one stone missing.
        let k = if lines.are_rows() { lines.k() } else { lines.k().max(2) };
        let reach = Reach::new(rules);
        let scope = Scope::of(rules);
        let by_delay = scope == Scope::Making && !matches!(reach, Reach::Free);
        let weight_here = |stones| if by_delay && stones + 2 >= k { 0 } else { weight(k, stones) };
        Runs {
            windows: Windows::new(rules, k, weight_here),
            threats: Threats::new(rules.geometry().bits()),
            reach,
            scope,
            is_single: k == 1,
            falling_pair: if by_delay { FALLING_PAIR * weight(k, k.saturating_sub(2)) } else { 0 },
            outforked: OUTFORKED * weight(k, k.saturating_sub(2)),
            chain: Vec::new(),
            measure: Measure::logistic(
                "runs",
                UNIT_IN_PAIRS * (weight(k, k.saturating_sub(2)) as f64 / GRAIN as f64).max(1.0),
            )
            .with_announcements(),
        }
    }

    /// Turns to a position.
    fn look_at(&mut self, rules: &Rules<B>, board: &Board<B>) {
        self.windows.follow(board, self.reach.unreachable(rules, board));
        self.threats.find(&self.windows, board.occupied());
    }

    fn value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        let value = match self.scope {
            Scope::Making => self.value_of_making(rules, board),
            Scope::Avoiding => self.value_of_avoiding(rules, board),
            Scope::Growing => self.value_of_growing(rules, board),
        };
        if player == board.to_move() { value } else { -value }
    }

    /// The value for the side to move where a line wins.
    fn value_of_making(&mut self, rules: &Rules<B>, board: &Board<B>) -> i64 {
        let playable = rules.legal(board);
        if self.is_single {
            let wins = |bit| rules.completes_line(board, Cell::from_bit(bit));
            return if playable.members().any(wins) { FORCED - PLY } else { 0 };
        }
        match self.verdict(rules, board) {
            Verdict::Forced(value) => value,
            Verdict::Outforked => (self.open_value(board, playable) - self.outforked / GRAIN).max(-OPEN),
            Verdict::Open => self.open_value(board, playable),
        }
    }

    /// The value for the side to move if the runs force a win or loss, by [`FORCED`]; `None` if they do not, if a line
    /// loses, or where runs force nothing by themselves because sides do not alternate or are not alike.
    ///
    /// ```
    /// use connect_toe_eval::runs::{FORCED, Runs};
    /// use connect_toe_game::Rules;
    /// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
    /// let mut runs = Runs::new(&rules);
    /// assert_eq!(runs.forced(&rules, &rules.start()), None);
    /// // X to move completes a line two moves later.
    /// let board = rules.parse_board("_______/_______/_______/_______/___oo__/___xx__", None)?;
    /// assert_eq!(runs.forced(&rules, &board), Some(FORCED - 3 * (1 << 40)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forced(&mut self, rules: &Rules<B>, board: &Board<B>) -> Option<i64> {
        for_width!(B => Runs::<B>::forced_here, fn(&mut Runs<B>, &Rules<B>, &Board<B>) -> Option<i64>)(
            self, rules, board,
        )
    }

    fn forced_here(&mut self, rules: &Rules<B>, board: &Board<B>) -> Option<i64> {
        if self.scope != Scope::Making || self.is_single {
            return None;
        }
        match self.verdict(rules, board) {
            Verdict::Forced(value) => Some(value),
            Verdict::Outforked | Verdict::Open => None,
        }
    }

    /// The verdict of the runs where a line wins and has two cells or more. If they force nothing, windows and threats
    /// are those of this position afterwards.
    fn verdict(&mut self, rules: &Rules<B>, board: &Board<B>) -> Verdict {
        let mover = board.to_move();
        let other = mover.other();
        let playable = rules.legal(board);
        match self.force(rules, board, LINKS) {
            Force::Wins(plies) => return Verdict::Forced(FORCED - i64::from(plies) * PLY),
            Force::Loses => return Verdict::Forced(2 * PLY - FORCED),
            Force::Answers(cell) => {
                let answered = rules.play(board, cell);
                if let Force::Wins(plies) = self.force(rules, &answered, LINKS) {
                    return Verdict::Forced(i64::from(plies + 1) * PLY - FORCED);
                }
                self.look_at(rules, board);
            }
            Force::Nothing => {
                self.look_at(rules, board);
                if (self.threats.completing(other) & playable).is_empty() {
                    let can_force = self.threats.forks(mover, playable, playable, &self.reach).can_force;
                    let theirs = self.threats.forks(other, playable, playable, &self.reach);
                    if theirs.cells.any() && (self.threats.defences(theirs.cells) & playable).is_empty() {
                        // No cell parries every fork; a forcing move might still turn the tide.
                        return if can_force || rules.can_jam() {
                            Verdict::Outforked
                        } else {
                            Verdict::Forced(4 * PLY - FORCED)
                        };
                    }
                }
            }
        }
        Verdict::Open
    }

    /// What the side to move can force with at most `links` forcing moves before the last two.
    fn force(&mut self, rules: &Rules<B>, board: &Board<B>, links: u32) -> Force {
        self.look_at(rules, board);
        let mover = board.to_move();
        let playable = rules.legal(board);
        if (self.threats.completing(mover) & playable).any() {
            return Force::Wins(1);
        }
        let theirs = self.threats.completing(mover.other());
        let must = theirs & playable;
        if must.has_several() || (self.reach.above(must) & theirs).any() {
            let is_lost = keeps_threats(rules, board, playable, theirs);
            return if is_lost { Force::Loses } else { Force::Nothing };
        }
        let candidates = if must.any() { must } else { playable };
        let forks = self.threats.forks(mover, candidates, playable, &self.reach);
        // Through several faces a stone can shut the way to a cell, or open one for the opponent.
        let (own, is_sure) = (self.threats.completing(mover), !rules.can_jam());
        let forks_surely = |bit| {
            let forcing = self.threats.forcing().iter().filter(|forcing| forcing.cell.bit() == bit);
            let wanted = forcing.fold(own, |wanted, forcing| wanted.with(forcing.rest.bit()));
            let forked = rules.play(board, Cell::from_bit(bit));
            let replies = rules.legal(&forked);
            replies.any() && (theirs & replies).is_empty() && keeps_threats(rules, &forked, replies, wanted)
        };
        if forks.cells.any() && (is_sure || forks.cells.members().any(forks_surely)) {
            return Force::Wins(3);
        }
        if !forks.can_force {
            let answer = must.lowest().filter(|_| keeps_threats(rules, board, playable.minus(must), theirs));
            return answer.map_or(Force::Nothing, |bit| Force::Answers(Cell::from_bit(bit)));
        }
        if links == 0 {
            return Force::Nothing;
        }
        let first = self.chain.len();
        self.chain.extend_from_slice(self.threats.forcing());
        self.chain[first..].sort_unstable();
        let mut soonest: Option<u32> = None;
        for index in first..self.chain.len() {
            let forcing = self.chain[index];
            if index > first && self.chain[index - 1] == forcing {
                continue;
            }
            let threatened = rules.play(board, forcing.cell);
            if !is_sure {
                let replies = rules.legal(&threatened);
                let rest = B::single(forcing.rest.bit());
                let is_forced = (rest & replies).any()
                    && (theirs & replies).is_empty()
                    && keeps_threats(rules, &threatened, replies.minus(rest), own | rest);
                if !is_forced {
                    continue;
                }
            }
            let answered = rules.play(&threatened, forcing.rest);
            if let Force::Wins(plies) = self.force(rules, &answered, links - 1) {
                soonest = Some(soonest.map_or(plies + 2, |soonest| soonest.min(plies + 2)));
            }
        }
        self.chain.truncate(first);
        soonest.map_or(Force::Nothing, Force::Wins)
    }

    /// The value for the side to move of a position that nothing decides.
    fn open_value(&self, board: &Board<B>, playable: B) -> i64 {
        let mover = board.to_move();
        let of_side = |side| self.windows.total(side) + self.pairs_value(board, playable, side);
        let value = of_side(mover) - of_side(mover.other()) + self.waiting_value(board, playable);
        (value / GRAIN).clamp(-OPEN, OPEN)
    }

    /// The value of the waiting threats for the side to move.
    #[inline]
    fn waiting_value(&self, board: &Board<B>, playable: B) -> i64 {
        let mover = board.to_move();
        // Whose turn it is when the other cells are full depends on how many stones there are, whatever their colours.
        let is_first = board.stones().is_multiple_of(2);
        let first = if is_first { mover } else { mover.other() };
        let waiting = waiting::value(&self.threats, &self.reach, playable, first);
        if is_first { waiting } else { -waiting }
    }

    /// Where stones fall: the windows of a side that are two stones short, by how soon their cells can be
    /// taken.
    fn pairs_value(&self, board: &Board<B>, playable: B, side: Side) -> i64 {
        if self.falling_pair == 0 {
            return 0;
        }
        self.threats.pairs(side).iter().map(|&pair| self.pair_value(board, playable, pair)).sum()
    }

    /// The value of a window of which these two cells are missing.
    #[inline]
    fn pair_value(&self, board: &Board<B>, playable: B, (one, two): (Cell, Cell)) -> i64 {
        let worth = |cell| WORTH_BY_DELAY[self.reach.delay(playable, board.occupied(), cell) as usize];
        self.falling_pair * worth(one) * worth(two) / 64
    }

    /// The value for the side to move where a line loses: which side runs out of harmless cells first?
    fn value_of_avoiding(&mut self, rules: &Rules<B>, board: &Board<B>) -> i64 {
        let mover = board.to_move();
        let other = mover.other();
        let playable = rules.legal(board);
        if self.is_single {
            let loses = |bit| rules.completes_line(board, Cell::from_bit(bit));
            return if playable.members().all(loses) { PLY - FORCED } else { 0 };
        }
        self.look_at(rules, board);
        let (own, theirs) = (self.threats.completing(mover), self.threats.completing(other));
        if playable.minus(own).is_empty() {
            return PLY - FORCED;
        }
        let left = rules.reachable(board);
        let only_own = i64::from((theirs & left).minus(own).count());
        let only_theirs = i64::from((own & left).minus(theirs).count());
        let shared = i64::from(left.minus(own | theirs).count());
        // With an odd number of cells harmless to both, the side to move takes the last of them.
        let last = if shared % 2 == 1 { 1 } else { -1 };
        let margin = 2 * (only_own - only_theirs) + last;
        let lines = self.windows.total(other) - self.windows.total(mover);
        ((margin * HARMLESS / (1 + shared) + lines) / GRAIN).clamp(-OPEN, OPEN)
    }

    /// The value for the side to move where runs force nothing: how far the runs of both sides have grown.
    fn value_of_growing(&mut self, rules: &Rules<B>, board: &Board<B>) -> i64 {
        if rules.line_wins() && rules.completing(board, rules.legal(board)).any() {
            return FORCED - PLY;
        }
        self.windows.follow(board, self.reach.unreachable(rules, board));
        let mover = board.to_move();
        let lead = self.windows.total(mover) - self.windows.total(mover.other());
        (goal_sign(rules) * lead / GRAIN).clamp(-OPEN, OPEN)
    }

    /// The terms of a position that nothing decides, in `GRAIN`s of the value for the side to move.
    fn open_terms(&mut self, rules: &Rules<B>, board: &Board<B>) -> Explanation {
        let mover = board.to_move();
        let playable = rules.legal(board);
        self.look_at(rules, board);
        let mut terms = Explanation { terms: Vec::new(), units: GRAIN };
        // Where a line loses, windows count against their owner.
        let owner = if rules.line_wins() { mover } else { mover.other() };
        for (cells, stones, weights) in self.windows.each() {
            terms.add("a run that can grow", cells, stones, weights[owner] - weights[owner.other()]);
        }
        if self.scope != Scope::Making {
            return terms;
        }
        if self.falling_pair != 0 {
            for side in Side::ALL {
                let sign = if side == mover { 1 } else { -1 };
                for &(one, two) in self.threats.pairs(side) {
                    let value = sign * self.pair_value(board, playable, (one, two));
                    terms.add(
                        "two cells short, by how soon they can be taken",
                        &[one, two],
                        BySide::default(),
                        value,
                    );
                }
            }
        }
        let cells = self.threats.completing(Side::X) | self.threats.completing(Side::O);
        let cells: Vec<Cell> = cells.minus(playable).members().map(Cell::from_bit).collect();
        let waiting = self.waiting_value(board, playable);
        terms.add("threats whose cells cannot be taken yet", &cells, BySide::default(), waiting);
        terms
    }
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    _: &Settings,
    _: &Resources,
) -> Result<Box<dyn Evaluator<B>>, SettingError> {
    Ok(Box::new(Runs::new(rules)))
}

impl<B: Bits> Evaluator<B> for Runs<B> {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        for_width!(B => Runs::<B>::value, fn(&mut Runs<B>, &Rules<B>, &Board<B>, Side) -> i64)(
            self, rules, board, player,
        )
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

    fn measure(&self) -> Measure {
        self.measure
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        let value = self.static_value(rules, board, player);
        if rules.outcome(board).is_some() {
            return explain_line(rules, board, player, value, "the game is over");
        }
        if value.abs() > OPEN {
            let about = "what the runs force: nearly a win or a loss";
            return Explanation::whole(about, value);
        }
        if self.is_single && self.scope != Scope::Growing {
            return Explanation::whole("no stone ends the game at once", value);
        }
        let mut explanation = self.open_terms(rules, board);
        if player != board.to_move() {
            explanation.terms.iter_mut().for_each(|term| term.value = -term.value);
        }
        // The sums of the longest lines are limited, so the rest fits.
        let rest = i128::from(value) * i128::from(GRAIN) - explanation.sum();
        let about = match self.scope {
            _ if rest.abs() < i128::from(GRAIN) => "less than a stone alone on its run: chance",
            Scope::Making => "forks that cannot all be parried",
            Scope::Avoiding => "cells that only one side can take",
            Scope::Growing => "the limit of a value",
        };
        explanation.rest(about, rest as i64);
        explanation
    }

    fn copied(&self) -> Option<Box<dyn Evaluator<B>>> {
        Some(Box::new(self.clone()))
    }
}
