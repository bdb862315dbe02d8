//! The incomplete beta function for samples of up to 10¹² games.
//!
//! The functions of `statrs` 0.19 are right for small samples, and the tests compare ours with them there. But
//! `beta_reg` stops before it has converged from about 10⁶ games on (off by 10⁻³), and `inv_beta_reg`, behind
//! `Beta::inverse_cdf`, does not end for some 10⁷ games.

use std::f64::consts::TAU;

use statrs::function::gamma::ln_gamma;

use super::constrained::bisect;

/// The regularized incomplete beta function I(x; a, b) for positive `a`, `b` and `x` in 0 … 1: the chance that a
/// beta variable lies below `x`.
///
/// Right to about ten digits up to parameters of 10¹², where the digits of `x` itself do not give its place within the
/// distribution more exactly. Quick there: a tail takes some dozens of terms, the mean of the largest distribution some
/// ten thousands.
///
/// Source: the continued fraction of A. `DiDonato` & A. Morris, "Algorithm 708: significant digit computation of the
/// incomplete beta function ratios", ACM Transactions on Mathematical Software 18 (1992), evaluated as by W. Lentz,
/// Applied Optics 15 (1976); the factor before it after C. Loader, "Fast and accurate computation of binomial
/// probabilities" (2000).
pub(super) fn regularized_beta(x: f64, a: f64, b: f64) -> f64 {
    tails(x, a, b).0
}

/// The place that a beta variable lies below with the chance `tail`: the inverse of [`regularized_beta`]. To have
/// all digits of a place near 1, ask for that of the mirrored distribution, [`upper_quantile`] with `b` and `a`.
pub(super) fn quantile(tail: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, |x| tails(x, a, b).0 < tail)
}

/// The place that a beta variable lies above with the chance `tail`.
pub(super) fn upper_quantile(tail: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, |x| tails(x, a, b).1 > tail)
}

/// The chances of less than `x` and of more. The smaller one is not a difference, so that it has all of its digits.
fn tails(x: f64, a: f64, b: f64) -> (f64, f64) {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    let (sum, y) = (a + b, 1.0 - x);
    // How far x lies above the mean, from the smaller of the two numbers that sum to 1.
    let above_mean = if a < b { x - a / sum } else { b / sum - y };
    let factor = power(x, above_mean, a, b);
    // The fraction converges fast on the near side of the mean only.
    let (below, above) = if above_mean < 0.0 {
        let below = factor * continued_fraction(x, y, -above_mean, a, b);
        (below, 1.0 - below)
    } else {
        let above = factor * continued_fraction(y, x, above_mean, b, a);
        (1.0 - above, above)
    };
    (below.clamp(0.0, 1.0), above.clamp(0.0, 1.0))
}

/// xᵃ (1 − x)ᵇ / B(a, b) for an `x` that lies `above_mean` above the mean.
///
/// With large parameters the logarithms of the three factors are large and cancel. So it is written as its value at
/// the mean, from Stirling's series, and the decrease from there.
fn power(x: f64, above_mean: f64, a: f64, b: f64) -> f64 {
    let sum = a + b;
    let at_mean = 0.5 * (a * (b / sum) / TAU).ln() + stirling_rest(sum) - stirling_rest(a) - stirling_rest(b);
    let decrease = a * ln_rest(x, a / sum, above_mean) + b * ln_rest(1.0 - x, b / sum, -above_mean);
    (at_mean + decrease).exp()
}

/// ln Γ(z) less its approximation (z − ½) ln z − z + ½ ln 2π.
fn stirling_rest(z: f64) -> f64 {
    /// From here on the series is exact to the last digit.
    const LARGE: f64 = 16.0;
    if z < LARGE {
        return ln_gamma(z) - ((z - 0.5) * z.ln() - z + 0.5 * TAU.ln());
    }
    let square = z * z;
    (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square) / square)
        / z
}

/// ln(1 + d) − d for a `place` that lies by d = `difference` / `mean` above the mean, without cancellation where that
/// is little.
fn ln_rest(place: f64, mean: f64, difference: f64) -> f64 {
    /// Up to here ten terms of the series are exact to the last digit.
    const SMALL: f64 = 0.15;
    const TERMS: u32 = 10;
    let d = difference / mean;
    if d.abs() > SMALL {
        return (place / mean).ln() - d;
    }
    // ln(1 + d) = 2 artanh r = 2 (r + r³/3 + r⁵/5 + …) and 2 r − d = −r d.
    let r = d / (2.0 + d);
    let series = (1..=TERMS).rev().fold(0.0, |sum, term| (sum + 1.0 / f64::from(2 * term + 1)) * (r * r));
    r * (2.0 * series - d)
}

