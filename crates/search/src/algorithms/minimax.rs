//! `minimax`: depth-limited minimax over every legal move, without cuts: the yardstick of the others.
//!
//! Sources: the minimax article of the Tic-Tac-Toe series; the Connect-Toe paper, §4.

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::processor::{Avx2, Portable, Processor, Work};
use connect_toe_game::{Bits, Board, Cell, Rules, Side};

use super::effort::{Effort, deepen};
use crate::report::{MoveValue, SearchReport};
use crate::scale::Scale;
use crate::trace::{Bound, Nobody, Told, Visitor, Witness};
use crate::{Searcher, Task, Watch, unwatched};

pub(crate) struct Minimax<B, P> {
    processor: P,
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let evaluator = super::needed(evaluator);
    let scale = super::scale(rules, settings, &*evaluator)?;
    Ok(searcher(super::depth(settings)?, scale, evaluator, Avx2::detect()))
}

/// The search to this depth, for any processor.
pub(crate) fn portable<B: Bits>(
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
) -> Minimax<B, Portable> {
    Minimax { processor: Portable, depth, scale, evaluator }
}

/// The search to this depth, for this processor if there is one, else for any.
pub(super) fn searcher<B: Bits>(
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
    avx2: Option<Avx2>,
) -> Box<dyn Searcher<B>> {
    match avx2 {
        Some(processor) if const { Avx2::is_for(B::WIDTH) } => {
            Box::new(Minimax { processor, depth, scale, evaluator })
        }
        _ => Box::new(portable(depth, scale, evaluator)),
    }
}

impl<B: Bits, P: Processor> Searcher<B> for Minimax<B, P> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        // Nothing is below the last empty cell.
        let most = rules.empty(board).count().max(1);
        let depth = if task.deepen { self.depth.min(most) } else { self.depth };
        deepen(task, depth, watch, |depth, nodes, watch| {
            self.look(rules, board, task, depth, Effort::new(rules, task, nodes, watch), Nobody)
        })
    }
}

impl<B: Bits, P: Processor> Minimax<B, P> {
    /// Searches without iterative deepening and reports every node to a visitor.
    pub(crate) fn show(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        visitor: &mut dyn Visitor,
    ) -> SearchReport {
        let mut unwatched = unwatched;
        let effort = Effort::new(rules, task, 0, &mut unwatched);
        self.look(rules, board, task, self.depth, effort, Told::new(visitor, board.to_move()))
    }

    /// Searches to this depth.
    fn look<W: Witness>(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        depth: u32,
        effort: Effort,
        witness: W,
    ) -> SearchReport {
        let most = rules.empty(board).count();
        let mut tree = Tree {
            processor: self.processor,
            rules,
            scale: self.scale,
            constant: self.evaluator.constant(),
            announces: self.evaluator.wants_announcements(),
            evaluator: &mut *self.evaluator,
            searcher: board.to_move(),
            effort,
            witness,
        };
        if depth == 1 && tree.announces {
            tree.announce(board, task.moves.iter().copied());
        }
        let mut moves = Vec::with_capacity(task.moves.len());
        for &cell in task.moves {
            let value = tree.value(board, cell, 1, depth - 1);
            if tree.effort.is_over {
                break;
            }
            moves.push(MoveValue { cell, value });
        }
        let stopped = tree.effort.stopped();
        let scale = self.scale.looking(depth.min(most));
        SearchReport::of_every_move(moves, tree.effort.nodes, stopped).by_full_search(scale, depth >= most)
    }
}

struct Tree<'a, 'w, B, P, W> {
    processor: P,
    rules: &'a Rules<B>,
    scale: Scale,
    constant: Option<i64>,
    announces: bool,
    evaluator: &'a mut dyn Evaluator<B>,
    searcher: Side,
    effort: Effort<'w>,
    witness: W,
}

impl<B: Bits, P: Processor, W: Witness> Tree<'_, '_, B, P, W> {
    /// The value of a move for the side that makes it: `plies` from the root, `depth` to look beyond.
    fn value(&mut self, board: &Board<B>, cell: Cell, plies: u32, depth: u32) -> i64 {
        if self.rules.completes_line(board, cell) {
            self.effort.nodes += 1;
            let value = self.scale.of(self.rules.line_outcome(board.to_move()), board.to_move(), plies);
            self.enter(board, cell);
            self.leave(board, cell, value);
            return value;
        }
        self.value_without_line(board, cell, plies, depth)
    }

