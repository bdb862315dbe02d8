//! Uniformly random games.

use rand::{Rng, RngExt};

use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::Cell;
use crate::outcome::Outcome;
use crate::rules::Rules;

/// Plays random games of one set of rules; keeps its working memory between games.
#[derive(Clone, Debug)]
pub struct Playouts<'a, B> {
    rules: &'a Rules<B>,
    open: Vec<Cell>,
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The result.
    pub outcome: Outcome,
    /// Moves played from the given position.
    pub plies: u32,
}

impl<'a, B: Bits> Playouts<'a, B> {
    /// Prepares to play.
    pub fn new(rules: &'a Rules<B>) -> Self {
        Playouts { rules, open: Vec::new() }
    }

    /// Plays random legal moves, each with the same probability, from a position to the end of the game.
    /// A position that is over already is a playout of no plies.
    pub fn play(&mut self, board: &Board<B>, random: &mut impl Rng) -> Playout {
        if let Some(outcome) = self.rules.outcome(board) {
            return Playout { outcome, plies: 0 };
        }
        if self.rules.placement_is_free() {
            self.play_free(*board, random)
        } else {
            self.play_by_sets(*board, random)
        }
    }

    /// With free placement the open cells are kept in a list: a random one is swapped with the last.
    fn play_free(&mut self, mut board: Board<B>, random: &mut impl Rng) -> Playout {
        self.open.clear();
        self.open.extend(self.rules.legal(&board).members().map(Cell::from_bit));
        let mut plies = 0;
        while !self.open.is_empty() {
            let cell = self.open.swap_remove(random.random_range(0..self.open.len() as u32) as usize);
            plies += 1;
            if self.rules.completes_line(&board, cell) {
                return Playout { outcome: self.rules.line_outcome(board.to_move()), plies };
            }
            board = self.rules.play(&board, cell);
        }
        Playout { outcome: Outcome::Draw, plies }
    }

    fn play_by_sets(&self, mut board: Board<B>, random: &mut impl Rng) -> Playout {
        let mut plies = 0;
        loop {
            let legal = self.rules.legal(&board);
            if legal.is_empty() {
                return Playout { outcome: Outcome::Draw, plies };
            }
            let bit = legal.nth(random.random_range(0..legal.count())).expect("the index is below the count");
            let cell = Cell::from_bit(bit);
            plies += 1;
            if self.rules.completes_line(&board, cell) {
                return Playout { outcome: self.rules.line_outcome(board.to_move()), plies };
            }
            board = self.rules.play(&board, cell);
        }
    }
}
