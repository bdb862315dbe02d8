//! Scores as differences in Elo points.

use std::fmt;

use super::{Confidence, Interval, ScoreCounts, numbers, score_interval};

/// Elo points of one unit of natural log odds: 400 / ln 10.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The Elo difference that gives an expected score, `400 · log₁₀(s / (1 − s))`. `None` unless the score lies
/// strictly between 0 and 1: no finite difference gives the others.
///
/// Source: the logistic curve of A. Elo, "The Rating of Chessplayers, Past and Present" (1978), section 8.4.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_PER_LOGIT * (score.ln() - (-score).ln_1p()))
}

/// The expected score per game of a player who is `elo` points stronger: the inverse of [`elo_of_score`].
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// How many Elo points the first player is stronger, as far as the games tell. Every number in it is finite.
///
/// ```
/// use connect_toe_stats::{Confidence, Wdl, elo_difference};
/// let elo = |wins, draws, losses| elo_difference(Wdl { wins, draws, losses }, Confidence::NINETY_FIVE);
/// assert_eq!(elo(136, 111, 96).to_string(), "+41 (+10 … +71)");
/// assert_eq!(elo(20, 0, 0).to_string(), "≥ +287");
/// assert_eq!(elo(0, 0, 0).to_string(), "–");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloEstimate {
    /// The difference that makes the observed score the expected one. `None` without games, and at a score of
    /// 0 or 1, where it would be infinite.
    pub value: Option<f64>,
    /// The lower end of the interval; `None` if the games set no lower bound.
    pub low: Option<f64>,
    /// The upper end of the interval; `None` if the games set no upper bound.
    pub high: Option<f64>,
}

impl EloEstimate {
    /// The differences that a score and the ends of its interval stand for.
    pub fn of_score(score: Option<f64>, interval: Interval) -> Self {
        Self {
            value: score.and_then(elo_of_score),
            low: elo_of_score(interval.low),
            high: elo_of_score(interval.high),
        }
    }
}

/// The Elo difference from single games or from pairs, with its interval: the ends of [`score_interval`] in Elo.
///
/// When a player won everything, the interval has a lower end only, and a finite one: the score interval does not
/// collapse.
pub fn elo_difference(counts: impl Into<ScoreCounts>, confidence: Confidence) -> EloEstimate {
    let counts = counts.into();
    EloEstimate::of_score(counts.mean(), score_interval(counts, confidence))
}

/// The normalized Elo difference: the mean of a game's score above ½, in standard deviations of a game's score,
/// times 400 / ln 10 · 2 (so that it equals the logistic difference for equal players who never draw). It is
/// what decides how many games it takes to tell two players apart, whatever their draw rate.
///
/// With pairs, a game's standard deviation is √2 times that of the pair's score per game. `None` without games
/// or if all trials gave the same, which leaves the deviation unknown.
///
/// Source: M. Van den Bergh, "Normalized Elo" (notes for engine testing, 2020).
pub fn normalized_elo(counts: impl Into<ScoreCounts>) -> Option<f64> {
    let counts = counts.into();
    let (mean, variance) = (counts.mean()?, counts.variance()?);
    let deviation = (variance * counts.games_per_trial() as f64).sqrt();
    (deviation > 0.0).then(|| 2.0 * ELO_PER_LOGIT * (mean - 0.5) / deviation)
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&numbers::elo(*self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Wdl};

    const LEVEL: Confidence = Confidence::NINETY_FIVE;

    #[test]
    fn well_known_expected_scores() {
        // Odds of 10 : 1 are 400 points by definition; 76 % for 200 points is in every table.
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert!((score_of_elo(200.0) - 0.7597).abs() < 5e-5);
        assert!((score_of_elo(-100.0) - 0.3599).abs() < 5e-5);
        for elo in [-900.0, -35.0, 0.0, 1.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)).expect("finite") - elo).abs() < 1e-9);
        }
        assert_eq!(elo_of_score(0.5), Some(0.0));
        for score in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(elo_of_score(score), None);
        }
    }

    /// Logistic and normalized Elo and their 95 % margins as in fastchess's `elo_test.cpp` (MIT), which takes
    /// the textbook interval for large samples; ours agrees within a few percent of its width.
    #[test]
    fn published_examples() {
        let check = |counts: ScoreCounts, elo: f64, margin: f64, normalized: f64| {
            let found = elo_difference(counts, LEVEL);
            assert!((found.value.expect("finite") - elo).abs() < 0.006, "{found:?}");
            let (low, high) = (found.low.expect("finite"), found.high.expect("finite"));
            assert!(((high - low) / 2.0 - margin).abs() < 0.03 * margin, "{found:?}");
            let found = normalized_elo(counts).expect("finite");
            assert!((found - normalized).abs() < 0.006, "{found}");
        };
        check(Wdl { wins: 136, draws: 111, losses: 96 }.into(), 40.70, 30.43, 49.77);
        check(Pentanomial { counts: [34, 54, 63, 64, 75] }.into(), 55.58, 27.65, 57.94);
        check(Pentanomial { counts: [332, 433, 498, 333, 334] }.into(), -8.64, 10.33, -9.17);
        check(Pentanomial { counts: [7895, 8757, 5685, 568, 9999] }.into(), -21.04, 2.95, -19.01);
        let decided = normalized_elo(Wdl { wins: 34, draws: 0, losses: 356 }).expect("finite");
        assert!((decided + 508.44).abs() < 0.006);
    }

    #[test]
    fn extremes_have_one_honest_bound() {
        let won = elo_difference(Pentanomial { counts: [0, 0, 0, 0, 10] }, LEVEL);
        assert_eq!((won.value, won.high), (None, None));
        let lost = elo_difference(Pentanomial { counts: [10, 0, 0, 0, 0] }, LEVEL);
        assert_eq!((lost.value, lost.low), (None, None));
        let (low, high) = (won.low.expect("bounded"), lost.high.expect("bounded"));
        // Score 10 / (10 + z²).
        assert!((low - ELO_PER_LOGIT * (10.0 / LEVEL.normal_quantile().powi(2)).ln()).abs() < 1e-9);
        assert!((low + high).abs() < 1e-9);
        assert!(lost.to_string().starts_with("≤ −"));
        let none = elo_difference(Wdl::ZERO, LEVEL);
        assert_eq!(none, EloEstimate { value: None, low: None, high: None });
    }

    #[test]
    fn drawn_games_alone_leave_a_margin() {
        let drawn = elo_difference(Wdl { draws: 50, ..Wdl::ZERO }, LEVEL);
        assert_eq!(drawn.value, Some(0.0));
        assert!(drawn.low.expect("bounded") < -20.0 && drawn.high.expect("bounded") > 20.0);
        assert_eq!(normalized_elo(Wdl { draws: 50, ..Wdl::ZERO }), None);
        assert_eq!(normalized_elo(Wdl::ZERO), None);
    }

    #[test]
    fn normalized_elo_of_decided_games_is_the_logistic_one_near_zero() {
        let games = Wdl { wins: 50_100, draws: 0, losses: 49_900 };
        let logistic = elo_difference(games, LEVEL).value.expect("finite");
        assert!((normalized_elo(games).expect("finite") - logistic).abs() < 1e-4);
    }
}
