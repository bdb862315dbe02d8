//! `two-ply`: looks at each move and the opponent's best reply, each from its own mover's point of view.
//!
//! A move is worth `t` = my value of the position after it, minus the largest value that the opponent sees
//! in a position after a reply. A move that ends the game has no replies. Where the next stone is the mover's own, its best
//! value is added. Source: the comment of the
//! weighted-lines article whose author's bot lost none of 1000 games.

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::{Bits, Board, Cell, Rules};

use super::effort::move_by_move;
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::{Searcher, Task, Watch};

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
        let player = board.to_move();
        // In the middle of a turn the second ply is the player's own.
        let is_again = rules.moves_again(board);
        let opponent = if is_again { player } else { player.other() };
        let scale = Scale::of_estimates(self.evaluator.measure().of_differences());
        let report = move_by_move(task, watch, |cell, nodes| {
            *nodes += 1;
            let step = rules.advance(board, cell);
            let mine = self.evaluator.static_value(rules, &step.board, player);
            if step.outcome.is_some() {
                return mine;
            }
            let replies = rules.legal(&step.board);
            *nodes += u64::from(replies.count());
            if self.evaluator.wants_announcements() {
                let replies = replies.members().map(Cell::from_bit);
                super::announce(&mut *self.evaluator, rules, &step.board, replies, opponent);
            }
            let value = |bit| {
                let after = rules.play(&step.board, Cell::from_bit(bit));
                self.evaluator.static_value(rules, &after, opponent)
            };
            let best = replies.members().map(value).max().unwrap_or(0);
            if is_again { mine + best } else { mine - best }
        });
        report.on(scale)
    }
}
