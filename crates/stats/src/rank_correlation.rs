//! Rank correlations.

use super::{Confidence, Interval};

/// How alike two rankings of the same things are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankCorrelation {
    /// From −1 (the one is the other reversed) to 1 (they agree).
    pub value: f64,
    /// Where the correlation of all such things lies at the level asked for, within −1 … 1.
    pub interval: Interval,
}

/// Kendall's τ-b: how much more often two things stand in the same order in both rankings than in opposite
/// orders, with pairs tied in either taken out of the scale. Greater numbers rank higher in both.
///
/// `None` if the lengths differ, a value is not a number, or one side has fewer than two different values.
///
/// The interval is ± z · √(0.437 / (n − 4)) about artanh τ (a normal population without ties; approximate
/// otherwise). With four things or fewer it is everything. At τ = ±1 it starts from the next value that a
/// ranking without ties can have, so that it does not collapse.
///
/// Time grows like n log n.
///
/// Source: M. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945); W. Knight, "A computer
/// method for calculating Kendall's tau with ungrouped data", Journal of the American Statistical Association 61
/// (1966); interval: E. Fieller, H. Hartley & E. Pearson, "Tests for rank correlation coefficients. I",
/// Biometrika 44 (1957).
///
/// ```
/// use connect_toe_stats::{Confidence, kendall_tau};
/// let tau = kendall_tau(&[1.0, 2.0, 3.0, 4.0], &[10.0, 20.0, 40.0, 30.0], Confidence::NINETY_FIVE);
/// assert!((tau.expect("two rankings").value - 4.0 / 6.0).abs() < 1e-12);
/// ```
pub fn kendall_tau(first: &[f64], second: &[f64], confidence: Confidence) -> Option<RankCorrelation> {
    let (first, second) = (double_ranks(first)?, double_ranks(second)?);
    if first.len() != second.len() {
        return None;
    }
    let mut both: Vec<(u64, u64)> = first.iter().copied().zip(second.iter().copied()).collect();
    both.sort_unstable();
    let mut seconds: Vec<u64> = both.iter().map(|&(_, second)| second).collect();
    let discordant = sort_counting_exchanges(&mut seconds);
    let tied_second = pairs_in_runs(&seconds);
    let tied_first = pairs_in_runs(&both.iter().map(|&(first, _)| first).collect::<Vec<_>>());
    let tied_both = pairs_in_runs(&both);
    let n = both.len() as u64;
    let all = n * n.saturating_sub(1) / 2;
    let (untied_first, untied_second) = (all - tied_first, all - tied_second);
    if untied_first == 0 || untied_second == 0 {
        return None;
    }
    let concordant = all + tied_both - tied_first - tied_second - discordant;
    let value = (concordant as f64 - discordant as f64) / (untied_first as f64 * untied_second as f64).sqrt();
    let variance = (n > 4).then(|| 0.437 / (n as f64 - 4.0));
    let next = 1.0 - 2.0 / all as f64;
    Some(with_interval(value, next, |_| variance, confidence))
}

/// Spearman's ρ: the correlation of the ranks, equal values sharing the mean of their ranks. Greater numbers
/// rank higher in both.
///
/// `None` if the lengths differ, a value is not a number, or one side has fewer than two different values.
///
/// The interval is ± z · √((1 + ρ² / 2) / (n − 3)) about artanh ρ. With three things or fewer it is everything.
/// At ρ = ±1 it starts from the next value that a ranking without ties can have, so that it does not collapse.
///
/// Source: C. Spearman, "The proof and measurement of association between two things", American Journal of
/// Psychology 15 (1904); interval: D. Bonett & T. Wright, "Sample size requirements for estimating Pearson,
/// Kendall and Spearman correlations", Psychometrika 65 (2000).
///
/// ```
/// use connect_toe_stats::{Confidence, spearman_rho};
/// let rho = spearman_rho(&[1.0, 2.0, 3.0, 4.0], &[10.0, 20.0, 40.0, 30.0], Confidence::NINETY_FIVE);
/// assert!((rho.expect("two rankings").value - 0.8).abs() < 1e-12);
/// ```
pub fn spearman_rho(first: &[f64], second: &[f64], confidence: Confidence) -> Option<RankCorrelation> {
    let (first, second) = (double_ranks(first)?, double_ranks(second)?);
    if first.len() != second.len() {
        return None;
    }
    let n = first.len() as i128;
    // Twice the mean rank; with whole numbers the sums are exact.
    let center = n + 1;
    let product = |a: &[u64], b: &[u64]| -> i128 {
        a.iter().zip(b).map(|(&a, &b)| (i128::from(a) - center) * (i128::from(b) - center)).sum()
    };
    let (of_first, of_second) = (product(&first, &first), product(&second, &second));
    if of_first == 0 || of_second == 0 {
        return None;
    }
    let scale = (of_first as f64).sqrt() * (of_second as f64).sqrt();
    let value = (product(&first, &second) as f64 / scale).clamp(-1.0, 1.0);
    let n = n as f64;
    let next = 1.0 - 12.0 / (n * (n * n - 1.0));
    let variance = |rho: f64| (n > 3.0).then(|| (1.0 + rho * rho / 2.0) / (n - 3.0));
    Some(with_interval(value, next, variance, confidence))
}

