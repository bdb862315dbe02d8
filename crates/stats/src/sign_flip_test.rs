//! Fisher's randomization test of equal strength.

use super::{ScoreCounts, ln_binomial_probability};

/// The exact two-sided test of "the two players are of equal strength", from single games or from pairs: under it a
/// trial's points are as likely to lie a distance above one half as the same distance below. The p-value is the
/// probability that random signs give a sum of points as far from one half as the observed one; 1 if nothing was
/// decided.
///
/// For single games it is the sign test on the decided ones. For pairs it is Fisher's randomization test: all pairs
/// with 1½ or ½ points may change sides, and all with 2 or 0. [`score_test`](super::score_test()) against ½ is its
/// approximation for many games.
///
/// Source: R. A. Fisher, "The Design of Experiments" (1935), section 21.
///
/// ```
/// use connect_toe_stats::{Wdl, sign_flip_test};
/// let p = sign_flip_test(Wdl { wins: 5, draws: 9, losses: 0 });
/// assert!((p - 2.0 / 32.0).abs() < 1e-12);
/// ```
pub fn sign_flip_test(counts: impl Into<ScoreCounts>) -> f64 {
    let counts = counts.into();
    let ((near, near_sum), (far, far_sum)) = (signs(counts.quarters()), signs(counts.ends()));
    let sum = (near_sum + 2 * far_sum).unsigned_abs();
    if sum == 0 {
        return 1.0;
    }
    // With a and b of the trials above one half the sum is (2a − near) + 2 (2b − far). `tail` is the probability
    // that b is at least `needed`; as a rises, fewer of b are needed.
    let coin = |heads, tosses| ln_binomial_probability(heads, tosses, 0.5).exp();
    let (mut needed, mut tail) = (far + 1, 0.0);
    let mut probability = 0.0;
    for a in 0..=near {
        let least = (sum + near + 2 * far).saturating_sub(2 * a).div_ceil(4);
        while needed > least {
            needed -= 1;
            tail += coin(needed, far);
        }
        if tail > 0.0 {
            probability += coin(a, near) * tail;
        }
    }
    (2.0 * probability).min(1.0)
}

/// How many there are, and how many more above than below.
fn signs([below, above]: [u64; 2]) -> (u64, i64) {
    (above + below, above as i64 - below as i64)
}

/// The fewest trials with which [`sign_flip_test`] can have a p-value below `significance`, a number above 0: if all of
/// them are won, the p-value is 2¹⁻ⁿ.
///
/// ```
/// use connect_toe_stats::fewest_trials;
/// assert_eq!(fewest_trials(0.05), 6);
/// // Corrected for 252 comparisons.
/// assert_eq!(fewest_trials(0.05 / 252.0), 14);
/// ```
pub fn fewest_trials(significance: f64) -> u64 {
    (1.0 - significance.log2()).floor().max(0.0) as u64 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Wdl};

    #[test]
    fn single_games_are_the_sign_test() {
        let p = |wins, draws, losses| sign_flip_test(Wdl { wins, draws, losses });
        assert!((p(5, 9, 0) - 2.0 / 32.0).abs() < 1e-12);
        assert!((p(1, 0, 4) - 12.0 / 32.0).abs() < 1e-12);
        assert!((p(3, 1, 3) - 1.0).abs() < 1e-12 && (p(0, 0, 0) - 1.0).abs() < 1e-12);
    }

    /// Every choice of signs, one by one.
    #[test]
    fn pairs_agree_with_enumeration() {
        for counts in [[0, 1, 2, 3, 2], [2, 0, 1, 1, 3], [0, 4, 0, 1, 0], [1, 1, 1, 2, 0], [0, 0, 3, 0, 4]] {
            let steps: Vec<i64> = [(0, 2), (1, 1), (3, 1), (4, 2)]
                .iter()
                .flat_map(|&(kind, size)| std::iter::repeat_n(size, counts[kind] as usize))
                .collect();
            let sum: i64 =
                (0..).zip(counts).map(|(points, count): (i64, u64)| (points - 2) * count as i64).sum();
            let extreme = (0..1_u32 << steps.len())
                .filter(|signs| {
                    let flipped: i64 = steps
                        .iter()
                        .enumerate()
                        .map(|(place, step)| if signs >> place & 1 == 1 { *step } else { -step })
                        .sum();
                    flipped.abs() >= sum.abs()
                })
                .count();
            let expected = extreme as f64 / f64::from(1_u32 << steps.len());
            let found = sign_flip_test(Pentanomial { counts });
            assert!((found - expected).abs() < 1e-12, "{counts:?}: {found} {expected}");
        }
    }

    #[test]
    fn large_counts_are_quick_and_finite() {
        let p = sign_flip_test(Pentanomial { counts: [9_000, 40_000, 500_000, 41_000, 9_100] });
        assert!(p > 0.0 && p < 0.01, "{p}");
        assert!(sign_flip_test(Wdl { wins: 500_000, draws: 0, losses: 0 }) < 1e-300);
    }
}