/// I(x; a, b) over [`power`], for `x` below the mean, which lies `below_mean` above it; `y` is 1 − `x`.
///
/// As `x` comes with its distance from the mean, it may be so close to 1 that the distance is lost in it.
fn continued_fraction(x: f64, y: f64, below_mean: f64, a: f64, b: f64) -> f64 {
    /// Rounding may keep neighbouring values from being closer than this.
    const CLOSE: f64 = 4.0 * f64::EPSILON;
    let terms = 200.0 + 20.0 * a.max(b).sqrt();
    let excess = (a + b) * below_mean;
    let denominator = |n: f64| {
        let of_excess = (a + n) / (a + 2.0 * n + 1.0) * (excess + 1.0 + n * (1.0 + y));
        n + n * (b - n) * x / (a + 2.0 * n - 1.0) + of_excess
    };
    let numerator = |n: f64| {
        let of_squares = (a + n - 1.0) * x / (a + 2.0 * n - 1.0);
        of_squares * ((a + b + n - 1.0) * x / (a + 2.0 * n - 1.0)) * n * (b - n)
    };
    // It is 1 / (d₀ + n₁ / (d₁ + n₂ / (d₂ + …))).
    let mut value = away_from_zero((a / (a + 1.0)) * (excess + 1.0));
    let (mut above, mut below) = (value, 0.0);
    let mut term = 1.0;
    while term < terms {
        below = 1.0 / away_from_zero(denominator(term) + numerator(term) * below);
        above = away_from_zero(denominator(term) + numerator(term) / above);
        value *= above * below;
        if (above * below - 1.0).abs() < CLOSE {
            break;
        }
        term += 1.0;
    }
    1.0 / value
}

fn away_from_zero(value: f64) -> f64 {
    const TINY: f64 = 1e-300;
    if value.abs() < TINY { TINY } else { value }
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
        for a in [1e3, 1e5, 1e7, 1e12] {
            assert!((regularized_beta(0.5, a, a) - 0.5).abs() < 1e-10, "{a}");
        }
        let (a, b) = (250_100_u64, 249_700_u64);
        let tail: f64 =
            (a..a + 6000).map(|wins| crate::ln_binomial_probability(wins, a + b - 1, 0.5).exp()).sum();
        assert!((regularized_beta(0.5, a as f64, b as f64) - tail).abs() < 1e-7);
    }

    /// Two terms of the Edgeworth series of I(½; n + d, n − d) leave out what is of order n⁻².
    #[test]
    fn the_largest_parameters_are_nearly_normal() {
        use statrs::function::erf::erfc;
        for n in [1e9, 1e12] {
            for deviations in [-6.0_f64, -2.0, -0.3, 0.4, 3.0] {
                let shift = (deviations * (n / 2.0_f64).sqrt()).round();
                // The variance of the beta variable is (n² − d²) / (4 n² (2 n + 1)).
                let z = shift / n / ((1.0 - (shift / n).powi(2)) / (2.0 * n + 1.0)).sqrt();
                let normal = 0.5 * erfc(z / std::f64::consts::SQRT_2);
                let found = regularized_beta(0.5, n + shift, n - shift);
                assert!((found / normal - 1.0).abs() < 1e3 / n, "{n} {deviations}: {found} {normal}");
            }
        }
    }

    #[test]
    fn quantiles_are_inverses_on_both_sides() {
        for (a, b) in [(0.5, 3.0), (1.0, 7.0), (40.0, 2.5), (3e6, 9e8)] {
            for tail in [1e-12, 0.025, 0.5, 0.9] {
                let (low, high) = (quantile(tail, a, b), upper_quantile(tail, a, b));
                assert!((tails(low, a, b).0 / tail - 1.0).abs() < 1e-9, "{a} {b} {tail}: {low}");
                assert!((tails(high, a, b).1 / tail - 1.0).abs() < 1e-9, "{a} {b} {tail}: {high}");
            }
        }
        assert_eq!((tails(0.0, 2.0, 3.0), tails(1.0, 2.0, 3.0)), ((0.0, 1.0), (1.0, 0.0)));
    }

    #[test]
    fn rests_are_the_plain_expressions_where_those_are_precise() {
        for d in [-0.9_f64, -0.15, -0.1, 0.1, 0.15, 0.4, 7.0] {
            assert!((ln_rest(1.0 + d, 1.0, d) - (d.ln_1p() - d)).abs() < 1e-15 * (1.0 + d.abs()), "{d}");
        }
        // −d²/2 + d³/3 − …
        assert!((ln_rest(1.0 + 1e-6, 1.0, 1e-6) / (-5e-13 + 1e-18 / 3.0) - 1.0).abs() < 1e-11);
        let plain = |z: f64| ln_gamma(z) - ((z - 0.5) * z.ln() - z + 0.5 * TAU.ln());
        for z in [16.0, 20.0, 50.0] {
            assert!((stirling_rest(z) - plain(z)).abs() < 1e-12, "{z}");
        }
    }
}
