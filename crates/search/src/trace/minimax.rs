//! The tree of `minimax`.

use connect_toe_game::{Bits, Board, Cell};

use super::{Bound, Tree};

impl<B: Bits> Tree<'_, B> {
    /// The value of a move for the side that makes it: `plies` from the root, `depth` to look beyond.
    pub(super) fn minimax_move(&mut self, board: &Board<B>, cell: Cell, plies: u32, depth: u32) -> i64 {
        let side = board.to_move();
        self.enter(cell, None);
        let value = match self.rules.outcome_of(board, cell) {
            Some(outcome) => self.scale.of(outcome, side, plies),
            None if depth == 0 => self.horizon(board, cell),
            None => {
                let after = self.rules.play(board, cell);
                let mut best = i64::MIN + 1;
                for reply in self.rules.legal_moves(&after) {
                    best = best.max(self.minimax_move(&after, reply, plies + 1, depth - 1));
                    if self.is_over {
                        return 0;
                    }
                }
                -best
            }
        };
        self.leave(cell, value, side, Bound::Exact);
        value
    }
}
