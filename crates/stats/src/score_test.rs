//! The score test.

use statrs::function::erf::erfc;

use super::ScoreCounts;
use super::score_interval::statistic;

/// The two-sided test of "the expected score is `score`", usually ½ for "neither player is better": the
/// probability of a mean as far from it or farther. It is below 1 − level just where
/// [`score_interval`](super::score_interval()) at that level leaves `score` out. Without games the answer is 1;
/// `None` unless `score` lies strictly between 0 and 1.
///
/// For single games against ½ it is `McNemar`'s test, whose statistic is (wins − losses) / √(wins + losses).
/// The p-values of many matches are corrected by [`holm()`](super::holm()).
///
/// Source: as the interval; Q. `McNemar`, "Note on the sampling error of the difference between correlated
/// proportions or percentages", Psychometrika 12 (1947).
///
/// ```
/// use connect_toe_stats::{Wdl, score_test};
/// let p = score_test(Wdl { wins: 30, draws: 50, losses: 14 }, 0.5).expect("a score");
/// assert!((p - 0.0159).abs() < 1e-4);
/// ```
pub fn score_test(counts: impl Into<ScoreCounts>, score: f64) -> Option<f64> {
    if !(score > 0.0 && score < 1.0) {
        return None;
    }
    let counts = counts.into();
    let Some(mean) = counts.mean() else { return Some(1.0) };
    Some(erfc((statistic(&counts, mean, score).max(0.0) / 2.0).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Confidence, Pentanomial, Wdl, score_interval};
    use statrs::distribution::{ContinuousCDF, Normal};

    fn p(counts: impl Into<ScoreCounts>, score: f64) -> f64 {
        score_test(counts, score).expect("a score")
    }

    #[test]
    fn against_one_half_it_is_mcnemars() {
        let normal = Normal::standard();
        for (wins, draws, losses) in [(30_u64, 50_u64, 14_u64), (1, 0, 0), (0, 9, 4), (500, 3, 450)] {
            let z = (wins as f64 - losses as f64).abs() / ((wins + losses) as f64).sqrt();
            let expected = 2.0 * (1.0 - normal.cdf(z));
            assert!((p(Wdl { wins, draws, losses }, 0.5) - expected).abs() < 1e-9, "{wins} {draws} {losses}");
        }
    }

    /// Agresti, "Categorical Data Analysis" (2nd edition, 2002), section 10.1: of 1600 people, 86 and 150 changed
    /// their opinion one way and the other; z = 4.17.
    #[test]
    fn published_example() {
        let changes = Wdl { wins: 150, draws: 794 + 570, losses: 86 };
        let (low, high) = (erfc(4.175 / 2.0_f64.sqrt()), erfc(4.165 / 2.0_f64.sqrt()));
        assert!((low..high).contains(&p(changes, 0.5)));
    }

    #[test]
    fn it_rejects_what_the_interval_leaves_out() {
        for counts in [[3, 5, 2, 9, 4], [0, 0, 30, 1, 0], [0, 0, 0, 0, 6], [1, 0, 0, 0, 8]] {
            let pairs = Pentanomial { counts };
            let interval = score_interval(pairs, Confidence::NINETY_FIVE);
            for score in (1..200).map(|step| f64::from(step) / 200.0) {
                assert_eq!(p(pairs, score) >= 0.05, interval.contains(score), "{counts:?} {score}");
            }
        }
    }

    #[test]
    fn the_mean_itself_is_no_surprise() {
        assert!((p(Wdl { wins: 4, draws: 2, losses: 4 }, 0.5) - 1.0).abs() < 1e-6);
        assert!((p(Wdl { draws: 2, ..Wdl::ZERO }, 0.5) - 1.0).abs() < 1e-6);
        assert!((p(Wdl::ZERO, 0.3) - 1.0).abs() < 1e-12);
        assert_eq!(score_test(Wdl::ZERO, 0.0), None);
        assert_eq!(score_test(Wdl::ZERO, f64::NAN), None);
    }
}
