//! The nodes of the search.

use std::cmp::Reverse;

use connect_toe_eval::Evaluator;
use connect_toe_game::{Bits, Board, Cell, Side};

use super::guide::Guide;
use super::weights::{TO_MOVE, UNIT_OF_ORDER};
use super::{Common, Thinker};
use crate::algorithms::effort::Effort;
use crate::algorithms::helpers::Places;
use crate::algorithms::scouting::Below;
use crate::algorithms::tree::INFINITY;
use crate::table::{Bound, Entry};

/// Up to so many plies before the horizon a position is cut that is better than needed by [`MARGIN`] for each of them.
const MOST_ASSURED: i64 = 3;
/// In the logarithm of the odds to win.
const MARGIN: f64 = 0.5;
/// Moves are put in order by values where it looks at least this many plies ahead.
const VALUED_DEPTH: i64 = 2;
/// As many moves as are searched at first are valued this many times.
const VALUED_PART: usize = 3;
/// The logarithm of the odds to win after a move counts this many times as much as the logarithm of how likely the move is.
const OF_VALUE: f64 = 2.5;
/// Two threats at once, an answer to one of them, and the line of the other: a chain of this many plies.
const TWICE: u32 = 3;
/// A thread leaves moves that another is searching until the end where it looks at least this many plies ahead.
const SHARED_DEPTH: i64 = 3;

/// A search in progress.
pub(super) struct Tree<'a, 'c, 'w, B: Bits> {
    pub(super) common: &'a Common<'c, B>,
    /// Whether this is the look of one ply, which values at least one move within any limit.
    pub(super) is_first_look: bool,
    pub(super) thinker: &'a mut Thinker<B>,
    pub(super) effort: Effort<'w>,
}

impl<B: Bits> Common<'_, B> {
    /// How much sooner a move is looked at because of the value of the position after it; 0 if moves are not valued.
    pub(super) fn worth_of_value(
        &self,
        evaluator: &mut Option<Box<dyn Evaluator<B>>>,
        board: &Board<B>,
        cell: Cell,
    ) -> i64 {
        let (true, Some(evaluator), Some(unit)) = (self.values_moves, evaluator, self.unit_of_odds) else {
            return 0;
        };
        let rules = self.rules;
        if rules.leaves_no_move(board, cell) {
            return 0;
        }
        let after = rules.play(board, cell);
        let value = evaluator.static_value(rules, &after, board.to_move());
        (value as f64 * (OF_VALUE * UNIT_OF_ORDER / unit)) as i64
    }
}

impl<'w, B: Bits> Below<'w> for Tree<'_, '_, 'w, B> {
    fn value(&mut self, cell: Cell, depth: u32, alpha: i64, beta: i64) -> i64 {
        if let Some(outcome) = self.common.rules.outcome_of(self.common.board, cell) {
            self.effort.nodes += 1;
            return self.common.scale.of(outcome, self.common.board.to_move(), 1);
        }
        self.value_of(self.common.board, cell, 1, i64::from(depth), alpha, beta)
    }

    fn scout(&mut self, cell: Cell, depth: u32, index: usize, alpha: i64) -> i64 {
        let Common { rules, board, .. } = *self.common;
        if rules.outcome_of(board, cell).is_some() {
            return self.value(cell, depth, alpha, alpha + 1);
        }
        self.value_in_order(board, cell, 1, depth.into(), index, alpha, alpha + 1)
    }

    fn effort(&mut self) -> &mut Effort<'w> {
        &mut self.effort
    }
}

