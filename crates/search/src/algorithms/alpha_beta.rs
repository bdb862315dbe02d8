//! `alpha-beta`: the values of minimax, found by cutting branches that cannot matter.
//!
//! Moves that end the game are looked at before any other is searched; the others in the order of the
//! transposition table's move, then by the number of lines through the cell. The best root move must be
//! the true first maximum in the caller's order, so that random ties are uniform over all best moves: each
//! root move is searched with the window (best, ∞) and only a strictly greater value counts. Sources: the
//! closing section of the minimax article of the Tic-Tac-Toe series; Knuth & Moore (1975).

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::processor::{Avx2, Portable, Processor, Work};
use connect_toe_game::{Bits, Board, Cell, Outcome, Rules, Side};

use super::effort::{Effort, deepen};
use crate::ordering::Ordering;
use crate::report::{MoveValue, SearchReport};
use crate::scale::Scale;
use crate::table::{Bound, Entry, Table};
use crate::{Searcher, Task, Want, Watch};

struct AlphaBeta<B, P> {
    processor: P,
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
    ordering: Ordering,
    table: Table,
    /// Positions with fewer plies to look ahead are not looked up.
    table_depth: u32,
    moves: Vec<Cell>,
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let evaluator = super::needed(evaluator);
    let scale = super::scale(rules, settings, &*evaluator)?;
    Ok(searcher(rules, super::depth(settings)?, scale, evaluator, Avx2::detect()))
}

/// The search to this depth, for this processor if there is one, else for any.
pub(super) fn searcher<B: Bits>(
    rules: &Rules<B>,
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
    avx2: Option<Avx2>,
) -> Box<dyn Searcher<B>> {
    match avx2 {
        Some(processor) => Box::new(AlphaBeta::new(processor, rules, depth, scale, evaluator)),
        None => Box::new(AlphaBeta::new(Portable, rules, depth, scale, evaluator)),
    }
}

/// The search to this depth, without its table.
#[cfg(test)]
pub(super) fn without_table<B: Bits>(
    rules: &Rules<B>,
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
) -> Box<dyn Searcher<B>> {
    let search = AlphaBeta::new(Portable, rules, depth, scale, evaluator);
    Box::new(AlphaBeta { table_depth: u32::MAX, ..search })
}

impl<B: Bits, P: Processor> AlphaBeta<B, P> {
    fn new(
        processor: P,
        rules: &Rules<B>,
        depth: u32,
        scale: Scale,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> Self {
        let ordering = Ordering::new(rules);
        let (table, table_depth, moves) = (Table::default(), TABLE_DEPTH, Vec::new());
        AlphaBeta { processor, depth, scale, evaluator, ordering, table, table_depth, moves }
    }

    /// Slots for a search of `depth` plies with `moves` moves at the root on a board with `empty` cells: as
    /// many as it can fill, at most 2^20.
    fn table_bits(depth: u32, moves: usize, empty: u32) -> u32 {
        let inner = depth.saturating_sub(TABLE_DEPTH - 1).min(32);
        let by_depth = inner * (usize::BITS - moves.leading_zeros());
        // Every empty cell becomes one of three things: 3^5 < 2^8.
        let by_board = (empty * 8).div_ceil(5);
        by_depth.min(by_board).clamp(1, 20)
    }
}

impl<B: Bits, P: Processor> Searcher<B> for AlphaBeta<B, P> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let depth = self.depth.min(rules.empty(board).count());
        deepen(task, depth, |depth, nodes| self.look(rules, board, task, depth, nodes, watch))
    }
}

