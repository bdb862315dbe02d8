//! Games as independent trials.

use std::iter::Sum;
use std::ops::AddAssign;

use connect_toe_game::Side;
use connect_toe_stats::{
    Confidence, EloEstimate, Interval, Pentanomial, ScoreCounts, Wdl, score_interval, sign_flip_test, wilson,
};

use crate::design::Condition;
use crate::results::Results;
use crate::tally::ConditionTally;

/// Games from one side as independent trials: pairs where the two games of a pair start from one position, single
/// games elsewhere. Samples of several conditions add up.
///
/// Scores are those of all games that count; intervals and tests count each trial that can only come again once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// All games, from that side.
    pub games: Wdl,
    /// The games and complete pairs that count: without forfeited ones, unless these count.
    counted: (Wdl, Pentanomial),
    /// The games and pairs that are independent.
    independent: (Wdl, Pentanomial),
    /// Whether all games come in pairs.
    paired: bool,
}

impl Sample {
    const NONE: Sample = Sample {
        games: Wdl::ZERO,
        counted: (Wdl::ZERO, Pentanomial::ZERO),
        independent: (Wdl::ZERO, Pentanomial::ZERO),
        paired: true,
    };

    /// The player's games in a condition.
    pub fn of_player(condition: &Condition, tally: &ConditionTally) -> Sample {
        Sample::of(condition, tally, |results| (results.wdl(), results.pairs))
    }

    /// The games of a condition from the side of the player that had X, and so the first move after an even opening.
    pub fn of_first_mover(condition: &Condition, tally: &ConditionTally) -> Sample {
        Sample::of(condition, tally, |results| (results.first_mover(), results.first_mover_pairs))
    }

    /// The player's games in a condition in which it had this side; where a player meets itself, all games from this
    /// side. The trials are single games: with the same side, a player has one game of a pair.
    pub fn of_side(condition: &Condition, tally: &ConditionTally, side: Side) -> Sample {
        let games = |results: Results| {
            let wdl = match (condition.is_of_equals(), side) {
                (true, Side::X) => results.first_mover(),
                (true, Side::O) => results.first_mover().swapped(),
                (false, Side::X) => results.as_first,
                (false, Side::O) => results.as_second,
            };
            (wdl, Pentanomial::ZERO)
        };
        Sample { paired: false, ..Sample::of(condition, tally, games) }
    }

    fn of(
        condition: &Condition,
        tally: &ConditionTally,
        side: impl Fn(Results) -> (Wdl, Pentanomial),
    ) -> Sample {
        let (games, _) = side(tally.played());
        let (counted, independent) = (side(tally.counted()), side(tally.independent()));
        Sample { games, counted, independent, paired: condition.protocol.is_paired() }
    }

    /// The games from the other side.
    #[must_use]
    pub fn swapped(self) -> Sample {
        let swapped = |(games, pairs): (Wdl, Pentanomial)| (games.swapped(), pairs.swapped());
        Sample {
            games: self.games.swapped(),
            counted: swapped(self.counted),
            independent: swapped(self.independent),
            paired: self.paired,
        }
    }

    /// The pairs, repeated ones too, if pairs are counted.
    pub fn pairs(&self) -> Option<Pentanomial> {
        let (_, pairs) = self.counted;
        (self.paired && pairs.pairs() > 0).then_some(pairs)
    }

    /// The independent trials by their score.
    pub fn counts(&self) -> ScoreCounts {
        let (games, pairs) = self.independent;
        if self.paired && pairs.pairs() > 0 { pairs.into() } else { games.into() }
    }

    /// The independent trials of a sequential test: pairs only, where games come in pairs, since a single game cannot be
    /// counted beside them.
    pub fn counts_for_test(&self) -> ScoreCounts {
        let (games, pairs) = self.independent;
        if self.paired { pairs.into() } else { games.into() }
    }

    /// Points per game, 0 … 1, of all games that count.
    pub fn score(&self) -> Option<f64> {
        self.counted.0.score()
    }

    /// The share of wins among the decided games that count.
    pub fn win_rate(&self) -> Option<f64> {
        self.counted.0.win_rate()
    }

    /// Where the score lies at 95 %.
    pub fn score_interval(&self) -> Interval {
        // A last pair with one game counts in the score only.
        around(self.score(), score_interval(self.counts(), Confidence::NINETY_FIVE))
    }

    /// Where the paper's winning percentage lies at 95 %.
    pub fn win_rate_interval(&self) -> Interval {
        let (games, _) = self.independent;
        around(self.win_rate(), wilson(games.wins, games.decided()))
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

/// The interval, lengthened to hold the value that it is about: the value is that of all games, the interval that of the
/// independent ones.
fn around(value: Option<f64>, interval: Interval) -> Interval {
    let value = value.unwrap_or(0.5);
    Interval { low: interval.low.min(value), high: interval.high.max(value) }
}

impl AddAssign for Sample {
    fn add_assign(&mut self, other: Sample) {
        self.games += other.games;
        for (sum, more) in [(&mut self.counted, other.counted), (&mut self.independent, other.independent)] {
            sum.0 += more.0;
            sum.1 += more.1;
        }
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
