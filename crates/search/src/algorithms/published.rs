//! `published`: the search that best fits the tables of the 2004 paper.
//!
//! No correct minimax can have produced them: a search of seven or more plies cannot lose Tic-Tac-Toe,
//! and the paper's player does. What fits is a defective back-up. At depth 1 it is minimax. At depth 2
//! and more a move is worth
//!
//! - 0 if it wins at once or fills the board;
//! - else -1 if the opponent then has a winning reply;
//! - else, at depth 2, the smaller of 0 and the heuristic's value (0 if every reply ends the game); at
//!   depth 3, 0, but -1 to the optimist if some reply and some move after it leave the game undecided; at
//!   depth 4 and more, 0.
//!
//! The paper's program most likely began its maximum at 0 instead of minus infinity, did not test for the
//! end of the game at the opponent's nodes, and lost a sign.

use connect_toe_eval::outlook::Outlook;
use connect_toe_eval::{Evaluator, Measure, SettingError, Settings};
use connect_toe_game::{Bits, Board, Cell, Outcome, Rules};

use super::effort::move_by_move;
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::{Searcher, Task, Watch};

struct Published {
    depth: u32,
    /// The heuristic's value of every undecided position.
    undecided: i64,
    measure: Measure,
}

const OUTLOOKS: &str = "optimistic, pessimistic or undecided for this search";

pub(super) fn build<B: Bits>(
    _: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let evaluator = super::needed(evaluator);
    let outlook = evaluator.constant().filter(|_| evaluator.win_value() == 1);
    let undecided = outlook.ok_or_else(|| settings.refuse("eval", OUTLOOKS))?;
    let (depth, measure) = (super::depth(settings)?, evaluator.measure());
    Ok(Box::new(Published { depth, undecided, measure }))
}

pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    settings.get::<Outlook>("eval", OUTLOOKS)?;
    super::depth(settings).map(drop)
}

impl<B: Bits> Searcher<B> for Published {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let report = move_by_move(task, watch, |cell, nodes| self.value(rules, board, cell, nodes));
        report.on(Scale::of_estimates(self.measure))
    }
}

impl Published {
    fn value<B: Bits>(&self, rules: &Rules<B>, board: &Board<B>, cell: Cell, nodes: &mut u64) -> i64 {
        *nodes += 1;
        let step = rules.advance(board, cell);
        let mover_wins = step.outcome == Some(Outcome::Win(board.to_move()));
        match step.outcome {
            Some(_) if mover_wins && self.depth == 1 => return 1,
            Some(Outcome::Win(_)) if !mover_wins => return -1,
            Some(_) => return 0,
            None if self.depth == 1 => return self.undecided,
            None => {}
        }
        let replies = rules.legal(&step.board);
        *nodes += u64::from(replies.count());
        let replies = || replies.members().map(|bit| rules.advance(&step.board, Cell::from_bit(bit)));
        let opponent_wins = Outcome::Win(board.to_move().other());
        if replies().any(|reply| reply.outcome == Some(opponent_wins)) {
            return -1;
        }
        match self.depth {
            2 if replies().any(|reply| reply.outcome.is_none()) => self.undecided.min(0),
            3 if self.undecided > 0 => {
                let mut own_moves = replies().filter(|reply| reply.outcome.is_none()).flat_map(|reply| {
                    let cells = rules.legal(&reply.board).members();
                    cells.map(move |bit| rules.advance(&reply.board, Cell::from_bit(bit)))
                });
                if own_moves.any(|after| after.outcome.is_none()) { -1 } else { 0 }
            }
            _ => 0,
        }
    }
}
