//! Clopper and Pearson's interval for a proportion.

use super::regularized_beta::{quantile, upper_quantile};
use super::{Confidence, Interval};

/// The "exact" interval for a proportion: its coverage is never below the level, so it is wider than
/// [`wilson_at`](super::wilson_at).
///
/// Its ends are quantiles of beta distributions. Without trials it is the whole of `[0, 1]`. `wins` above
/// `decided` count as `decided`.
///
/// Source: C. J. Clopper & E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of
/// the binomial", Biometrika 26 (1934).
pub fn clopper_pearson(wins: u64, decided: u64, confidence: Confidence) -> Interval {
    let wins = wins.min(decided);
    let losses = decided - wins;
    let tail = (1.0 - confidence.level()) / 2.0;
    // Near 1 a rate has few digits left; the mirrored one near 0 has all of them until the end.
    if wins > losses {
        let Interval { low, high } = ends(losses, wins, tail);
        Interval { low: 1.0 - high, high: 1.0 - low }
    } else {
        ends(wins, losses, tail)
    }
}

fn ends(wins: u64, losses: u64, tail: f64) -> Interval {
    let (won, lost) = (wins as f64, losses as f64);
    let low = if wins == 0 { 0.0 } else { quantile(tail, won, lost + 1.0) };
    let high = match (wins, losses) {
        (_, 0) => 1.0,
        // (1 − high)ⁿ = tail
        (0, _) => -(tail.ln() / lost).exp_m1(),
        _ => upper_quantile(tail, won + 1.0, lost),
    };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::tests::check_printed;

    fn check(wins: u64, decided: u64, low: f64, high: f64) {
        check_printed(clopper_pearson(wins, decided, Confidence::NINETY_FIVE), low, high);
    }

    /// Newcombe, Statistics in Medicine 17 (1998), table I, method 5.
    #[test]
    fn published_examples() {
        check(81, 263, 0.2527, 0.3676);
        check(15, 148, 0.0578, 0.1617);
        check(0, 20, 0.0000, 0.1684);
        check(1, 29, 0.0009, 0.1776);
    }

    #[test]
    fn nothing_is_known_without_games() {
        assert_eq!(clopper_pearson(0, 0, Confidence::NINETY_FIVE), Interval::UNIT);
    }

    /// With no loss the tail is `low^n`, which can be solved by hand.
    #[test]
    fn all_wins_have_a_closed_form() {
        for decided in [1_u64, 2, 10, 1000] {
            let found = clopper_pearson(decided, decided, Confidence::NINETY_FIVE);
            let low = 0.025_f64.powf(1.0 / decided as f64);
            assert!((found.low - low).abs() < 1e-9, "{decided}: {found:?}");
            assert_eq!(found.high.to_bits(), 1.0_f64.to_bits());
        }
    }

    /// The definition: at each end the outcome seen, or one further out, has just the tail's probability.
    #[test]
    fn tails_at_the_ends_are_half_the_error() {
        for (wins, decided) in [(3_u64, 7_u64), (1, 10), (42, 66), (500, 1000), (997, 1000)] {
            let interval = clopper_pearson(wins, decided, Confidence::NINETY_FIVE);
            let probability = |k, rate| crate::ln_binomial_probability(k, decided, rate).exp();
            let above: f64 = (wins..=decided).map(|k| probability(k, interval.low)).sum();
            let below: f64 = (0..=wins).map(|k| probability(k, interval.high)).sum();
            assert!((above - 0.025).abs() < 1e-8, "{wins}/{decided}: {above}");
            assert!((below - 0.025).abs() < 1e-8, "{wins}/{decided}: {below}");
        }
    }

    /// Counts of every size, lopsided and even, up to two trillion, at several levels. The ends were computed with
    /// mpmath to 22 digits: Newton's method on the tail, which is integrated numerically.
    #[test]
    fn ends_are_right_up_to_trillions_of_games() {
        let rows = include_str!("../testdata/clopper_pearson.csv").lines().skip(1);
        let mut checked = 0;
        for row in rows {
            let fields: Vec<&str> = row.split(',').collect();
            let [wins, decided, level, low, high] = fields[..] else { panic!("{row}") };
            let number = |text: &str| text.parse::<f64>().expect("a number");
            let level = Confidence::new(number(level)).expect("a level");
            let count = |text: &str| text.parse().expect("a count");
            let found = clopper_pearson(count(wins), count(decided), level);
            let (low, high) = (number(low), number(high));
            // Numbers near 1 cannot be told apart below that.
            let close = |end: f64, expected: f64| {
                (end - expected).abs() <= 1e-9 * (high - low) + f64::EPSILON * expected
            };
            assert!(close(found.low, low) && close(found.high, high), "{row}: {found:?}");
            checked += 1;
        }
        assert_eq!(checked, 250);
    }
}
