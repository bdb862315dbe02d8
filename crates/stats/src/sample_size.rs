//! How many games a difference takes.

use super::{Confidence, Interval};

/// How many games a two-sided test of "the expected score is ½" needs.
///
/// ```
/// use connect_toe_stats::{SampleSize, score_of_elo};
/// let usual = SampleSize::new(0.05, 0.80).expect("rates");
/// assert_eq!(usual.games(score_of_elo(20.0), 0.0), Some(2372));
/// // Draws make scores steadier.
/// assert_eq!(usual.games(score_of_elo(20.0), 0.5), Some(1185));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleSize {
    of_error: f64,
    of_power: f64,
}

impl SampleSize {
    /// A test that errs with the chance `alpha` if the expected score is ½, and sees the difference asked for
    /// with the chance `power`. `None` unless `alpha` lies in 0 … 1 and `power` in ½ … 1, ends excluded.
    pub fn new(alpha: f64, power: f64) -> Option<Self> {
        // The one-sided quantile of the power is a two-sided one of 2 · power − 1.
        let of_error = Confidence::new(1.0 - alpha)?.normal_quantile();
        let of_power = Confidence::new(2.0 * power - 1.0)?.normal_quantile();
        Some(Self { of_error, of_power })
    }

    /// Games needed to tell an expected `score` from ½ when `draw_rate` of all games are drawn. `None` if the
    /// score is ½, which nothing can tell from ½, or if this share of draws does not leave room for it.
    ///
    /// By the normal approximation n = ((a σ₀ + b σ₁) / (score − ½))², a and b the normal quantiles of the error
    /// and the power, σ₀ and σ₁ the deviations of a game's score at ½ and at `score`; good to a few percent above some
    /// 30 games.
    ///
    /// Source: J. Fleiss, "Statistical Methods for Rates and Proportions" (1981), section 1.6, with draws.
    pub fn games(&self, score: f64, draw_rate: f64) -> Option<u64> {
        let difference = (score - 0.5).abs();
        // `most_draws` is rounded, and possible.
        let possible =
            (0.0..1.0).contains(&draw_rate) && difference <= (1.0 - draw_rate) / 2.0 + f64::EPSILON;
        (possible && difference > 0.0).then(|| whole(self.trials(difference, draw_rate)))
    }

    /// The largest share of draws that an expected `score` leaves room for: with more, even a player who wins all of
    /// the other games scores less. Below 0 for a number that is not a score.
    pub fn most_draws(score: f64) -> f64 {
        1.0 - 2.0 * (score - 0.5).abs()
    }

    /// Pairs of games needed to tell an expected `score` from ½ when a pair's points per game have this `variance`
    /// ([`Pentanomial::variance`](super::Pentanomial::variance) of earlier pairs). Where that is not
    /// [possible](Self::pair_variances) at `score`, the nearest possible one is taken, so that a larger difference
    /// never takes more pairs. `None` if the score is ½ or not a score, or if the variance is not one (0 … ¼).
    ///
    /// Method and source as for [`games`](Self::games), the two deviations being those of a pair.
    pub fn pairs(&self, score: f64, variance: f64) -> Option<u64> {
        let difference = (score - 0.5).abs();
        let possible = (0.0..=0.25).contains(&variance) && difference < 0.5;
        (possible && difference > 0.0).then(|| whole(self.trials_of_pairs(difference, variance)))
    }

    /// The variances of a pair's points per game that [`pairs`](Self::pairs) takes as possible at an expected `score`:
    /// at most that of sure wins and losses, score · (1 − score), and at least that of the two kinds of pairs next to
    /// the score, of ½ and of ¾ point a game, but beyond the middle between these the largest such one.
    pub fn pair_variances(score: f64) -> Interval {
        possible_variances((score - 0.5).abs())
    }

    fn trials_of_pairs(&self, difference: f64, variance: f64) -> f64 {
        let possible = possible_variances(difference);
        let at_half = variance.max(possible.low);
        let at_score = at_half.min(possible.high);
        ((self.of_error * at_half.sqrt() + self.of_power * at_score.sqrt()) / difference).powi(2)
    }

    fn trials(&self, difference: f64, draw_rate: f64) -> f64 {
        let variance = (1.0 - draw_rate) / 4.0;
        let deviations = self.of_error * variance.sqrt()
            + self.of_power * (variance - difference * difference).max(0.0).sqrt();
        (deviations / difference).powi(2)
    }
}

/// See [`SampleSize::pair_variances`].
fn possible_variances(difference: f64) -> Interval {
    let high = (0.25 - difference * difference).max(0.0);
    let near = difference.min(0.125);
    Interval { low: (near * (0.25 - near)).min(high), high }
}

