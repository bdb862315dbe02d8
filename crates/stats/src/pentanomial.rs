//! Pairs of games by the points of the pair.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use super::{GameResult, ScoreCounts};

/// Pairs of games from one opening with colours exchanged, counted by the points that one player made in them.
///
/// The two games of a pair are not independent: an opening that favours one side gives a win and a loss more
/// often than chance would. Pairs are independent of each other, so the pair is the unit to count; intervals
/// and tests from pairs are both honest and, with unbalanced openings, much sharper than those from games.
///
/// ```
/// use connect_toe_stats::{GameResult::{Draw, Loss, Win}, Pentanomial};
/// let pairs: Pentanomial = [(Win, Loss), (Win, Draw), (Win, Win)]
///     .into_iter()
///     .map(|(first, second)| Pentanomial::of_pair(first, second))
///     .sum();
/// assert_eq!(pairs.counts, [0, 0, 1, 1, 1]);
/// assert_eq!((pairs.pairs(), pairs.games(), pairs.score()), (3, 6, Some(0.75)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Pentanomial {
    /// `counts[h]`: pairs in which the player made `h` half points, that is 0, ½, 1, 1½ or 2 points.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// No pairs at all.
    pub const ZERO: Self = Self { counts: [0; 5] };

    /// One pair, from the results of its two games, both from the same player's point of view.
    pub const fn of_pair(first: GameResult, second: GameResult) -> Self {
        let mut counts = [0; 5];
        counts[first.half_points() + second.half_points()] = 1;
        Self { counts }
    }

    /// All pairs.
    pub const fn pairs(self) -> u64 {
        let [none, one, two, three, four] = self.counts;
        none + one + two + three + four
    }

    /// All games: two a pair.
    pub const fn games(self) -> u64 {
        2 * self.pairs()
    }

    /// Points per game, 0 … 1. `None` without pairs.
    pub fn score(self) -> Option<f64> {
        ScoreCounts::from(self).mean()
    }

    /// Variance of a pair's points per game (0 … ¼), with the number of pairs as the divisor. `None` without
    /// pairs; 0 if all pairs gave the same, which shows nothing of the true variance.
    pub fn variance(self) -> Option<f64> {
        ScoreCounts::from(self).variance()
    }

    /// The pairs from the opponent's point of view.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let [none, one, two, three, four] = self.counts;
        Self { counts: [four, three, two, one, none] }
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Pentanomial {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nine_kinds_of_pairs_fall_into_five_counts() {
        let pairs: Pentanomial = GameResult::ALL
            .into_iter()
            .flat_map(|first| GameResult::ALL.map(|second| Pentanomial::of_pair(first, second)))
            .sum();
        assert_eq!(pairs.counts, [1, 2, 3, 2, 1]);
        assert_eq!((pairs.pairs(), pairs.games()), (9, 18));
        assert_eq!(pairs.score(), Some(0.5));
    }

    #[test]
    fn moments_are_those_of_the_definition() {
        let pairs = Pentanomial { counts: [1, 0, 2, 0, 5] };
        assert_eq!(pairs.score(), Some(0.75));
        // (1 · 0.75² + 2 · 0.25² + 5 · 0.25²) / 8
        assert_eq!(pairs.variance(), Some(0.125));
        assert_eq!(pairs.swapped().score(), Some(0.25));
        assert_eq!(pairs.swapped().variance(), Some(0.125));
        assert_eq!(pairs.swapped().swapped(), pairs);
    }

    #[test]
    fn without_pairs_there_are_no_moments() {
        assert_eq!(Pentanomial::ZERO.score(), None);
        assert_eq!(Pentanomial::ZERO.variance(), None);
        assert_eq!(Pentanomial { counts: [0, 0, 3, 0, 0] }.variance(), Some(0.0));
    }
}
