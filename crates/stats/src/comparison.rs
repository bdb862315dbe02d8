//! Scores of independent samples, compared.

use statrs::function::erf::erfc;

use super::{Confidence, Difference, ScoreCounts, holm, score_interval};

/// The comparison of the scores of two players who played independent games against the same opposition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreComparison {
    /// First score minus second score, in points per game, with its interval.
    pub difference: Difference,
    /// The probability of a difference of this size or larger, either way, if the results of both come from one
    /// distribution; 1 if all results were the same.
    pub p_value: f64,
}

/// Compares the scores of two independent samples. `None` if either has no games.
///
/// The samples must not share games: two players of one match are compared by [`score_interval`], whose centre
/// is ½. The p-value is that of the score test with the variance of both samples taken together (for decided
/// games the usual test of two proportions); the interval combines the two [`score_interval`]s and so stays
/// honest when one sample has no variance. The two can disagree in close cases.
///
/// Source: interval: G. Zou & A. Donner, "Construction of confidence limits about effect measures: a general
/// approach", Statistics in Medicine 27 (2008), which for proportions is Newcombe's
/// ([`difference`](super::difference())).
///
/// ```
/// use connect_toe_stats::{Confidence, Wdl, compare_scores};
/// let strong = Wdl { wins: 70, draws: 10, losses: 20 };
/// let weak = Wdl { wins: 45, draws: 10, losses: 45 };
/// let found = compare_scores(strong, weak, Confidence::NINETY_FIVE).expect("games");
/// assert!(found.difference.is_above() && found.p_value < 0.001);
/// ```
pub fn compare_scores(
    first: impl Into<ScoreCounts>,
    second: impl Into<ScoreCounts>,
    confidence: Confidence,
) -> Option<ScoreComparison> {
    let (first, second) = (first.into(), second.into());
    let (a, b) = (first.mean()?, second.mean()?);
    let difference =
        Difference::of((a, score_interval(first, confidence)), (b, score_interval(second, confidence)));
    Some(ScoreComparison { difference, p_value: p_value(&first, &second, difference.estimate)? })
}

fn p_value(first: &ScoreCounts, second: &ScoreCounts, difference: f64) -> Option<f64> {
    let (n, m) = (first.trials() as f64, second.trials() as f64);
    // Within the samples and between them.
    let within = n * first.variance()? + m * second.variance()?;
    let between = n * m / (n + m) * difference * difference;
    let pooled = (within + between) / (n + m);
    if pooled <= 0.0 {
        return Some(1.0);
    }
    let z = difference.abs() / (pooled * (1.0 / n + 1.0 / m)).sqrt();
    Some(erfc(z / std::f64::consts::SQRT_2))
}

/// One of a family of comparisons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairComparison {
    /// The place of the first sample in the list.
    pub first: usize,
    /// The place of the second sample in the list.
    pub second: usize,
    /// How they compare; the interval is that of this comparison alone
    /// ([`Confidence::shared_by`] makes all of them hold at once).
    pub comparison: ScoreComparison,
    /// The p-value after Holm's correction for all comparisons of the family ([`holm()`]).
    pub adjusted: f64,
}

