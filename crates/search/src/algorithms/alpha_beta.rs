//! `alpha-beta`: the values of minimax, found by cutting branches that cannot matter.
//!
//! Moves that end the game are looked at before any other is searched; the others in the order of the
//! transposition table's move, then by the number of lines through the cell. The best root move must be
//! the true first maximum in the caller's order, so that random ties are uniform over all best moves: each
//! root move is searched with the window (best, ∞) and only a strictly greater value counts. Sources: the
//! closing section of the minimax article of the Tic-Tac-Toe series; Knuth & Moore (1975).

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::processor::{Avx2, Portable, Processor};
use connect_toe_game::{Bits, Board, Rules};

use super::effort::{Effort, deepen};
use super::tree::{DepthFirst, INFINITY};
use crate::report::{MoveValue, SearchReport};
use crate::scale::Scale;
use crate::trace::{Nobody, Told, Visitor, Witness};
use crate::{Searcher, Task, Want, Watch, unwatched};

pub(crate) struct AlphaBeta<B, P> {
    depth: u32,
    search: DepthFirst<B, P>,
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
        Some(processor) if const { Avx2::is_for(B::WIDTH) } => {
            Box::new(AlphaBeta { depth, search: DepthFirst::new(processor, rules, scale, evaluator) })
        }
        _ => Box::new(AlphaBeta { depth, search: DepthFirst::new(Portable, rules, scale, evaluator) }),
    }
}

/// The search to this depth, for any processor and without its table.
pub(crate) fn without_table<B: Bits>(
    rules: &Rules<B>,
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
) -> AlphaBeta<B, Portable> {
    AlphaBeta { depth, search: DepthFirst::new(Portable, rules, scale, evaluator).without_table() }
}

impl<B: Bits, P: Processor> Searcher<B> for AlphaBeta<B, P> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let depth = self.depth.min(rules.empty(board).count());
        deepen(task, depth, watch, |depth, nodes, watch| {
            self.look(rules, board, task, depth, Effort::new(rules, task, nodes, watch), Nobody)
        })
    }
}

impl<B: Bits, P: Processor> AlphaBeta<B, P> {
    /// Searches without iterative deepening and reports every node to a visitor.
    pub(crate) fn show(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        visitor: &mut dyn Visitor,
    ) -> SearchReport {
        let depth = self.depth.min(rules.empty(board).count());
        let mut unwatched = unwatched;
        let effort = Effort::new(rules, task, 0, &mut unwatched);
        self.look(rules, board, task, depth, effort, Told::new(visitor, board.to_move()))
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
        self.search.forget(rules, board, task, depth);
        let most = self.search.scale.best_after(0);
        let mut tree = self.search.tree::<W, false>(rules, board, effort, witness);
        if depth == 1 {
            tree.announce_moves(board, task.moves);
        }
        let mut found: Vec<MoveValue> = Vec::with_capacity(task.moves.len());
        let mut best: Option<MoveValue> = None;
        for &cell in task.moves {
            let alpha = match (task.want, best) {
                (Want::OneBest, Some(best)) => best.value,
                _ => -INFINITY,
            };
            if task.want == Want::OneBest && alpha >= most {
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
        self.search.follow_best_line(rules, board, self.depth, &mut report.line);
        let scale = self.search.scale.looking(depth);
        report.by_full_search(scale, depth >= rules.empty(board).count())
    }
}
