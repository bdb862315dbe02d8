use std::iter::Sum;
use std::ops::AddAssign;

use connect_toe_arena::stats::{
    Confidence, EloEstimate, Interval, Pentanomial, ScoreCounts, Wdl, elo_difference, score_interval,
    sign_flip_test, wilson,
};
use connect_toe_experiment::{Cell, CellTally};

/// Games of one player as trials: pairs where the pairs are what is independent, single games elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// All games, from the player's point of view.
    pub(crate) games: Wdl,
    /// The complete pairs among them.
    pairs: Pentanomial,
    /// Whether all games come in pairs with the sides exchanged.
    paired: bool,
}

impl Sample {
    const NONE: Sample = Sample { games: Wdl::ZERO, pairs: Pentanomial::ZERO, paired: true };

    pub(crate) fn of_cell(cell: &Cell, tally: &CellTally) -> Sample {
        Sample { games: tally.wdl(), pairs: tally.pairs, paired: cell.is_paired() }
    }

    /// The same games from the opponent's point of view.
    pub(crate) fn swapped(self) -> Sample {
        Sample { games: self.games.swapped(), pairs: self.pairs.swapped(), ..self }
    }

    /// The pairs, if pairs are what is counted.
    pub(crate) fn pairs(&self) -> Option<Pentanomial> {
        (self.paired && self.pairs.pairs() > 0).then_some(self.pairs)
    }

    pub(crate) fn counts(&self) -> ScoreCounts {
        self.pairs().map_or_else(|| self.games.into(), ScoreCounts::from)
    }

    /// Points per game, 0 … 1, of all games.
    pub(crate) fn score(&self) -> Option<f64> {
        self.games.score()
    }

    /// Where the score lies at 95 %.
    pub(crate) fn score_interval(&self) -> Interval {
        let interval = score_interval(self.counts(), Confidence::NINETY_FIVE);
        // A last pair with one game counts in the score only.
        let score = self.score().unwrap_or(0.5);
        Interval { low: interval.low.min(score), high: interval.high.max(score) }
    }

    /// Where the paper's winning percentage lies at 95 %.
    pub(crate) fn win_rate_interval(&self) -> Interval {
        wilson(self.games.wins, self.games.decided())
    }

    pub(crate) fn elo(&self) -> EloEstimate {
        elo_difference(self.counts(), Confidence::NINETY_FIVE)
    }

    /// Of the exact test of equal strength.
    pub(crate) fn p_value(&self) -> f64 {
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
