//! The parity of scores: which scores a game can have at all.

use connect_toe_game::{Bits, Outcome, Rules};

use crate::score::{Bounds, Score};

/// Whose move ends a won game. With a line that wins it is the winner's: a win takes an odd number of plies and a loss
/// an even one. In a misère game it is the loser's. Where a turn has several stones, or only one side's lines count, it may be
/// anyone's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastMove {
    /// A line wins.
    Winners,
    /// A line loses.
    Losers,
    /// It may be either's: a side may move twice, or win without a line.
    Anyones,
}

impl LastMove {
    pub(crate) fn of<B: Bits>(rules: &Rules<B>) -> LastMove {
        match rules.line_wins() {
            _ if !rules.sides_alternate() || rules.outcome_without_moves() != Outcome::Draw => {
                LastMove::Anyones
            }
            true => LastMove::Winners,
            false => LastMove::Losers,
        }
    }

    /// Whether a game that goes on with `empty` empty cells can have this score.
    #[inline]
    fn allows(self, score: i32, empty: u32) -> bool {
        // plies = empty + 1 - |score|
        let odd_plies = (empty + 1 + score.unsigned_abs()) % 2 == 1;
        match (score.signum(), self) {
            (0, _) | (_, LastMove::Anyones) => true,
            (1, LastMove::Winners) | (-1, LastMove::Losers) => odd_plies,
            _ => !odd_plies,
        }
    }

    /// The least score from this one on that a game can have.
    #[inline]
    pub(crate) fn round_up(self, score: Score, empty: u32) -> Score {
        if self.allows(score.0, empty) { score } else { Score(score.0 + 1) }
    }

    /// The bounds without the scores at their ends that the game cannot have.
    #[inline]
    pub(crate) fn sharpen(self, bounds: Bounds, empty: u32) -> Bounds {
        let upper = bounds.upper.0;
        Bounds {
            lower: self.round_up(bounds.lower, empty),
            upper: if self.allows(upper, empty) { bounds.upper } else { Score(upper - 1) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Value;

    #[test]
    fn only_scores_of_the_right_parity_remain() {
        for empty in 1..12 {
            for (last, win, loss) in [(LastMove::Winners, 1, 0), (LastMove::Losers, 0, 1)] {
                for score in -(empty as i32)..=empty as i32 {
                    let fits = match Score(score).value(empty) {
                        Value::Win(plies) => plies % 2 == win,
                        Value::Loss(plies) => plies % 2 == loss,
                        Value::Draw => true,
                    };
                    assert_eq!(last.allows(score, empty), fits, "{score} with {empty} empty cells");
                    let up = last.round_up(Score(score), empty);
                    assert!(up.0 - score == i32::from(!fits) && last.allows(up.0, empty));
                }
            }
        }
    }
}