impl<B: Bits, P: Processor> AlphaBeta<B, P> {
    /// Searches to this depth, after `nodes` nodes.
    fn look(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        depth: u32,
        nodes: u64,
        watch: Watch,
    ) -> SearchReport {
        let left = rules.empty(board).count();
        self.table.begin(Self::table_bits(depth, task.moves.len(), left));
        self.moves.clear();
        let mut tree = Tree {
            processor: self.processor,
            rules,
            scale: self.scale,
            constant: self.evaluator.constant(),
            announces: self.evaluator.wants_announcements(),
            evaluator: &mut *self.evaluator,
            ordering: &self.ordering,
            table: &mut self.table,
            table_depth: self.table_depth,
            moves: &mut self.moves,
            searcher: board.to_move(),
            line_wins: rules.line_outcome(Side::X) == Outcome::Win(Side::X),
            effort: Effort::new(rules, task, nodes, watch),
        };
        if depth == 1 && tree.announces {
            let moves = task.moves.iter().copied();
            super::announce(tree.evaluator, rules, board, moves, tree.searcher);
        }
        let mut found: Vec<MoveValue> = Vec::with_capacity(task.moves.len());
        let mut best: Option<MoveValue> = None;
        for &cell in task.moves {
            let alpha = match (task.want, best) {
                (Want::OneBest, Some(best)) => best.value,
                _ => -INFINITY,
            };
            if task.want == Want::OneBest && alpha >= self.scale.best_after(0) {
                break;
            }
            let value = tree.value(board, cell, 1, depth - 1, alpha, INFINITY);
            if tree.effort.is_over {
                break;
            }
            let move_value = MoveValue { cell, value };
            if best.is_none_or(|best| value > best.value) {
                best = Some(move_value);
            }
            found.push(move_value);
        }
        let stopped = tree.effort.stopped();
        let nodes = tree.effort.nodes;
        let mut report = match task.want {
            Want::EveryMove => SearchReport::of_every_move(found, nodes, stopped),
            Want::OneBest => {
                let (value, line) = best.map_or((0, Vec::new()), |best| (best.value, vec![best.cell]));
                SearchReport::of_one_best(value, line, nodes, stopped)
            }
        };
        self.follow_best_line(rules, board, &mut report.line);
        report
    }

    /// Continues a line by the best moves that the table remembers.
    fn follow_best_line(&self, rules: &Rules<B>, board: &Board<B>, line: &mut Vec<Cell>) {
        let Some(&first) = line.first() else { return };
        let mut step = rules.advance(board, first);
        while step.outcome.is_none() && line.len() < self.depth as usize {
            let Some(entry) = self.table.get(step.board.hash()) else { break };
            if entry.bound != Bound::Exact || !rules.legal(&step.board).contains(entry.best.bit()) {
                break;
            }
            line.push(entry.best);
            step = rules.advance(&step.board, entry.best);
        }
    }
}

/// Above every value and its negative.
const INFINITY: i64 = i64::MAX;
/// Positions with fewer plies to look ahead are searched faster than they are looked up.
const TABLE_DEPTH: u32 = 2;

struct Tree<'a, 'w, B, P> {
    processor: P,
    rules: &'a Rules<B>,
    scale: Scale,
    constant: Option<i64>,
    announces: bool,
    evaluator: &'a mut dyn Evaluator<B>,
    ordering: &'a Ordering,
    table: &'a mut Table,
    table_depth: u32,
    /// Moves of all nodes on the way to this one, one after the other.
    moves: &'a mut Vec<Cell>,
    searcher: Side,
    /// Whether completing a line wins; in a misère game it loses.
    line_wins: bool,
    effort: Effort<'w>,
}

impl<B: Bits, P: Processor> Tree<'_, '_, B, P> {
    /// The value of a move for the side that makes it, `plies` from the root with `depth` to look beyond:
    /// exact inside the window, else a bound on the same side of it.
    fn value(&mut self, board: &Board<B>, cell: Cell, plies: u32, depth: u32, alpha: i64, beta: i64) -> i64 {
        if let Some(outcome) = self.rules.outcome_of(board, cell) {
            self.effort.nodes += 1;
            return self.scale.of(outcome, board.to_move(), plies);
        }
        self.value_of_open(&self.rules.play(board, cell), plies, depth, alpha, beta)
    }

    /// As [`value`](Self::value), of the position after a move that did not end the game.
    #[inline(always)]
    fn value_of_open(&mut self, after: &Board<B>, plies: u32, depth: u32, alpha: i64, beta: i64) -> i64 {
        self.effort.nodes += 1;
        if depth > 0 {
            return -self.processor.run(Visit {
                tree: self,
                board: after,
                plies,
                depth,
                alpha: -beta,
                beta: -alpha,
            });
        }
        let value = match self.constant {
            Some(value) => value,
            None => self.evaluator.evaluate(self.rules, after, self.searcher),
        };
        if after.to_move() == self.searcher { -value } else { value }
    }

