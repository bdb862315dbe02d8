//! The exact binomial test.

use statrs::function::factorial::ln_binomial;

/// Outcomes whose probability exceeds the observed one by no more than this share count as equally likely:
/// rounding must not decide whether the mirror image of the observed outcome belongs to the tail.
const RELATIVE_TOLERANCE: f64 = 1e-7;

/// The exact two-sided test of "these counts come from a win rate of `rate`": the probability, under that rate,
/// of all outcomes that are at most as likely as the observed one. `None` if `rate` is not in `0 ..= 1` or `wins`
/// exceeds `decided`. Without trials the answer is 1.
///
/// Time grows linearly with `decided`.
///
/// Source: the minimum-likelihood test of Fay, "Two-sided exact tests and matching confidence intervals for
/// discrete data", The R Journal 2 (2010), which is also R's `binom.test`.
pub fn binomial_test(wins: u64, decided: u64, rate: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&rate) || wins > decided {
        return None;
    }
    let limit = ln_binomial_probability(wins, decided, rate) + RELATIVE_TOLERANCE.ln_1p();
    if limit == f64::NEG_INFINITY {
        // The observed outcome is impossible, and so is every outcome that is at most as likely.
        return Some(0.0);
    }
    let tail = |outcomes: &mut dyn Iterator<Item = u64>| {
        // From the far end inward the terms grow, so that small ones are not lost beside large ones.
        outcomes
            .map(|outcome| ln_binomial_probability(outcome, decided, rate))
            .take_while(|&probability| probability <= limit)
            .map(f64::exp)
            .sum::<f64>()
    };
    let mode = ((decided as f64 + 1.0) * rate).floor().min(decided as f64) as u64;
    if ln_binomial_probability(mode, decided, rate) <= limit {
        return Some(1.0);
    }
    Some((tail(&mut (0..mode)) + tail(&mut (mode + 1..=decided).rev())).min(1.0))
}

/// The natural logarithm of the probability of exactly `wins` wins in `decided` independent games at `rate`;
/// −∞ for what cannot happen.
pub fn ln_binomial_probability(wins: u64, decided: u64, rate: f64) -> f64 {
    if wins > decided {
        return f64::NEG_INFINITY;
    }
    let losses = decided - wins;
    // `0 · ln 0` is 0 here: an event that cannot happen did not happen.
    let power = |count: u64, logarithm: f64| if count == 0 { 0.0 } else { count as f64 * logarithm };
    ln_binomial(decided, wins) + power(wins, rate.ln()) + power(losses, (-rate).ln_1p())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wins: u64, decided: u64, rate: f64, expected: f64) {
        let found = binomial_test(wins, decided, rate).expect("valid");
        assert!(
            (found - expected).abs() <= 1e-9 * expected,
            "{wins} of {decided} at {rate}: {found} instead of {expected}"
        );
    }

    /// Conover, Practical Nonparametric Statistics (1971), page 97, the example of R's `binom.test`.
    #[test]
    fn published_example() {
        let found = binomial_test(682, 925, 0.75).expect("valid");
        assert!((found - 0.3825).abs() < 5e-5, "{found}");
    }

    /// Computed with exact fractions.
    #[test]
    fn exact_fractions() {
        check(1, 5, 3.0 / 10.0, 1.0);
        check(7, 9, 1.0 / 4.0, 0.001_342_773_437_5);
        check(0, 10, 1.0 / 10.0, 0.612_579_511);
        check(2, 70, 1.0 / 100.0, 0.155_275_419_470_353_25);
        check(21, 70, 1.0 / 2.0, 0.001_093_244_972_968_613_2);
        check(54, 66, 7.0 / 10.0, 0.042_897_726_453_981_17);
        check(37, 69, 4.0 / 5.0, 9.320_376_355_257_486e-07);
        check(0, 40, 1.0 / 3.0, 1.751_865_071_692_977_2e-07);
        check(499, 1000, 53.0 / 100.0, 0.053_246_629_943_579_864);
        check(3, 1000, 1.0 / 50.0, 6.909_244_587_354_343_4e-06);
        check(1, 1, 1.0 / 2000.0, 0.0005);
        check(900, 1000, 1.0 / 2.0, 1.340_343_558_001_259_2e-161);
    }

    #[test]
    fn a_symmetric_rate_counts_both_tails_in_full() {
        // 2 · (1 + 10) / 1024: the mirror image must be in, although rounding may put it a hair above.
        check(9, 10, 0.5, 22.0 / 1024.0);
        check(1, 10, 0.5, 22.0 / 1024.0);
        check(5, 10, 0.5, 1.0);
    }

    #[test]
    fn rates_of_0_and_1_allow_one_outcome_only() {
        assert_eq!(binomial_test(0, 10, 0.0), Some(1.0));
        assert_eq!(binomial_test(1, 10, 0.0), Some(0.0));
        assert_eq!(binomial_test(10, 10, 1.0), Some(1.0));
        assert_eq!(binomial_test(9, 10, 1.0), Some(0.0));
    }

    #[test]
    fn no_games_prove_nothing() {
        assert_eq!(binomial_test(0, 0, 0.3), Some(1.0));
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(binomial_test(3, 2, 0.5), None);
        assert_eq!(binomial_test(1, 2, 1.5), None);
        assert_eq!(binomial_test(1, 2, f64::NAN), None);
    }

    #[test]
    fn probabilities_sum_to_one() {
        for (decided, rate) in [(1, 0.3), (10, 0.999), (1000, 0.5), (5000, 0.01)] {
            let sum: f64 = (0..=decided).map(|wins| ln_binomial_probability(wins, decided, rate).exp()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{decided} at {rate}: {sum}");
        }
    }
}
