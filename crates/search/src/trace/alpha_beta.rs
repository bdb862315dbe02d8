//! The tree of `alpha-beta`, without its table.

use connect_toe_game::{Bits, Board, Cell, Side};

use super::{Bound, INFINITY, Tree, Window};

impl<B: Bits> Tree<'_, B> {
    /// The value of a move for the side that makes it, exact inside the window, else a bound on the same side of it.
    pub(super) fn alpha_beta_move(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        depth: u32,
        alpha: i64,
        beta: i64,
    ) -> i64 {
        let side = board.to_move();
        self.enter(cell, Some(self.window(side, alpha, beta)));
        let (value, bound) = match self.rules.outcome_of(board, cell) {
            Some(outcome) => (self.scale.of(outcome, side, plies), Bound::Exact),
            None if depth == 0 => (self.horizon(board, cell), Bound::Exact),
            None => {
                let after = self.rules.play(board, cell);
                let value = -self.best(&after, plies, depth, -beta, -alpha);
                let bound = match value {
                    value if value >= beta => Bound::AtLeast,
                    value if value <= alpha => Bound::AtMost,
                    _ => Bound::Exact,
                };
                (value, bound)
            }
        };
        self.leave(cell, value, side, bound);
        value
    }

    /// A window of a side as the side to move at the root sees it.
    fn window(&self, side: Side, alpha: i64, beta: i64) -> Window {
        let (low, high) = if side == self.searcher { (alpha, beta) } else { (-beta, -alpha) };
        let end = |value: i64| (value.abs() != INFINITY).then_some(value);
        (end(low), end(high))
    }

    /// The value of the best move for the side to move; fail-soft.
    fn best(&mut self, board: &Board<B>, plies: u32, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        let most = self.scale.best_after(plies);
        if most <= alpha {
            // Not even a win at once would matter.
            return most;
        }
        let legal = self.rules.legal(board);
        let ending = self.rules.completing(board, legal);
        if let (Some(win), true) = (ending.lowest(), self.rules.line_wins()) {
            self.alpha_beta_move(board, Cell::from_bit(win), plies + 1, 0, alpha, beta);
            self.visitor.cut();
            return most;
        }
        let others = legal.minus(ending);
        if let (1, Some(constant)) = (depth, self.evaluator.constant()) {
            let constant = self.for_root(constant, board.to_move());
            let are_alike = !self.rules.may_leave_no_move(board);
            if let Some(bit) = others.lowest().filter(|_| are_alike && constant >= beta) {
                // All other results are alike: one is enough to know.
                self.alpha_beta_move(board, Cell::from_bit(bit), plies + 1, 0, alpha, beta);
                if legal.has_several() {
                    self.visitor.cut();
                }
                return constant;
            }
            return self.best_of(board, legal, plies, alpha, beta);
        }
        // Lines that lose, in a misère game, need no search.
        let mut best = self.best_of(board, ending, plies, alpha, beta);
        alpha = alpha.max(best);
        let mut moves: Vec<Cell> = others.members().map(Cell::from_bit).collect();
        if alpha < beta && best < most {
            if depth > 1 {
                self.ordering.sort(&mut moves, None);
            }
            let last = moves.last().copied();
            for cell in moves {
                let value = self.alpha_beta_move(board, cell, plies + 1, depth - 1, alpha, beta);
                if self.is_over {
                    return 0;
                }
                if value > best {
                    best = value;
                    alpha = alpha.max(value);
                }
                if alpha >= beta || best >= most {
                    if Some(cell) != last {
                        self.visitor.cut();
                    }
                    break;
                }
            }
        } else if ending.any() && others.any() {
            self.visitor.cut();
        }
        best
    }

    /// The best of these moves, beyond which nobody looks; all of them are looked at.
    fn best_of(&mut self, board: &Board<B>, moves: B, plies: u32, alpha: i64, beta: i64) -> i64 {
        let mut best = -INFINITY;
        for bit in moves.members() {
            best = best.max(self.alpha_beta_move(board, Cell::from_bit(bit), plies + 1, 0, alpha, beta));
            if self.is_over {
                return 0;
            }
        }
        best
    }
}