/// Rounded up, at least 1; the largest number for what is too many to count.
fn whole(trials: f64) -> u64 {
    trials.ceil().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ln_binomial_probability, score_of_elo};

    fn usual() -> SampleSize {
        SampleSize::new(0.05, 0.80).expect("rates")
    }

    /// The chance that |wins − losses| ≥ z √(wins + losses), by counting all outcomes.
    fn exact_power(games: u64, score: f64, draw_rate: f64) -> f64 {
        let win_share = (score - draw_rate / 2.0) / (1.0 - draw_rate);
        let limit = Confidence::NINETY_FIVE.normal_quantile();
        let mut power = 0.0;
        for draws in 0..=games {
            let of_draws = ln_binomial_probability(draws, games, draw_rate).exp();
            if of_draws < 1e-12 {
                continue;
            }
            let decided = games - draws;
            let seen: f64 = (0..=decided)
                .filter(|&wins| (2.0 * wins as f64 - decided as f64).abs() >= limit * (decided as f64).sqrt())
                .map(|wins| ln_binomial_probability(wins, decided, win_share).exp())
                .sum();
            power += of_draws * seen;
        }
        power
    }

    #[test]
    fn power_is_what_was_asked_for() {
        for (score, draw_rate) in [(0.55, 0.0), (0.6, 0.0), (0.6, 0.5), (0.57, 0.3), (0.45, 0.2), (0.53, 0.8)]
        {
            for (power, design) in [(0.8, usual()), (0.95, SampleSize::new(0.05, 0.95).expect("rates"))] {
                let games = design.games(score, draw_rate).expect("possible");
                let found = exact_power(games, score, draw_rate);
                assert!((found - power).abs() < 0.02, "{score} {draw_rate}: {games} games, {found}");
            }
        }
    }

    /// 55 % against 50 % at 5 % and 80 %: 783 (Fleiss's formula without continuity correction).
    #[test]
    fn textbook_example() {
        assert_eq!(usual().games(0.55, 0.0), Some(783));
        assert_eq!(usual().games(0.45, 0.0), Some(783));
    }

    #[test]
    fn pairs_of_independent_games_are_worth_two() {
        // A pair's points per game have half the variance of a game's.
        let games = usual().games(0.51, 0.4).expect("possible");
        let pairs = usual().pairs(0.51, 0.6 / 8.0).expect("possible");
        assert!((2 * pairs).abs_diff(games) <= 10, "{pairs} {games}");
    }

    /// Sure wins and losses of whole pairs are games without draws.
    #[test]
    fn pairs_that_vary_most_are_undrawn_games() {
        for score in [0.51, 0.6, 0.36, 0.9, 0.99] {
            assert_eq!(usual().pairs(score, 0.25), usual().games(score, 0.0), "{score}");
        }
    }

    #[test]
    fn a_larger_difference_takes_no_more_pairs() {
        for variance in [0.0, 1e-4, 0.01, 0.04, 0.125, 0.23, 0.25] {
            let mut before = u64::MAX;
            for elo in 1..=1000 {
                let pairs = usual().pairs(score_of_elo(f64::from(elo)), variance).expect("possible");
                assert!(pairs <= before, "{variance} {elo}: {pairs} after {before}");
                before = pairs;
            }
        }
    }

    /// Two kinds of pairs with mean 0.55: ½ for four fifths, ¾ for one fifth.
    #[test]
    fn bounds_of_what_is_possible() {
        let possible = SampleSize::pair_variances(0.55);
        assert!((possible.low - 0.2 * 0.8 / 16.0).abs() < 1e-15);
        assert!((possible.high - 0.55 * 0.45).abs() < 1e-15);
        for elo in [20.0, 100.0, -500.0] {
            let score = score_of_elo(elo);
            let most = SampleSize::most_draws(score);
            assert!(
                usual().games(score, most - 1e-9).is_some() && usual().games(score, most + 1e-9).is_none()
            );
            assert!(usual().games(score, most) < usual().games(score, 0.0));
        }
    }

    #[test]
    fn the_impossible_has_no_size() {
        assert_eq!((usual().games(0.5, 0.2), usual().games(0.95, 0.2)), (None, None));
        assert_eq!((usual().games(0.6, 1.0), usual().games(f64::NAN, 0.0)), (None, None));
        assert_eq!((usual().pairs(0.6, -0.1), usual().pairs(0.6, 0.26)), (None, None));
        assert_eq!((usual().pairs(1.0, 0.1), usual().pairs(0.5, 0.1)), (None, None));
        assert_eq!((SampleSize::new(0.0, 0.8), SampleSize::new(0.05, 1.0)), (None, None));
        assert_eq!((SampleSize::new(0.05, 0.3), SampleSize::new(f64::NAN, 0.8)), (None, None));
        assert_eq!(usual().games(0.5 + f64::EPSILON, 0.0), Some(u64::MAX));
        assert!(usual().games(score_of_elo(0.1), 0.0).is_some_and(|games| games > 90_000_000));
    }
}
