//! The likelihood that the player is the stronger one.

use super::regularized_beta::regularized_beta;
use super::{Pentanomial, ScoreCounts, Wdl};

/// The likelihood of superiority: how probable it is, given the games, that the player wins more often than it
/// loses. Draws say nothing about that. ½ without decided games.
///
/// With the uniform prior on the share of the decided games that the player wins, that share has the
/// Beta(wins + 1, losses + 1) distribution, and the answer is its mass above ½; equally, the chance that at
/// most `wins` of `wins + losses + 1` fair coins fall heads. The form usually printed,
/// Φ((wins − losses) / √(wins + losses)), is its normal approximation and agrees for many games.
///
/// Source: R. Coulom's and the chess programmers' LOS; the prior is Bayes's and Laplace's.
///
/// ```
/// use connect_toe_stats::{Wdl, likelihood_of_superiority};
/// // Three wins: 1 − ½⁴.
/// assert!((likelihood_of_superiority(Wdl { wins: 3, draws: 9, losses: 0 }) - 0.9375).abs() < 1e-12);
/// ```
pub fn likelihood_of_superiority(games: Wdl) -> f64 {
    if games.wins == games.losses {
        return 0.5;
    }
    // The mass of Beta(wins + 1, losses + 1) above ½ is that of the mirrored distribution below ½.
    regularized_beta(0.5, games.losses as f64 + 1.0, games.wins as f64 + 1.0)
}

/// The weight of the prior on the share of each of the five kinds of pairs; together one pair.
const PRIOR_PER_KIND: f64 = 0.2;

/// The likelihood of superiority from pairs of games: how probable it is, given the pairs, that the player's
/// expected score is above ½. ½ without pairs.
///
/// The shares of the five kinds of pairs get the Dirichlet prior with ⅕ for each, one pair in all, as much as
/// the two games of the prior of [`likelihood_of_superiority`]. The probability is exact.
///
/// Source: the prior is Perks's (Journal of the Institute of Actuaries 73, 1947).
///
/// ```
/// use connect_toe_stats::{Pentanomial, likelihood_of_superiority_of_pairs};
/// let one_and_a_half_points = Pentanomial { counts: [0, 0, 0, 1, 0] };
/// assert!((likelihood_of_superiority_of_pairs(one_and_a_half_points) - 0.8009).abs() < 5e-5);
/// ```
pub fn likelihood_of_superiority_of_pairs(pairs: Pentanomial) -> f64 {
    if pairs.counts == pairs.swapped().counts {
        return 0.5;
    }
    // The shares are gamma variables divided by their sum, so the expected score is above ½ if the gamma variables,
    // each times its pair's score less ½, have a sum above 0.
    let cells = ScoreCounts::from(pairs).cells();
    let parts: Vec<(f64, f64)> =
        cells.map(|cell| (4.0 * cell.score - 2.0, cell.weight + PRIOR_PER_KIND)).collect();
    above_zero(&parts)
}

/// More standard deviations from 0 than this are certainty.
const CERTAIN: f64 = 9.0;