    /// As [`value`](Self::value), of a move that completes no line.
    #[inline(always)]
    fn value_without_line(&mut self, board: &Board<B>, cell: Cell, plies: u32, depth: u32) -> i64 {
        self.effort.nodes += 1;
        self.enter(board, cell);
        let value = if self.rules.leaves_no_move(board, cell) {
            self.scale.of(self.rules.outcome_without_moves(), board.to_move(), plies)
        } else if depth > 0 {
            let is_again = self.rules.moves_again(board);
            let board = &self.rules.play(board, cell);
            let value = self.processor.run(Visit { tree: self, board, plies, depth });
            if is_again { value } else { -value }
        } else {
            let value = match self.constant {
                Some(value) => value,
                None => self.evaluator.evaluate(self.rules, &self.rules.play(board, cell), self.searcher),
            };
            self.for_mover(board, value)
        };
        self.leave(board, cell, value);
        value
    }

    #[inline(always)]
    fn enter(&mut self, board: &Board<B>, cell: Cell) {
        if W::HEARS {
            self.witness.enter(cell, board.to_move(), None);
        }
    }

    #[inline(always)]
    fn leave(&mut self, board: &Board<B>, cell: Cell, value: i64) {
        if W::HEARS {
            let go_on = self.witness.leave(cell, board.to_move(), value, Bound::Exact);
            self.effort.is_over |= go_on.is_break();
        }
    }

    /// The value for the side to move of each of these moves, which complete no line and beyond which nobody looks, if all
    /// have one and nobody hears of them; they are counted as nodes.
    #[inline(always)]
    fn common_value(&mut self, board: &Board<B>, moves: B) -> Option<i64> {
        let value = self.constant?;
        let is_common = !W::HEARS && moves.any() && !self.rules.may_leave_no_move(board);
        (is_common && self.effort.count(moves.count())).then(|| self.for_mover(board, value))
    }

    /// The value for the side to move of what is worth `value` to the side that searches.
    #[inline(always)]
    fn for_mover(&self, board: &Board<B>, value: i64) -> i64 {
        if board.to_move() == self.searcher { value } else { -value }
    }

    fn announce(&mut self, board: &Board<B>, moves: impl Iterator<Item = Cell>) {
        super::announce(self.evaluator, self.rules, board, moves, self.searcher);
    }

    /// The value of the best move for the side to move.
    #[inline(always)]
    fn best(&mut self, board: &Board<B>, plies: u32, depth: u32) -> i64 {
        if self.effort.is_spent() {
            return 0;
        }
        let legal = self.rules.legal(board);
        let ending = self.rules.completing_inlined(board, legal);
        let mut best = i64::MIN;
        if ending.any() {
            self.effort.nodes += u64::from(ending.count());
            let outcome = self.rules.line_outcome(board.to_move());
            best = self.scale.of(outcome, board.to_move(), plies + 1);
            if W::HEARS {
                for cell in ending.members().map(Cell::from_bit) {
                    self.enter(board, cell);
                    self.leave(board, cell, best);
                }
            }
        }
        if depth == 1 && self.announces {
            self.announce(board, legal.minus(ending).members().map(Cell::from_bit));
        }
        let quiet = legal.minus(ending);
        if depth == 1
            && let Some(value) = self.common_value(board, quiet)
        {
            return best.max(value);
        }
        for bit in quiet.members() {
            best = best.max(self.value_without_line(board, Cell::from_bit(bit), plies + 1, depth - 1));
            if self.effort.is_spent() {
                break;
            }
        }
        best
    }
}

/// A node of the tree.
struct Visit<'t, 'a, 'w, B, P, W> {
    tree: &'t mut Tree<'a, 'w, B, P, W>,
    board: &'t Board<B>,
    plies: u32,
    depth: u32,
}

impl<B: Bits, P: Processor, W: Witness> Work for Visit<'_, '_, '_, B, P, W> {
    type Output = i64;

    #[inline(always)]
    fn run(self) -> i64 {
        self.tree.best(self.board, self.plies, self.depth)
    }
}
