//! A heuristic whose values are revised at the leaves of a search.

use connect_toe_eval::{Evaluator, Explanation, Measure};
use connect_toe_game::{Bits, Board, Rules, Side};

/// Values positions in place of a heuristic, which it may ask.
pub(super) trait Revise<B>: Send {
    /// The value for a player.
    fn value(
        &mut self,
        evaluator: &mut dyn Evaluator<B>,
        rules: &Rules<B>,
        board: &Board<B>,
        player: Side,
    ) -> i64;
}

/// A heuristic, revised.
pub(super) struct Revised<B, R> {
    pub(super) evaluator: Box<dyn Evaluator<B>>,
    pub(super) revise: R,
}

impl<B: Bits, R: Revise<B>> Evaluator<B> for Revised<B, R> {
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        self.revise.value(&mut *self.evaluator, rules, board, player)
    }

    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        self.evaluator.static_value(rules, board, player)
    }

    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        self.evaluator.explain(rules, board, player)
    }

    fn win_value(&self) -> i64 {
        self.evaluator.win_value()
    }

    fn measure(&self) -> Measure {
        self.evaluator.measure()
    }

    fn wants_announcements(&self) -> bool {
        self.evaluator.wants_announcements()
    }

    fn announce(&mut self, rules: &Rules<B>, boards: &[Board<B>], player: Side) {
        self.evaluator.announce(rules, boards, player);
    }
}