impl<B: Bits> Tree<'_, '_, '_, B> {
    /// The value of a move that completes no line for the side that makes it, `plies` from the root with `depth` to look
    /// beyond.
    fn value_of(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        depth: i64,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        self.effort.nodes += 1;
        if self.common.rules.leaves_no_move(board, cell) {
            return self.common.scale.of(self.common.rules.outcome_without_moves(), board.to_move(), plies);
        }
        let after = self.common.rules.play(board, cell);
        // What the cells of such a position promise need not be known: that saves a tenth of the instructions on 15x15.
        if depth <= 0 && !self.is_first_look && self.leaves_calm(cell, board.to_move()) {
            return if self.effort.is_spent() { 0 } else { -self.estimate(&after) };
        }
        if let Some(prospects) = self.thinker.guide.prospects() {
            prospects.make(cell, board.to_move());
        }
        let value = if self.common.rules.moves_again(board) {
            self.best(&after, plies, depth, alpha, beta)
        } else {
            -self.best(&after, plies, depth, -beta, -alpha)
        };
        if let Some(prospects) = self.thinker.guide.prospects() {
            prospects.unmake();
        }
        value
    }

    /// Whether the side to move, which need not answer anything, has a cell that gives it two threats at once.
    fn threatens_twice(&mut self, legal: B, side: Side) -> bool {
        let Some(prospects) = self.thinker.guide.prospects() else { return false };
        let cells = prospects.whole.open_one[side] & legal;
        cells.members().any(|bit| {
            let cell = Cell::from_bit(bit);
            prospects.make(cell, side);
            let twice = prospects.whole.line[side].has_several();
            prospects.unmake();
            twice
        })
    }

    /// The value of the best move for the side to move; fail-soft.
    fn best(&mut self, board: &Board<B>, plies: u32, mut depth: i64, mut alpha: i64, beta: i64) -> i64 {
        // The first move has a value within any limit.
        let is_needed = self.is_first_look && self.effort.nodes <= 1;
        if !is_needed && self.effort.is_spent() {
            return 0;
        }
        let Common { rules, scale, options, chain, table, .. } = *self.common;
        let is_free = rules.passing_never_helps();
        let most = scale.best_after(plies);
        if most <= alpha {
            return most;
        }
        let mut legal = rules.legal(board);
        let mut must = None;
        if rules.line_wins() {
            let (mine, theirs) = self.thinker.guide.completing(rules, board, legal);
            if mine.any() {
                return most;
            }
            // One that may not be stopped is not among them.
            if theirs.any() && rules.only_a_stone_stops_a_line() {
                if theirs.has_several() {
                    return -scale.win(plies + 2);
                }
                must = Some(theirs);
                // Where stones drop, an answer often makes room for the next threat, and all of them would lead too far.
                depth += i64::from(is_free && !is_needed);
            } else if is_free && chain >= TWICE && self.threatens_twice(legal, board.to_move()) {
                return scale.win(plies + TWICE);
            }
        } else {
            legal = legal.minus(rules.completing_inlined(board, legal));
            if legal.is_empty() {
                return -most;
            }
        }
        if depth <= 0 {
            return self.estimate(board);
        }
        let known = table.get(board.hash());
        let deep = known.filter(|entry| i64::from(entry.depth) >= depth);
        if let Some(value) = deep.and_then(|entry| entry.decides(alpha, beta)) {
            return value;
        }
        if must.is_none()
            && let Some(assured) = self.assured(board, depth, beta)
        {
            return assured;
        }
        let first = self.list(board, must, legal, known, plies);
        let low = alpha;
        let mut best = -INFINITY;
        let mut best_move = self.thinker.moves[first].1;
        let last = self.thinker.moves.len();
        let mut in_order = depth < VALUED_DEPTH || !self.common.values_moves;
        let is_narrow = matches!(self.thinker.guide, Guide::Prospects(_));
        let narrow = if is_narrow { first + options.width_at(depth) } else { last };
        if depth == 1 && self.common.announces {
            self.thinker.announce(rules, board, first, narrow);
        }
        let busy = self.common.busy.filter(|_| depth >= SHARED_DEPTH);
        let mut places = Places::from(first);
        loop {
            let end = if places.peek() >= narrow && !scale.is_decided(best) { narrow } else { last };
            let Some((index, was_left)) = places.next(end) else { break };
            if !in_order && known.is_none_or(|entry| entry.best != self.thinker.moves[index].1) {
                in_order = true;
                self.value_moves(board, index, first + VALUED_PART * options.width_at(depth));
            }
            let cell = self.thinker.moves[index].1;
            let key = busy.map(|busy| (busy, rules.play(board, cell).hash() ^ depth as u64));
            if let Some((busy, key)) = key
                && !busy.enter(key)
                && index > first
                && !was_left
            {
                places.leave(index);
                continue;
            }
            let value = self.value_in_order(board, cell, plies + 1, depth - 1, index - first, alpha, beta);
            if let Some((busy, key)) = key {
                busy.leave(key);
            }
            if self.effort.is_over {
                break;
            }
            if value > best {
                (best, best_move) = (value, cell);
                alpha = alpha.max(value);
            }
            if alpha >= beta || best >= most {
                break;
            }
        }
        self.thinker.moves.truncate(first);
        if !self.effort.is_over {
            let bound = Bound::of(best, low, beta, most);
            let depth = plies_of(depth);
            table.put(board.hash(), Entry { value: best, bound, best: best_move, depth });
            if best >= beta && must.is_none() {
                self.thinker.guide.learn(board, best_move, plies, depth.into());
            }
        }
        best
    }

    /// The value of the move at this index in the order of its node.
    #[expect(clippy::too_many_arguments, reason = "a node of a search")]
    fn value_in_order(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        depth: i64,
        index: usize,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        if index == 0 {
            return self.value_of(board, cell, plies, depth, alpha, beta);
        }
        let less = self.reduction(board, cell, depth, index);
        if less > 0 {
            let value = self.value_of(board, cell, plies, depth - i64::from(less), alpha, alpha + 1);
            if value <= alpha || self.effort.is_over {
                return value;
            }
        }
        if beta - 1 <= alpha {
            return self.value_of(board, cell, plies, depth, alpha, beta);
        }
        let value = self.value_of(board, cell, plies, depth, alpha, alpha + 1);
        if value > alpha && value < beta && !self.effort.is_over {
            self.value_of(board, cell, plies, depth, alpha, beta)
        } else {
            value
        }
    }

    /// By how many plies less far a move is looked at until it turns out better than the best: a late one that threatens nothing.
    fn reduction(&self, board: &Board<B>, cell: Cell, depth: i64, index: usize) -> u32 {
        if depth < 1 {
            return 0;
        }
        let less = self.common.reductions.of(depth as u32 + 1, index);
        if less > 0 && self.thinker.guide.is_quiet(self.common.rules, board, cell) { less } else { 0 }
    }

    /// Lists the moves of a node in order at the end of `moves`, and returns where they begin.
    fn list(
        &mut self,
        board: &Board<B>,
        must: Option<B>,
        legal: B,
        known: Option<Entry>,
        plies: u32,
    ) -> usize {
        let Thinker { guide, moves, .. } = &mut *self.thinker;
        let first = moves.len();
        let cells = must.unwrap_or_else(|| guide.candidates(self.common.rules, board, legal));
        for bit in cells.members() {
            let cell = Cell::from_bit(bit);
            let is_known = known.is_some_and(|entry| entry.best == cell);
            let worth = if is_known { i64::MAX } else { guide.worth(board, cell, plies) };
            moves.push((worth, cell));
        }
        guide.sort(self.common.rules, moves, first, self.common.options.width);
        first
    }

    /// Puts the listed moves from `first` to before `end` in order by the values of the positions after them too.
    fn value_moves(&mut self, board: &Board<B>, first: usize, end: usize) {
        let Thinker { evaluator, moves, .. } = &mut *self.thinker;
        let end = end.min(moves.len());
        let Some(moves) = moves.get_mut(first..end).filter(|moves| moves.len() > 1) else { return };
        for (worth, cell) in &mut *moves {
            *worth += self.common.worth_of_value(evaluator, board, *cell);
        }
        moves.sort_unstable_by_key(|&(worth, cell)| (Reverse(worth), cell));
    }

    /// What a position in which nobody completes a line is worth to the side to move, without a look ahead.
    fn estimate(&mut self, board: &Board<B>) -> i64 {
        let side = board.to_move();
        let Thinker { guide, evaluator, .. } = &mut *self.thinker;
        let value = match evaluator {
            // What is forced the search sees itself, so the evaluator need not look for it.
            Some(evaluator) => evaluator.static_value(self.common.rules, board, side),
            None => guide.prospects().map_or(0, |prospects| prospects.balance(side) + TO_MOVE),
        };
        self.common.noise.heard(value, board)
    }

    /// A value of at least `beta` that the side to move can count on near the horizon: its estimate, less a margin for each
    /// ply (*reverse futility pruning*).
    fn assured(&mut self, board: &Board<B>, depth: i64, beta: i64) -> Option<i64> {
        let margin = (self.common.unit_of_odds? * MARGIN).round() as i64;
        if depth > MOST_ASSURED || self.common.scale.is_decided(beta) || !self.is_calm(board.to_move()) {
            return None;
        }
        let assured = self.estimate(board) - depth * margin;
        (assured >= beta).then_some(assured)
    }

    /// Whether the other side would have no cell that gives it two threats at once if it were its turn.
    fn is_calm(&mut self, side: Side) -> bool {
        self.thinker
            .guide
            .prospects()
            .is_some_and(|prospects| prospects.whole.open_one[side.other()].is_empty())
    }

    /// Whether a move leaves both sides without a threat: it makes none, and the other side has no cell that would give it two
    /// at once.
    fn leaves_calm(&mut self, cell: Cell, side: Side) -> bool {
        let values = self.thinker.evaluator.is_some();
        values
            && self.common.rules.passing_never_helps()
            && self.is_calm(side)
            && self.thinker.guide.prospects().is_some_and(|prospects| {
                !prospects.whole.threat[side].contains(cell.bit()) && prospects.whole.line[side].is_empty()
            })
    }
}

/// A depth as the table keeps it.
fn plies_of(depth: i64) -> u16 {
    depth.clamp(0, i64::from(u16::MAX)) as u16
}