/// Compares the scores of all samples with each other ([`compare_scores`]), with p-values corrected for their
/// number. The samples must be independent. Those without games take no part.
pub fn compare_all<C: Copy + Into<ScoreCounts>>(
    samples: &[C],
    confidence: Confidence,
) -> Vec<PairComparison> {
    let mut comparisons: Vec<PairComparison> = (0..samples.len())
        .flat_map(|first| (first + 1..samples.len()).map(move |second| (first, second)))
        .filter_map(|(first, second)| {
            let comparison = compare_scores(samples[first], samples[second], confidence)?;
            Some(PairComparison { first, second, comparison, adjusted: comparison.p_value })
        })
        .collect();
    let p_values: Vec<f64> = comparisons.iter().map(|one| one.comparison.p_value).collect();
    for (one, adjusted) in comparisons.iter_mut().zip(holm(&p_values)) {
        one.adjusted = adjusted;
    }
    comparisons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Wdl, difference};

    const LEVEL: Confidence = Confidence::NINETY_FIVE;

    fn compare(first: impl Into<ScoreCounts>, second: impl Into<ScoreCounts>) -> ScoreComparison {
        compare_scores(first, second, LEVEL).expect("games")
    }

    fn decided(wins: u64, games: u64) -> Wdl {
        Wdl { wins, draws: 0, losses: games - wins }
    }

    #[test]
    fn without_draws_it_is_newcombes() {
        for (first, second) in
            [((56, 70), (48, 80)), ((9, 10), (3, 10)), ((5, 56), (0, 29)), ((10, 10), (0, 20))]
        {
            let found = compare(decided(first.0, first.1), decided(second.0, second.1)).difference;
            let expected = difference(first, second, LEVEL).expect("games");
            assert!((found.estimate - expected.estimate).abs() < 1e-12);
            assert!((found.interval.low - expected.interval.low).abs() < 1e-9, "{found:?} {expected:?}");
            assert!((found.interval.high - expected.interval.high).abs() < 1e-9, "{found:?} {expected:?}");
        }
    }

    /// R's `prop.test(c(83, 90, 129, 70), c(86, 93, 136, 82))` compares smokers among patients (Fleiss 1981,
    /// page 139); here the first two and the last two, as χ² of the table.
    #[test]
    fn p_values_are_those_of_the_table() {
        let chi_squared = |a: f64, b: f64, c: f64, d: f64| {
            (a * d - b * c).powi(2) * (a + b + c + d) / ((a + b) * (c + d) * (a + c) * (b + d))
        };
        for (first, second) in [((83, 86), (90, 93)), ((129, 136), (70, 82))] {
            let (wins, others) = (first.0 as f64, second.0 as f64);
            let (losses, other_losses) = ((first.1 - first.0) as f64, (second.1 - second.0) as f64);
            let expected = erfc((chi_squared(wins, losses, others, other_losses) / 2.0).sqrt());
            let found = compare(decided(first.0, first.1), decided(second.0, second.1)).p_value;
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn exchanging_the_two_mirrors_it() {
        let (one, other) = (Pentanomial { counts: [1, 2, 7, 3, 4] }, Pentanomial { counts: [5, 2, 7, 0, 0] });
        let (forth, back) = (compare(one, other), compare(other, one));
        assert!((forth.difference.interval.low + back.difference.interval.high).abs() < 1e-12);
        assert!((forth.p_value - back.p_value).abs() < 1e-12);
    }

    #[test]
    fn samples_alike_are_no_evidence() {
        let drawn = Wdl { draws: 9, ..Wdl::ZERO };
        let found = compare(drawn, drawn);
        assert_eq!(found.p_value.to_bits(), 1.0_f64.to_bits());
        assert!(found.difference.interval.low < -0.1 && found.difference.interval.high > 0.1);
        assert_eq!(compare_scores(Wdl::ZERO, drawn, LEVEL), None);
    }

    #[test]
    fn families_are_corrected() {
        let samples = [decided(80, 100), decided(50, 100), Wdl::ZERO, decided(52, 100)];
        let found = compare_all(&samples, LEVEL);
        let places: Vec<(usize, usize)> = found.iter().map(|one| (one.first, one.second)).collect();
        assert_eq!(places, [(0, 1), (0, 3), (1, 3)]);
        assert!((found[0].adjusted - 3.0 * found[0].comparison.p_value).abs() < 1e-15);
        assert!((found[1].adjusted - 2.0 * found[1].comparison.p_value).abs() < 1e-15);
        assert!((found[2].adjusted - found[2].comparison.p_value).abs() < 1e-15);
        assert!(compare_all::<Wdl>(&[], LEVEL).is_empty());
    }
}