    /// Announces the positions after the moves of a node, which are those from `first` on, to the evaluator.
    #[cold]
    fn announce(&mut self, board: &Board<B>, first: usize) {
        let moves = self.moves[first..].iter().copied();
        super::announce(self.evaluator, self.rules, board, moves, self.searcher);
    }

    /// The value of the best move for the side to move; fail-soft.
    #[inline(always)]
    fn best(&mut self, board: &Board<B>, plies: u32, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        if self.effort.is_spent() {
            return 0;
        }
        let most = self.scale.best_after(plies);
        if most <= alpha {
            return most;
        }
        let legal = self.rules.legal(board);
        let ending = self.rules.completing_inlined(board, legal);
        if ending.any() && self.line_wins {
            self.effort.nodes += 1;
            return most;
        }
        if let (1, Some(constant)) = (depth, self.constant) {
            let constant = if board.to_move() == self.searcher { constant } else { -constant };
            return self.best_of_last_ply(board, legal, ending, constant, most, beta);
        }
        let known = if depth >= self.table_depth { self.table.get(board.hash()) } else { None };
        if let Some(entry) = known {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::Lower if entry.value >= beta => return entry.value,
                Bound::Upper if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }

        // Moves that lose at once, in a misère game, need no search.
        let first = self.moves.len();
        let mut best = -INFINITY;
        let mut best_move = Cell::from_bit(0);
        if let Some(bit) = ending.lowest() {
            self.effort.nodes += u64::from(ending.count());
            (best, best_move) = (-most, Cell::from_bit(bit));
        }
        self.moves.extend(legal.minus(ending).members().map(Cell::from_bit));
        let (low, high) = (alpha, beta);
        alpha = alpha.max(best);
        if alpha < beta && best < most {
            if depth > 1 {
                self.ordering.sort(&mut self.moves[first..], known.map(|entry| entry.best));
            } else if self.announces {
                self.announce(board, first);
            }
            let last = self.moves.len();
            for index in first..last {
                let cell = self.moves[index];
                let value = if self.rules.leaves_no_move(board, cell) {
                    self.effort.nodes += 1;
                    0
                } else {
                    self.value_of_open(&self.rules.play(board, cell), plies + 1, depth - 1, alpha, beta)
                };
                if value > best {
                    (best, best_move) = (value, cell);
                    alpha = alpha.max(value);
                }
                if alpha >= beta || best >= most || self.effort.is_spent() {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        if depth >= self.table_depth && !self.effort.is_over {
            let bound = if best >= high && best < most {
                Bound::Lower
            } else if best <= low {
                Bound::Upper
            } else {
                Bound::Exact
            };
            self.table.put(board.hash(), Entry { value: best, bound, best: best_move });
        }
        best
    }

    /// The value of the best move for the side to move where every undecided result counts `constant`, no
    /// move wins at once and those in `ending` lose; a value of `beta` or more may be a bound.
    #[inline]
    fn best_of_last_ply(
        &mut self,
        board: &Board<B>,
        legal: B,
        ending: B,
        constant: i64,
        most: i64,
        beta: i64,
    ) -> i64 {
        let others = legal.minus(ending);
        let best = if ending.any() { -most } else { -INFINITY };
        if !self.rules.may_leave_no_move(board) && others.any() {
            // All other results are alike: one is enough to know, all are looked at if it does not cut.
            self.effort.nodes += if constant >= beta { 1 } else { u64::from(legal.count()) };
            return best.max(constant);
        }
        self.effort.nodes += u64::from(legal.count());
        let value = |bit| if self.rules.leaves_no_move(board, Cell::from_bit(bit)) { 0 } else { constant };
        others.members().map(value).fold(best, i64::max)
    }
}

/// A node of the tree, with the window in which its value is wanted.
struct Visit<'t, 'a, 'w, B, P> {
    tree: &'t mut Tree<'a, 'w, B, P>,
    board: &'t Board<B>,
    plies: u32,
    depth: u32,
    alpha: i64,
    beta: i64,
}

impl<B: Bits, P: Processor> Work for Visit<'_, '_, '_, B, P> {
    type Output = i64;

    #[inline(always)]
    fn run(self) -> i64 {
        self.tree.best(self.board, self.plies, self.depth, self.alpha, self.beta)
    }
}