/// Fisher's interval: artanh of the correlation is about normal. `next` is the largest correlation below 1.
fn with_interval(
    value: f64,
    next: f64,
    variance: impl Fn(f64) -> Option<f64>,
    confidence: Confidence,
) -> RankCorrelation {
    let everything = Interval { low: -1.0, high: 1.0 };
    let inner = value.clamp(-next.max(0.0), next.max(0.0));
    let interval = variance(inner).map_or(everything, |variance| {
        let margin = confidence.normal_quantile() * variance.sqrt();
        let (low, high) = ((inner.atanh() - margin).tanh(), (inner.atanh() + margin).tanh());
        Interval { low: if value < inner { -1.0 } else { low }, high: if value > inner { 1.0 } else { high } }
    });
    RankCorrelation { value, interval }
}

/// Twice the rank of each value, from 1 for the lowest; equal values share the mean of their ranks. `None` if a
/// value is not a number.
fn double_ranks(values: &[f64]) -> Option<Vec<u64>> {
    if values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut order: Vec<usize> = (0..values.len()).collect();
    // Adding 0 makes −0 and 0 equal.
    let compare = |a: usize, b: usize| (values[a] + 0.0).total_cmp(&(values[b] + 0.0));
    order.sort_by(|&a, &b| compare(a, b));
    let mut ranks = vec![0; values.len()];
    let mut below = 0_u64;
    for run in order.chunk_by(|&a, &b| compare(a, b).is_eq()) {
        let length = run.len() as u64;
        for &index in run {
            ranks[index] = 2 * below + length + 1;
        }
        below += length;
    }
    Some(ranks)
}

/// Pairs of equal neighbours in a sorted list.
fn pairs_in_runs<T: PartialEq>(sorted: &[T]) -> u64 {
    sorted.chunk_by(|a, b| a == b).map(|run| run.len() as u64).map(|length| length * (length - 1) / 2).sum()
}

