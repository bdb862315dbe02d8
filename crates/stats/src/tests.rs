//! What holds for all functions together.

use super::*;

/// Every number that can be printed, for small, lopsided and huge counts alike.
#[test]
fn everything_is_finite() {
    let sizes = [0_u64, 1, 4, 3_000_000_000];
    let tests: Vec<Sprt> = [EloModel::Logistic, EloModel::Normalized]
        .into_iter()
        .flat_map(|model| [(0.0, 5.0), (-Sprt::ELO_LIMIT, Sprt::ELO_LIMIT)].map(|elo| (model, elo)))
        .map(|(model, (elo0, elo1))| Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test"))
        .collect();
    for number in 0..4_usize.pow(5) {
        let counts = std::array::from_fn(|place| sizes[number / 4_usize.pow(place as u32) % 4]);
        let pairs = Pentanomial { counts };
        let games = Wdl { wins: counts[0], draws: counts[1], losses: counts[2] };
        check(pairs.into(), &tests);
        check(games.into(), &tests);
        for chance in [likelihood_of_superiority(games), likelihood_of_superiority_of_pairs(pairs)] {
            assert!((0.0..=1.0).contains(&chance), "{counts:?}: {chance}");
        }
        if let Some(found) = compare_scores(games, pairs, Confidence::NINETY_FIVE) {
            assert!((0.0..=1.0).contains(&found.p_value), "{counts:?}");
            assert!(found.difference.interval.contains(found.difference.estimate), "{counts:?} {found:?}");
        }
    }
}

fn check(counts: ScoreCounts, tests: &[Sprt]) {
    let interval = score_interval(counts, Confidence::NINETY_FIVE);
    assert!(interval.low >= 0.0 && interval.high <= 1.0 && interval.width() > 0.0, "{counts:?} {interval:?}");
    assert!(counts.mean().is_none_or(|mean| interval.contains(mean)), "{counts:?} {interval:?}");
    let elo = elo_difference(counts, Confidence::NINETY_FIVE);
    let numbers = [elo.value, elo.low, elo.high, normalized_elo(counts)];
    assert!(numbers.into_iter().flatten().all(f64::is_finite), "{counts:?} {elo:?}");
    for test in tests {
        let ratio = test.log_likelihood_ratio(counts);
        assert!(ratio.is_finite(), "{counts:?} {test:?}: {ratio}");
    }
}

/// The quantiles, tails and probabilities that the functions rest on, against statrs's distributions.
#[test]
fn distributions_are_statrs() {
    use statrs::distribution::{Binomial, ContinuousCDF, Discrete, DiscreteCDF, Normal};
    let normal = Normal::standard();
    for level in [0.01, 0.5, 0.9, 0.95, 0.99, 0.9999] {
        let quantile = Confidence::new(level).expect("a level").normal_quantile();
        assert!((2.0 * normal.cdf(quantile) - 1.0 - level).abs() < 1e-10, "{level}");
    }
    for (wins, decided, rate) in [(3, 10, 0.2), (0, 40, 0.05), (512, 1000, 0.5), (70_400, 100_000, 0.7)] {
        let binomial = Binomial::new(rate, decided).expect("a distribution");
        let found = ln_binomial_probability(wins, decided, rate);
        assert!((found - binomial.ln_pmf(wins)).abs() < 1e-8, "{wins} {decided} {rate}: {found}");
        let interval = clopper_pearson(wins, decided, Confidence::NINETY_FIVE);
        let below = Binomial::new(interval.high, decided).expect("a distribution").cdf(wins);
        assert!((below - 0.025).abs() < 1e-6, "{wins} {decided}: {below}");
        if wins > 0 {
            let above = Binomial::new(interval.low, decided).expect("a distribution").sf(wins - 1);
            assert!((above - 0.025).abs() < 1e-6, "{wins} {decided}: {above}");
        }
    }
}
