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
/// the two games of the prior of [`likelihood_of_superiority`]. The exact mean and variance of the expected
/// score follow; its distribution is taken to be the beta distribution with these two. If the players never
/// drew and never split a pair, that is exact.
///
/// Source: the prior is Perks's (Journal of the Institute of Actuaries 73, 1947).
pub fn likelihood_of_superiority_of_pairs(pairs: Pentanomial) -> f64 {
    if pairs.counts == pairs.swapped().counts {
        return 0.5;
    }
    let (mut weight, mut sum) = (0.0, 0.0);
    for cell in ScoreCounts::from(pairs).cells() {
        weight += cell.weight + PRIOR_PER_KIND;
        sum += (cell.weight + PRIOR_PER_KIND) * cell.score;
    }
    let mean = sum / weight;
    let squares: f64 = ScoreCounts::from(pairs)
        .cells()
        .map(|cell| (cell.weight + PRIOR_PER_KIND) * (cell.score - mean).powi(2))
        .sum();
    let variance = squares / weight / (weight + 1.0);
    let parameters = mean * (1.0 - mean) / variance - 1.0;
    regularized_beta(0.5, (1.0 - mean) * parameters, mean * parameters)
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
