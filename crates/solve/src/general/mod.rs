//! The prover for every game of the class: alpha-beta with null windows and a table of positions.
//!
//! It asks [`Rules`] alone what may be played and how games end, so every rule variation is served, and every new one
//! will be. A faster method for one family of games belongs in its own prover.

mod keys;
mod prospects;
mod search;
mod table;
mod turns;

use std::sync::Arc;

use connect_toe_game::{Bits, Board, Cell, Rules};

use crate::control::{Control, Interrupted};
use crate::parity::LastMove;
use crate::prover::{Memory, Prover, most_promising_first};
use crate::score::{Bounds, Score};

use keys::Keys;
use prospects::Prospects;
use search::Search;
use table::IntervalTable;

#[expect(clippy::unnecessary_wraps, reason = "the other rows of the table do not take every game")]
pub(crate) fn prover<B: Bits>(rules: &Rules<B>, memory: Memory) -> Option<Box<dyn Prover<B>>> {
    let cells = rules.geometry().cells().len() as u32;
    let positions = 3_u64.saturating_pow(cells);
    let game = Arc::new(Knowledge {
        keys: Keys::new(rules),
        prospects: Prospects::new(rules),
        table: IntervalTable::new(memory.0, positions),
        last_move: LastMove::of(rules),
        rules: rules.clone(),
    });
    Some(Box::new(GeneralProver { search: Search::new(Arc::clone(&game), 0), game }))
}

/// What all threads share.
#[derive(Debug)]
struct Knowledge<B> {
    rules: Rules<B>,
    keys: Keys,
    prospects: Prospects<B>,
    table: IntervalTable,
    last_move: LastMove,
}

#[derive(Debug)]
struct GeneralProver<B: Bits> {
    game: Arc<Knowledge<B>>,
    search: Search<B>,
}

impl<B: Bits> Knowledge<B> {
    /// The score of the side to move if a move of its ends the game at once, or if every move does.
    fn last_ply(&self, board: &Board<B>) -> Option<Score> {
        let rules = &self.rules;
        let legal = rules.legal(board);
        let completing = rules.completing(board, legal);
        let at_once = rules.empty(board).count() as i32;
        if rules.line_wins() {
            completing.any().then_some(Score(at_once))
        } else {
            legal.minus(completing).is_empty().then_some(Score(-at_once))
        }
    }

    /// The score of a move that leaves no other and completes no line.
    fn without_moves(&self, board: &Board<B>) -> i32 {
        let at_once = self.rules.empty(board).count() as i32;
        self.rules.outcome_without_moves().value_for(board.to_move()) as i32 * at_once
    }

    /// As [`last_ply`](Knowledge::last_ply) for the position after one of the moves, in which `now` is legal. May miss
    /// something where that would take long.
    fn reply_ends(&self, child: &Board<B>, now: B, choice: &Choice<B>) -> Option<Score> {
        let rules = &self.rules;
        let at_once = rules.empty(child).count() as i32;
        match self.last_move {
            LastMove::Winners => {
                // The stone takes no line from the other side, it can only lie on the cell or in the way to it. New
                // are the cells that it made legal.
                let fresh = now.minus(choice.legal);
                ((now & choice.threats).any() || fresh.any() && rules.completing(child, fresh).any())
                    .then_some(Score(at_once))
            }
            LastMove::Losers if now.count() <= MOST_LAST_MOVES => {
                now.minus(rules.completing(child, now)).is_empty().then_some(Score(-at_once))
            }
            LastMove::Losers => None,
            LastMove::Anyones => self.last_ply(child),
        }
    }
}

/// What the side to move can choose from.
#[derive(Debug)]
struct Choice<B> {
    /// The moves that must be looked at.
    moves: B,
    /// The cells that can be taken.
    legal: B,
    /// Those of them where the opponent would complete a line, unless each of the moves parries that.
    threats: B,
}

/// With more moves than this it is hardly ever true that all of them lose at once.
const MOST_LAST_MOVES: u32 = 16;

impl<B: Bits> Prover<B> for GeneralProver<B> {
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        let glance = self.glance(board);
        if glance.decide(target).is_some() {
            return Ok(glance);
        }
        let score = Score(self.search.prove(board, target.0, nodes, control)?);
        Ok(glance.and(glance.with_found(target, score)))
    }

    fn fork(&self, thread: usize) -> Box<dyn Prover<B>> {
        let search = self.search.fork(thread);
        Box::new(GeneralProver { game: Arc::clone(&self.game), search })
    }

    fn nodes(&mut self) -> u64 {
        self.search.take_nodes()
    }

    fn forget(&mut self) {
        self.search.forget();
    }

    fn glance(&mut self, board: &Board<B>) -> Bounds {
        match self.game.last_ply(board) {
            Some(score) => Bounds::exactly(score),
            None => self.game.prospects.bounds(&self.game.rules, board),
        }
    }

    fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
        let rules = &self.game.rules;
        let completing = rules.completing(board, rules.legal(board));
        let wins = rules.line_wins();
        let promise = |cell: Cell| {
            let ends = completing.contains(cell.bit());
            // A move that completes a line comes first or last.
            let group = if ends == wins { 2 } else { 1 - i64::from(ends) };
            (group, i64::from(self.game.prospects.weight(&self.game.rules, board, cell)))
        };
        let moves = rules.legal_moves(board);
        most_promising_first(moves.into_iter().map(|cell| (promise(cell), cell)).collect())
    }
}
