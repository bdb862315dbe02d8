//! Comparison of two entries on the same positions.

use crate::measure::Differences;

/// The least p-value: some hundred positions cannot support a smaller one.
const LEAST: f64 = 1e-15;

/// The probability of a difference at least as large as this one, in either direction, if in truth there is none:
/// Student's paired test. It is never below the probability that all of the differences have one sign, the least
/// p-value of a test of their signs: with few differences Student's test alone promises too much. 1 without
/// differences.
///
/// Source: "Student" (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908); R. Fisher, "The Design of
/// Experiments" (1935), section 21, for the signs.
pub(crate) fn p_value(differences: &Differences) -> f64 {
    let signs = 2.0_f64.powi(1 - i32::try_from(differences.unequal).unwrap_or(i32::MAX));
    if differences.unequal == 0 {
        return 1.0;
    }
    differences.student_test().map_or(1.0, |p_value| p_value.max(signs).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(values: &[f64]) -> f64 {
        let mut differences = Differences::default();
        for &value in values {
            differences.push(value);
        }
        p_value(&differences)
    }

    /// Student's own data: additional hours of sleep by two drugs (Biometrika 1908, page 20), here in tenths of an
    /// hour divided by 100. R's paired `t.test` gives 0.002833, and nine of the differences are not 0.
    #[test]
    fn published_example() {
        let differences = [0.12, 0.24, 0.13, 0.13, 0.0, 0.10, 0.18, 0.08, 0.46, 0.14];
        let mut found = Differences::default();
        for value in differences {
            found.push(value);
        }
        assert!((found.student_test().expect("differences") - 0.002_833).abs() < 1e-6);
        assert!((p_value(&found) - 2.0_f64.powi(-8)).abs() < 1e-12);
    }

    #[test]
    fn few_differences_prove_little() {
        assert!((p(&[1.0, 1.0, 1.0, 1.0, 0.5]) - 2.0 / 32.0).abs() < 1e-12);
        assert!((p(&[1.0, 1.0]) - 0.5).abs() < 1e-12);
        let one = |value: f64| value.to_bits() == 1.0_f64.to_bits();
        assert!(one(p(&[])) && one(p(&[0.0; 20])) && one(p(&[0.5])) && one(p(&[0.5, -0.5])));
    }

    #[test]
    fn large_samples() {
        let clear: Vec<f64> = (0..400).map(|n| if n % 3 == 0 { -0.5 } else { 0.5 }).collect();
        assert!(p(&clear) < 1e-9);
        let mirrored: Vec<f64> = clear.iter().map(|value| -value).collect();
        assert!((p(&clear) - p(&mirrored)).abs() < 1e-15);
        let even: Vec<f64> = (0..400).map(|n| if n % 2 == 0 { -0.5 } else { 0.5 }).collect();
        assert!(p(&even) > 0.99);
    }
}
