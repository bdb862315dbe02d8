//! `two-ply`: look at each move and the opponent's best answer, each with its own mover's eyes.
//!
//! A move is worth `t` = my value of the position after it, minus the largest value that the opponent sees
//! in a position after a reply. A move that ends the game has no replies. Source: the comment of the
//! weighted-lines article whose author's bot lost none of 1000 games.

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::{Bits, Board, Cell, Rules};

use crate::report::{MoveValue, SearchReport, Stopped};
use crate::{Progress, Searcher, Task, Watch};

struct TwoPly<B> {
    evaluator: Box<dyn Evaluator<B>>,
}

pub(super) fn build<B: Bits>(
    _: &Rules<B>,
    _: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    Ok(Box::new(TwoPly { evaluator: super::needed(evaluator) }))
}

impl<B: Bits> Searcher<B> for TwoPly<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let (player, opponent) = (board.to_move(), board.to_move().other());
        let mut nodes = 0;
        let mut moves = Vec::with_capacity(task.moves.len());
        let mut stopped = Stopped::Done;
        for &cell in task.moves {
            if nodes >= task.nodes.unwrap_or(u64::MAX) || watch(&Progress { nodes }).is_break() {
                stopped = Stopped::Early;
                break;
            }
            nodes += 1;
            let step = rules.advance(board, cell);
            let mine = self.evaluator.static_value(rules, &step.board, player);
            let theirs = if step.outcome.is_some() {
                0
            } else {
                let replies = rules.legal(&step.board);
                nodes += u64::from(replies.count());
                let value = |bit| {
                    let after = rules.play(&step.board, Cell::from_bit(bit));
                    self.evaluator.static_value(rules, &after, opponent)
                };
                replies.members().map(value).max().unwrap_or(0)
            };
            moves.push(MoveValue { cell, value: mine - theirs });
        }
        SearchReport::of_every_move(moves, nodes, stopped)
    }
}
