use statrs::function::gamma::ln_gamma;

/// The regularized incomplete beta function I(x; a, b) for positive `a`, `b` and `x` in 0 … 1: the chance that a
/// beta variable lies below `x`.
///
/// Lentz's evaluation of the continued fraction, with as many terms as large `a` and `b` need (about the root of
/// the larger). statrs's has 140 terms: near the mean of a sample of two million it is off by a percent.
///
/// Source: NIST Digital Library of Mathematical Functions, 8.17.22; W. Lentz, Applied Optics 15 (1976).
pub(super) fn regularized_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let ln_factor = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    // The fraction converges fast on the near side of the mean only.
    if x < (a + 1.0) / (a + b + 2.0) {
        (ln_factor.exp() * continued_fraction(x, a, b) / a).clamp(0.0, 1.0)
    } else {
        (1.0 - ln_factor.exp() * continued_fraction(1.0 - x, b, a) / b).clamp(0.0, 1.0)
    }
}

fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let terms = 200.0 + 20.0 * a.max(b).sqrt();
    let mut above = 1.0;
    let mut below = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = below;
    let mut term = 1.0;
    while term < terms {
        let even = term * (b - term) * x / ((a + 2.0 * term - 1.0) * (a + 2.0 * term));
        below = 1.0 / away_from_zero(1.0 + even * below);
        above = away_from_zero(1.0 + even / above);
        value *= above * below;
        let odd = -(a + term) * (a + b + term) * x / ((a + 2.0 * term) * (a + 2.0 * term + 1.0));
        below = 1.0 / away_from_zero(1.0 + odd * below);
        above = away_from_zero(1.0 + odd / above);
        value *= above * below;
        if (above * below - 1.0).abs() < f64::EPSILON {
            break;
        }
        term += 1.0;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::function::beta::beta_reg;

    #[test]
    fn agrees_with_statrs_where_that_converges() {
        for a in [0.1, 0.5, 1.0, 3.7, 20.0, 400.0] {
            for b in [0.2, 1.0, 2.5, 31.0, 500.0] {
                for x in [0.001, 0.1, 0.3, 0.5, 0.77, 0.999] {
                    let (found, expected) = (regularized_beta(x, a, b), beta_reg(a, b, x));
                    assert!((found - expected).abs() < 1e-12, "{x} {a} {b}: {found} {expected}");
                }
            }
        }
    }

    /// I(½; a, a) = ½ whatever `a`; and for whole numbers it is a binomial tail.
    #[test]
    fn large_parameters_converge() {
        for a in [1e3, 1e5, 1e7] {
            assert!((regularized_beta(0.5, a, a) - 0.5).abs() < 1e-7, "{a}");
        }
        let (a, b) = (250_100_u64, 249_700_u64);
        let tail: f64 =
            (a..a + 6000).map(|wins| crate::stats::ln_binomial_probability(wins, a + b - 1, 0.5).exp()).sum();
        assert!((regularized_beta(0.5, a as f64, b as f64) - tail).abs() < 1e-7);
    }
}
