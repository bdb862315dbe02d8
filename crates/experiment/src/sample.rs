//! Games as independent trials.

use std::iter::Sum;
use std::ops::AddAssign;

use connect_toe_stats::{
    Confidence, EloEstimate, Interval, Pentanomial, ScoreCounts, Wdl, score_interval, sign_flip_test, wilson,
};

use crate::design::Condition;
use crate::tally::ConditionTally;

/// Games from one side as independent trials: pairs where the two games of a pair start from one position, single
/// games elsewhere. Samples of several conditions add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// All games, from that side.
    pub games: Wdl,
    /// The complete pairs among them.
    pairs: Pentanomial,
    /// Whether all games come in pairs.
    paired: bool,
}

impl Sample {
    const NONE: Sample = Sample { games: Wdl::ZERO, pairs: Pentanomial::ZERO, paired: true };

    /// The player's games in a condition.
    pub fn of_player(condition: &Condition, tally: &ConditionTally) -> Sample {
        Sample { games: tally.wdl(), pairs: tally.pairs, paired: condition.protocol.is_paired() }
    }

    /// The games of a condition from the side of the player that had X, and so the first move after an even opening.
    pub fn of_first_mover(condition: &Condition, tally: &ConditionTally) -> Sample {
        let pairs = tally.first_mover_pairs;
        Sample { games: tally.first_mover(), pairs, paired: condition.protocol.is_paired() }
    }

    /// The games from the other side.
    #[must_use]
    pub fn swapped(self) -> Sample {
        Sample { games: self.games.swapped(), pairs: self.pairs.swapped(), ..self }
    }

    /// The pairs, if pairs are counted.
    pub fn pairs(&self) -> Option<Pentanomial> {
        (self.paired && self.pairs.pairs() > 0).then_some(self.pairs)
    }

    /// The trials by their score.
    pub fn counts(&self) -> ScoreCounts {
        self.pairs().map_or_else(|| self.games.into(), ScoreCounts::from)
    }

    /// Points per game, 0 … 1, of all games.
    pub fn score(&self) -> Option<f64> {
        self.games.score()
    }

    /// Where the score lies at 95 %.
    pub fn score_interval(&self) -> Interval {
        let interval = score_interval(self.counts(), Confidence::NINETY_FIVE);
        // A last pair with one game counts in the score only.
        let score = self.score().unwrap_or(0.5);
        Interval { low: interval.low.min(score), high: interval.high.max(score) }
    }

    /// Where the paper's winning percentage lies at 95 %.
    pub fn win_rate_interval(&self) -> Interval {
        wilson(self.games.wins, self.games.decided())
    }

    /// The Elo difference of the score and of the ends of its interval.
    pub fn elo(&self) -> EloEstimate {
        EloEstimate::of_score(self.score(), self.score_interval())
    }

    /// The p-value of the exact test of equal strength. A last pair with one game is left out.
    pub fn p_value(&self) -> f64 {
        sign_flip_test(self.counts())
    }
}

impl AddAssign for Sample {
    fn add_assign(&mut self, other: Sample) {
        self.games += other.games;
        self.pairs += other.pairs;
        self.paired &= other.paired;
    }
}

impl Sum for Sample {
    fn sum<I: Iterator<Item = Sample>>(items: I) -> Sample {
        items.fold(Sample::NONE, |mut sum, item| {
            sum += item;
            sum
        })
    }
}
