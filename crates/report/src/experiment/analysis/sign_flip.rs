use connect_toe_arena::stats::{Pentanomial, Wdl, ln_binomial_probability};

/// The exact two-sided test of "the two players are of equal strength", from single games or from pairs: under it a
/// trial's points lie as probably so much above one half as below. The p-value is the probability that random signs
/// give a sum of points as far from one half as the observed one.
///
/// For single games it is the sign test on the decided ones. For pairs it is Fisher's randomization test: all pairs
/// with 1½ or ½ points may change sides, and all with 2 or 0.
///
/// Source: R. A. Fisher, "The Design of Experiments" (1935), section 21.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignFlip {
    /// Trials that lie one step away from one half, and the sum of their signs.
    near: (u64, i64),
    /// Trials that lie two steps away, and the sum of their signs.
    far: (u64, i64),
}

impl SignFlip {
    pub(crate) fn of_games(games: Wdl) -> SignFlip {
        SignFlip { near: (0, 0), far: signs(games.wins, games.losses) }
    }

    pub(crate) fn of_pairs(pairs: Pentanomial) -> SignFlip {
        let [none, one, _, three, four] = pairs.counts;
        SignFlip { near: signs(three, one), far: signs(four, none) }
    }

    /// The p-value; 1 if nothing was decided.
    pub(crate) fn p_value(self) -> f64 {
        let sum = (self.near.1 + 2 * self.far.1).unsigned_abs();
        if sum == 0 {
            return 1.0;
        }
        let (near, far) = (self.near.0, self.far.0);
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
}

fn signs(above: u64, below: u64) -> (u64, i64) {
    (above + below, above as i64 - below as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_games_are_the_sign_test() {
        let p = |wins, draws, losses| SignFlip::of_games(Wdl { wins, draws, losses }).p_value();
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
            let found = SignFlip::of_pairs(Pentanomial { counts }).p_value();
            assert!((found - expected).abs() < 1e-12, "{counts:?}: {found} {expected}");
        }
    }

    #[test]
    fn large_counts_are_quick_and_finite() {
        let p = SignFlip::of_pairs(Pentanomial { counts: [9_000, 40_000, 500_000, 41_000, 9_100] }).p_value();
        assert!(p > 0.0 && p < 0.01, "{p}");
        assert!(SignFlip::of_games(Wdl { wins: 500_000, draws: 0, losses: 0 }).p_value() < 1e-300);
    }
}
