//! Wilson's interval for a proportion.

use super::{Confidence, Interval};

/// [`wilson_at`] 95 %.
pub fn wilson(wins: u64, decided: u64) -> Interval {
    wilson_at(wins, decided, Confidence::NINETY_FIVE)
}

/// The score interval for a proportion: all rates that a two-sided score test does not reject.
///
/// It behaves well for small samples and for rates near 0 and 1, where the textbook "± 1.96 standard errors"
/// fails. Without trials it is the whole of `[0, 1]`. `wins` above `decided` count as `decided`.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
/// the American Statistical Association 22 (1927); without continuity correction, as Newcombe (1998) and
/// Agresti & Coull (1998) advise.
pub fn wilson_at(wins: u64, decided: u64, confidence: Confidence) -> Interval {
    if decided == 0 {
        return Interval::UNIT;
    }
    let wins = wins.min(decided);
    let trials = decided as f64;
    let rate = wins as f64 / trials;
    let z = confidence.normal_quantile();
    let z_squared = z * z;
    let center = rate + z_squared / (2.0 * trials);
    let spread = z * (rate * (1.0 - rate) / trials + z_squared / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + z_squared / trials;
    // The ends at 0 and at all wins are exact in the formula; rounding must not move them past 0 or 1.
    let low = if wins == 0 { 0.0 } else { ((center - spread) / scale).max(0.0) };
    let high = if wins == decided { 1.0 } else { ((center + spread) / scale).min(1.0) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::tests::check_printed;

    /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
    /// table I, method 3.
    #[test]
    fn published_examples() {
        check_printed(wilson(81, 263), 0.2553, 0.3662);
        check_printed(wilson(15, 148), 0.0624, 0.1605);
        check_printed(wilson(0, 20), 0.0000, 0.1611);
        check_printed(wilson(1, 29), 0.0061, 0.1718);
    }

    #[test]
    fn nothing_is_known_without_games() {
        assert_eq!(wilson(0, 0), Interval::UNIT);
    }

    #[test]
    fn all_or_no_wins_reach_the_end_and_mirror_each_other() {
        for decided in [1, 10, 1000, 1_000_000] {
            let (none, all) = (wilson(0, decided), wilson(decided, decided));
            assert_eq!((none.low, all.high), (0.0, 1.0));
            assert!((none.high - (1.0 - all.low)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_higher_level_and_a_smaller_sample_widen_it() {
        let at = |level| wilson_at(30, 100, Confidence::new(level).expect("a level")).width();
        assert!(at(0.8) < at(0.95) && at(0.95) < at(0.999));
        assert!(wilson(300, 1000).width() < wilson(30, 100).width());
    }

    /// The ends are the roots of the score equation, whatever the formula.
    #[test]
    fn the_score_test_is_on_its_edge_at_both_ends() {
        let (wins, decided) = (37_u64, 120_u64);
        let interval = wilson(wins, decided);
        let rate = wins as f64 / decided as f64;
        for end in [interval.low, interval.high] {
            let z = (rate - end).abs() / (end * (1.0 - end) / decided as f64).sqrt();
            assert!((z - 1.959_963_984_540_054).abs() < 1e-9);
        }
    }
}