/// Sorts by merging, and says how many pairs stood in falling order.
fn sort_counting_exchanges(values: &mut [u64]) -> u64 {
    let half = values.len() / 2;
    if half == 0 {
        return 0;
    }
    let (left, right) = values.split_at_mut(half);
    let mut exchanges = sort_counting_exchanges(left) + sort_counting_exchanges(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut from_left, mut from_right) = (left.iter().peekable(), right.iter().peekable());
    loop {
        match (from_left.peek(), from_right.peek()) {
            (Some(&&a), Some(&&b)) if b < a => {
                exchanges += from_left.len() as u64;
                merged.push(b);
                from_right.next();
            }
            (Some(&&a), _) => {
                merged.push(a);
                from_left.next();
            }
            (None, Some(&&b)) => {
                merged.push(b);
                from_right.next();
            }
            (None, None) => break,
        }
    }
    values.copy_from_slice(&merged);
    exchanges
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const LEVEL: Confidence = Confidence::NINETY_FIVE;

    fn tau(first: &[f64], second: &[f64]) -> f64 {
        kendall_tau(first, second, LEVEL).expect("two rankings").value
    }

    fn rho(first: &[f64], second: &[f64]) -> f64 {
        spearman_rho(first, second, LEVEL).expect("two rankings").value
    }

    /// Hollander & Wolfe, "Nonparametric Statistical Methods" (1973), page 187: tuna's lightness and quality
    /// (R's `cor.test`); the examples with ties of `SciPy`'s `kendalltau` and `spearmanr`.
    #[test]
    fn published_examples() {
        let lightness = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1];
        let quality = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8];
        assert!((tau(&lightness, &quality) - 0.444_444_4).abs() < 1e-7);
        assert!((rho(&lightness, &quality) - 0.6).abs() < 1e-12);
        let ties = tau(&[12.0, 2.0, 1.0, 12.0, 2.0], &[1.0, 4.0, 7.0, 1.0, 0.0]);
        assert!((ties + 0.471_404_520_791_031_7).abs() < 1e-12);
        let ties = rho(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5.0, 6.0, 7.0, 8.0, 7.0]);
        assert!((ties - 0.820_782_681_668_123_3).abs() < 1e-12);
    }

    /// The definition, pair by pair.
    fn slow_tau(first: &[f64], second: &[f64]) -> f64 {
        let (mut difference, mut untied_first, mut untied_second) = (0_i64, 0_u32, 0_u32);
        for a in 0..first.len() {
            for b in 0..a {
                let one = first[a].partial_cmp(&first[b]).expect("numbers") as i64;
                let other = second[a].partial_cmp(&second[b]).expect("numbers") as i64;
                difference += one * other;
                untied_first += u32::from(one != 0);
                untied_second += u32::from(other != 0);
            }
        }
        difference as f64 / (f64::from(untied_first) * f64::from(untied_second)).sqrt()
    }

    /// Pearson's correlation of ranks, each counted from its definition.
    fn slow_rho(first: &[f64], second: &[f64]) -> f64 {
        let ranks = |values: &[f64]| -> Vec<f64> {
            let rank = |value: f64| {
                let below = values.iter().filter(|&&other| other < value).count() as f64;
                let not_above = values.iter().filter(|&&other| other <= value).count() as f64;
                f64::midpoint(below, not_above + 1.0)
            };
            values.iter().map(|&value| rank(value)).collect()
        };
        let (first, second) = (ranks(first), ranks(second));
        let mean = first.iter().sum::<f64>() / first.len() as f64;
        let product =
            |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
        product(&first, &second) / (product(&first, &first) * product(&second, &second)).sqrt()
    }

    #[test]
    fn agrees_with_the_definitions() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for round in 0..300_u32 {
            let length = 2 + (round % 40) as usize;
            let different = if round % 2 == 0 { 5 } else { 1000 };
            let mut sample = || -> Vec<f64> {
                (0..length).map(|_| f64::from(random.random_range(-different..different))).collect()
            };
            let (first, second) = (sample(), sample());
            let Some(found) = kendall_tau(&first, &second, LEVEL) else {
                assert_eq!(spearman_rho(&first, &second, LEVEL), None);
                continue;
            };
            assert!((found.value - slow_tau(&first, &second)).abs() < 1e-12, "{first:?} {second:?}");
            assert!((rho(&first, &second) - slow_rho(&first, &second)).abs() < 1e-12, "{first:?} {second:?}");
            assert!(found.interval.contains(found.value));
        }
    }

    #[test]
    fn many_values_take_no_quadratic_time() {
        let rising: Vec<f64> = (0..200_000).map(f64::from).collect();
        let falling: Vec<f64> = rising.iter().rev().copied().collect();
        assert!((tau(&rising, &falling) + 1.0).abs() < 1e-12);
        assert!((rho(&rising, &falling) + 1.0).abs() < 1e-12);
    }

    #[test]
    fn intervals_are_fishers() {
        // artanh 0.5 ± 1.96 √(0.437 / 46), artanh 0.5 ± 1.96 √(1.125 / 47).
        let found = with_interval(0.5, 0.99, |_| Some(0.437 / 46.0), LEVEL).interval;
        assert!((found.low - 0.3437).abs() < 5e-5 && (found.high - 0.6294).abs() < 5e-5, "{found:?}");
        let found = with_interval(0.5, 0.99, |r| Some((1.0 + r * r / 2.0) / 47.0), LEVEL).interval;
        assert!((found.low - 0.241_2).abs() < 5e-5 && (found.high - 0.692_4).abs() < 5e-5, "{found:?}");
    }

    #[test]
    fn agreement_of_few_things_proves_little() {
        let few = [1.0, 2.0, 3.0, 4.0];
        let everything = Interval { low: -1.0, high: 1.0 };
        assert_eq!(kendall_tau(&few, &few, LEVEL).expect("rankings").interval, everything);
        assert_eq!(spearman_rho(&few[..3], &few[..3], LEVEL).expect("rankings").interval, everything);
        let six = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        for found in [kendall_tau(&six, &six, LEVEL), spearman_rho(&six, &six, LEVEL)] {
            let found = found.expect("rankings");
            assert!((found.value - 1.0).abs() < 1e-12);
            assert!(found.interval.low < 0.8 && found.interval.high.to_bits() == 1.0_f64.to_bits());
        }
    }

    #[test]
    fn what_cannot_be_ranked_has_no_correlation() {
        let none = |first: &[f64], second: &[f64]| {
            kendall_tau(first, second, LEVEL).is_none() && spearman_rho(first, second, LEVEL).is_none()
        };
        assert!(none(&[], &[]) && none(&[1.0], &[2.0]));
        assert!(none(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]) && none(&[0.0, -0.0], &[1.0, 2.0]));
        assert!(none(&[1.0, 2.0], &[1.0, 2.0, 3.0]) && none(&[1.0, f64::NAN], &[1.0, 2.0]));
        assert!((tau(&[f64::NEG_INFINITY, 0.0, f64::INFINITY], &[1.0, 2.0, 3.0]) - 1.0).abs() < 1e-12);
    }
}
