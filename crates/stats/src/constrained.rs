//! The likeliest distribution with a given mean.

/// One category of a multinomial sample: its share of the trials, and its value in the linear constraint
/// "the expected value is 0".
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Category {
    pub(super) share: f64,
    pub(super) value: f64,
}

/// The Lagrange multiplier λ of the most likely probabilities under which the expected value is 0: a category
/// with share `p` and value `v` then has the probability `p / (1 + λ v)`.
///
/// The values must have both signs. Categories with share 0 take part: where the others cannot meet the
/// constraint with probabilities that sum to 1, λ is an end of its range and the outermost category takes the
/// rest.
///
/// Source: the empirical likelihood of a mean, A. Owen, Biometrika 75 (1988); the same equation in
/// M. Van den Bergh, "The generalized sequential probability ratio test" (notes for engine testing).
pub(super) fn multiplier(categories: &[Category]) -> f64 {
    let lowest = categories.iter().map(|category| category.value).fold(0.0, f64::min);
    let highest = categories.iter().map(|category| category.value).fold(0.0, f64::max);
    let seen = || categories.iter().filter(|category| category.share > 0.0);
    // The expected value falls strictly with λ.
    let expected = |lambda: f64| -> f64 {
        seen().map(|category| category.share * category.value / (1.0 + lambda * category.value)).sum()
    };
    bisect(-1.0 / highest, -1.0 / lowest, |lambda| expected(lambda) > 0.0)
}

/// The place between `low` and `high` where `is_low` turns from true to false, as exactly as numbers allow.
pub(super) fn bisect(mut low: f64, mut high: f64, is_low: impl Fn(f64) -> bool) -> f64 {
    /// Enough to halve any interval of floating-point numbers of ordinary size down to neighbours.
    const STEPS: u32 = 200;
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if is_low(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn categories<const N: usize>(shares: [f64; N], values: [f64; N]) -> [Category; N] {
        std::array::from_fn(|index| Category { share: shares[index], value: values[index] })
    }

    #[test]
    fn two_categories_are_fixed_by_the_constraint() {
        // Scores 0 and 1 with mean 0.3: the probabilities are 0.7 and 0.3 whatever the shares.
        let sample = categories([0.4, 0.6], [-0.3, 0.7]);
        let lambda = multiplier(&sample);
        let probabilities = sample.map(|category| category.share / (1.0 + lambda * category.value));
        assert!((probabilities[0] - 0.7).abs() < 1e-12 && (probabilities[1] - 0.3).abs() < 1e-12);
    }

    #[test]
    fn probabilities_sum_to_one_and_meet_the_constraint() {
        let sample = categories([0.1, 0.2, 0.3, 0.35, 0.05], [-0.55, -0.3, -0.05, 0.2, 0.45]);
        let lambda = multiplier(&sample);
        let probability = |category: &Category| category.share / (1.0 + lambda * category.value);
        assert!((sample.iter().map(probability).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(sample.iter().map(|one| probability(one) * one.value).sum::<f64>().abs() < 1e-12);
    }

    /// All games drawn, mean 0.6: draws 0.8, and the 0.2 that is left can only be wins.
    #[test]
    fn an_empty_outermost_category_takes_the_rest() {
        let sample = categories([0.0, 1.0, 0.0], [-0.6, -0.1, 0.4]);
        let lambda = multiplier(&sample);
        assert!((lambda + 2.5).abs() < 1e-12);
        assert!((1.0 / (1.0 + lambda * -0.1) - 0.8).abs() < 1e-12);
    }
}
