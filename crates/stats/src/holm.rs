//! Holm's correction for several tests.

/// The level at which corrected p-values are read: a difference counts as shown below 5 %.
pub const SIGNIFICANCE: f64 = 0.05;

/// Adjusts the p-values of a family of tests so that the chance of even one false alarm stays below the level
/// at which the adjusted values are read. The answer is in the order of the input.
///
/// Holm's step-down method needs no independence of the tests and is never weaker than Bonferroni's.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6 (1979).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        let remaining = (p_values.len() - rank) as f64;
        largest = largest.max((p_values[index] * remaining).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(p_values: &[f64], expected: &[f64]) {
        let found = holm(p_values);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        }
    }

    /// Values of R's `p.adjust(…, "holm")`.
    #[test]
    fn independently_computed() {
        check(&[0.01, 0.02, 0.03, 0.04], &[0.04, 0.06, 0.06, 0.06]);
        check(&[0.04, 0.01, 0.03, 0.005], &[0.06, 0.03, 0.06, 0.02]);
        check(&[0.5, 0.9, 0.001], &[1.0, 1.0, 0.003]);
    }

    #[test]
    fn a_single_test_is_not_adjusted_and_none_gives_none() {
        check(&[0.03], &[0.03]);
        check(&[], &[]);
    }
}