/// The probability that a sum of independent gamma variables, each with a factor and a shape, is above 0.
///
/// By the inversion of its characteristic function, which is a product: J. P. Imhof, "Computing the distribution of
/// quadratic forms in normal variables", Biometrika 48 (1961). With `u = eˣ` the integrand vanishes exponentially to
/// both sides, so that the trapezoidal rule is as exact as the numbers are.
fn above_zero(parts: &[(f64, f64)]) -> f64 {
    const STEP: f64 = 0.02;
    const NOTHING: f64 = 1e-18;
    let mean: f64 = parts.iter().map(|(factor, shape)| factor * shape).sum();
    let deviation = parts.iter().map(|(factor, shape)| factor * factor * shape).sum::<f64>().sqrt();
    if mean.abs() > CERTAIN * deviation {
        return if mean > 0.0 { 1.0 } else { 0.0 };
    }
    let integrand = |u: f64| {
        let angle: f64 = parts.iter().map(|(factor, shape)| shape * (factor * u).atan()).sum();
        let size: f64 = parts.iter().map(|(factor, shape)| shape / 2.0 * (factor * u).powi(2).ln_1p()).sum();
        (angle.sin() * (-size).exp(), (-size).exp())
    };
    let middle = -deviation.ln();
    let mut sum = integrand(middle.exp()).0;
    for step in 1.. {
        let (value, size) = integrand((middle + f64::from(step) * STEP).exp());
        sum += value;
        if size < NOTHING {
            break;
        }
    }
    for step in 1.. {
        let u = (middle - f64::from(step) * STEP).exp();
        sum += integrand(u).0;
        if u * (mean.abs() + deviation) < NOTHING {
            break;
        }
    }
    (0.5 + sum * STEP / std::f64::consts::PI).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};
    use statrs::function::beta::beta_reg;

    fn games(wins: u64, losses: u64) -> Wdl {
        Wdl { wins, draws: 7, losses }
    }

    #[test]
    fn is_a_tail_of_fair_coins() {
        for (wins, losses) in [(0, 0), (1, 0), (0, 4), (3, 2), (12, 20), (300, 280), (89, 76)] {
            let found = likelihood_of_superiority(games(wins, losses));
            let coins = Binomial::new(0.5, wins + losses + 1).expect("a distribution").cdf(wins);
            assert!((found - coins).abs() < 1e-10, "{wins}:{losses} {found} {coins}");
            let beta = beta_reg(losses as f64 + 1.0, wins as f64 + 1.0, 0.5);
            assert!((found - beta).abs() < 1e-12);
        }
    }

    /// The normal form as in fastchess's `elo_test.cpp` (MIT), which divides by the sample's deviation:
    /// 15.53 % and 99.60 %.
    #[test]
    fn published_examples_and_the_normal_approximation() {
        assert!((likelihood_of_superiority(games(76, 89)) - 0.1553).abs() < 0.002);
        assert!((likelihood_of_superiority(games(136, 96)) - 0.9960).abs() < 0.001);
        let normal = Normal::standard();
        for (wins, losses) in [(1_000_u64, 950_u64), (50_000, 50_300), (2_000_000, 1_997_000)] {
            let approximate = normal.cdf((wins as f64 - losses as f64) / ((wins + losses) as f64).sqrt());
            let found = likelihood_of_superiority(games(wins, losses));
            assert!((found - approximate).abs() < 1e-3, "{found} {approximate}");
        }
    }

    #[test]
    fn nothing_is_known_without_games_and_extremes_are_finite() {
        assert_eq!(likelihood_of_superiority(Wdl::ZERO).to_bits(), 0.5_f64.to_bits());
        assert_eq!(likelihood_of_superiority_of_pairs(Pentanomial::ZERO).to_bits(), 0.5_f64.to_bits());
        for n in [1_u64, 100, 1_000_000] {
            let won = likelihood_of_superiority(games(n, 0));
            let lost = likelihood_of_superiority(games(0, n));
            assert!((0.7499..=1.0).contains(&won) && (won + lost - 1.0).abs() < 1e-12);
            let won = likelihood_of_superiority_of_pairs(Pentanomial { counts: [0, 0, 0, 0, n] });
            let lost = likelihood_of_superiority_of_pairs(Pentanomial { counts: [n, 0, 0, 0, 0] });
            assert!((0.7499..=1.0).contains(&won) && (won + lost - 1.0).abs() < 1e-9, "{won} {lost}");
            let drawn = likelihood_of_superiority_of_pairs(Pentanomial { counts: [0, 0, n, 0, 0] });
            assert_eq!(drawn.to_bits(), 0.5_f64.to_bits());
        }
    }

    /// Of two gamma variables the first has a beta-distributed share of the sum.
    #[test]
    fn sums_of_two_gamma_variables_are_beta() {
        for (a, b) in
            [(0.2, 1.2), (1.2, 0.2), (3.0, 3.5), (40.2, 25.2), (1000.2, 1100.2), (2e6, 2.001e6), (1e12, 1e12)]
        {
            let found = above_zero(&[(1.0, a), (-1.0, b)]);
            let exact = regularized_beta(0.5, b, a);
            assert!((found - exact).abs() < 1e-9, "{a} {b}: {found} {exact}");
        }
    }

    #[test]
    fn pairs_agree_with_the_normal_form_for_many_pairs() {
        // fastchess's examples: 5.05 %, and all but certain.
        let close = likelihood_of_superiority_of_pairs(Pentanomial { counts: [332, 433, 498, 333, 334] });
        assert!((close - 0.0505).abs() < 0.001, "{close}");
        let clear = likelihood_of_superiority_of_pairs(Pentanomial { counts: [34, 54, 63, 64, 75] });
        assert!(clear > 0.9999, "{clear}");
    }

    #[test]
    fn pairs_are_surer_than_their_games_when_openings_decide() {
        let pairs = Pentanomial { counts: [10, 0, 470, 0, 20] };
        let of_pairs = likelihood_of_superiority_of_pairs(pairs);
        assert!(of_pairs > 0.95 && likelihood_of_superiority(games(510, 490)) < 0.8, "{of_pairs}");
    }
}
