use super::Confidence;
use super::constrained::bisect;

/// How many games a two-sided test of "the expected score is ½" needs, and what it can see.
///
/// ```
/// use connect_toe_arena::stats::{SampleSize, score_of_elo};
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
    #[must_use]
    pub fn new(alpha: f64, power: f64) -> Option<Self> {
        // The one-sided quantile of the power is a two-sided one of 2 · power − 1.
        let of_error = Confidence::new(1.0 - alpha)?.normal_quantile();
        let of_power = Confidence::new(2.0 * power - 1.0)?.normal_quantile();
        Some(Self { of_error, of_power })
    }

    /// Games needed to tell an expected `score` from ½ when `draw_rate` of all games are drawn. `None` if the
    /// score is ½, which nothing can tell from ½, or cannot be with so many draws.
    ///
    /// By the normal approximation n = ((a σ₀ + b σ₁) / (score − ½))², a and b the normal quantiles of the error
    /// and the power, σ₀ and σ₁ the deviations of a game's score at ½ and at `score`; good to a few percent above some 30 games.
    ///
    /// Source: J. Fleiss, "Statistical Methods for Rates and Proportions" (1981), section 1.6, with draws.
    #[must_use]
    pub fn games(&self, score: f64, draw_rate: f64) -> Option<u64> {
        let difference = (score - 0.5).abs();
        let possible = (0.0..1.0).contains(&draw_rate) && difference <= (1.0 - draw_rate) / 2.0;
        (possible && difference > 0.0).then(|| whole(self.trials(difference, draw_rate)))
    }

    /// Pairs of games needed to tell an expected `score` from ½ when a pair's points per game have this
    /// `variance` ([`Pentanomial::variance`](super::Pentanomial::variance) of earlier pairs). `None` if the
    /// score is ½ or no score, or the variance is not positive or above that of a certain win or loss,
    /// score · (1 − score).
    #[must_use]
    pub fn pairs(&self, score: f64, variance: f64) -> Option<u64> {
        let difference = (score - 0.5).abs();
        let possible = variance > 0.0 && variance <= score * (1.0 - score);
        (possible && difference > 0.0)
            .then(|| whole(variance * ((self.of_error + self.of_power) / difference).powi(2)))
    }

    /// The smallest expected score above ½ that this many games can tell from ½, with this share of draws.
    /// `None` if that is none: too few games, or no draw rate below 1.
    #[must_use]
    pub fn smallest_score(&self, games: u64, draw_rate: f64) -> Option<f64> {
        let largest = (1.0 - draw_rate) / 2.0;
        let enough = |difference: f64| self.trials(difference, draw_rate) <= games as f64;
        if !(0.0..1.0).contains(&draw_rate) || !enough(largest) {
            return None;
        }
        Some(0.5 + bisect(0.0, largest, |difference| !enough(difference)))
    }

    /// The smallest expected score above ½ that this many pairs can tell from ½ when a pair's points per game
    /// have this `variance`. `None` if that is none.
    #[must_use]
    pub fn smallest_score_of_pairs(&self, pairs: u64, variance: f64) -> Option<f64> {
        let difference = (self.of_error + self.of_power) * (variance / pairs as f64).sqrt();
        (variance > 0.0 && difference <= 0.5).then_some(0.5 + difference)
    }

    fn trials(&self, difference: f64, draw_rate: f64) -> f64 {
        let variance = (1.0 - draw_rate) / 4.0;
        let deviations = self.of_error * variance.sqrt()
            + self.of_power * (variance - difference * difference).max(0.0).sqrt();
        (deviations / difference).powi(2)
    }
}

/// Rounded up, at least 1; the largest number for what is too many to count.
fn whole(trials: f64) -> u64 {
    trials.ceil().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{ln_binomial_probability, score_of_elo};

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
    fn the_smallest_score_needs_just_the_games_given() {
        for (games, draw_rate) in [(20, 0.0), (400, 0.3), (100_000, 0.9)] {
            let score = usual().smallest_score(games, draw_rate).expect("possible");
            let needed = usual().games(score, draw_rate).expect("possible");
            assert!(needed.abs_diff(games) <= 1, "{games}: {score} {needed}");
        }
        let score = usual().smallest_score_of_pairs(500, 0.04).expect("possible");
        assert!(usual().pairs(score, 0.04).expect("possible").abs_diff(500) <= 1);
    }

    #[test]
    fn pairs_of_independent_games_are_worth_two() {
        // A pair's points per game have half the variance of a game's.
        let games = usual().games(0.51, 0.4).expect("possible");
        let pairs = usual().pairs(0.51, 0.6 / 8.0).expect("possible");
        assert!((2 * pairs).abs_diff(games) <= 10, "{pairs} {games}");
    }

    #[test]
    fn the_impossible_has_no_size() {
        assert_eq!((usual().games(0.5, 0.2), usual().games(0.95, 0.2)), (None, None));
        assert_eq!((usual().games(0.6, 1.0), usual().games(f64::NAN, 0.0)), (None, None));
        assert_eq!(
            (usual().pairs(0.6, 0.0), usual().pairs(0.6, 0.25), usual().pairs(0.5, 0.1)),
            (None, None, None)
        );
        assert_eq!((usual().smallest_score(1, 0.0), usual().smallest_score(0, 0.0)), (None, None));
        assert_eq!(usual().smallest_score_of_pairs(0, 0.1), None);
        assert_eq!((SampleSize::new(0.0, 0.8), SampleSize::new(0.05, 1.0)), (None, None));
        assert_eq!((SampleSize::new(0.05, 0.3), SampleSize::new(f64::NAN, 0.8)), (None, None));
        assert_eq!(usual().games(0.5 + f64::EPSILON, 0.0), Some(u64::MAX));
        assert!(usual().games(score_of_elo(0.1), 0.0).is_some_and(|games| games > 90_000_000));
    }
}
