//! Means with intervals.

use super::student::{student_quantile, student_tails};
use super::{Confidence, Interval};

/// The mean of a sample of whole numbers, such as the plies of games, the nodes of searches or losses in half
/// points, as running sums.
///
/// The sums are whole numbers, so the result does not depend on the order in which values are added. They are exact
/// as long as the sum of squares stays below 2¹²⁸ ≈ 3 · 10³⁸; beyond that they stay at the largest number.
///
/// ```
/// use connect_toe_stats::{Confidence, Mean};
/// let plies: Mean = [9, 7, 8, 9, 5, 6].into_iter().collect();
/// assert_eq!(plies.mean(), Some(44.0 / 6.0));
/// let interval = plies.interval(Confidence::NINETY_FIVE).expect("two values or more");
/// assert!((interval.low - 5.62).abs() < 0.01 && (interval.high - 9.05).abs() < 0.01);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Mean {
    count: u64,
    sum: i128,
    sum_of_squares: u128,
}

impl Mean {
    /// Adds one value.
    pub fn push(&mut self, value: i64) {
        let size = u128::from(value.unsigned_abs());
        self.count += 1;
        self.sum = self.sum.saturating_add(i128::from(value));
        self.sum_of_squares = self.sum_of_squares.saturating_add(size * size);
    }

    /// How many values.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    pub const fn sum(&self) -> i128 {
        self.sum
    }

    /// Their mean. `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The variance that the sample suggests, with `count − 1` as the divisor. `None` below two values.
    fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let count = u128::from(self.count);
        let size = self.sum.unsigned_abs();
        // Exact where the products fit, so that nothing cancels; else the mean is far from 0 or the sums are
        // huge, and floating point must do.
        let scaled = match (self.sum_of_squares.checked_mul(count), size.checked_mul(size)) {
            (Some(squares), Some(square)) => squares.saturating_sub(square) as f64 / count as f64,
            _ => (self.sum_of_squares as f64 - size as f64 * (size as f64 / count as f64)).max(0.0),
        };
        Some(scaled / (self.count - 1) as f64)
    }

    /// The standard error of the mean. `None` below two values.
    fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }

    /// Where the mean of all such values lies: Student's interval, exact for normal values and good for the
    /// mean of many others. `None` below two values, which show no spread; if all values are equal it is that
    /// one value, and [`bounded_interval`](Self::bounded_interval) is the honest choice.
    ///
    /// Source: "Student" (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908).
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        let margin = student_quantile(confidence, self.count - 1) * error;
        Some(Interval { low: mean - margin, high: mean + margin })
    }

    /// The probability of a mean as far from 0 as this one, either way, if that of all such values is 0: Student's
    /// test, paired if the values are differences. It is below 1 − level just where
    /// [`interval`](Self::interval) at that level leaves out 0. `None` below two values; if all are equal, 0, or 1 if
    /// they are 0.
    ///
    /// Source: as the interval.
    pub fn p_value(&self) -> Option<f64> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        if self.sum == 0 {
            return Some(1.0);
        }
        Some(student_tails(mean / error, self.count - 1))
    }

    /// Where the mean of all such values lies if none of them can leave `bounds`, with at least the confidence
    /// asked for whatever their distribution; without values it is `bounds`. Values outside count all the same,
    /// but then the promise is void.
    ///
    /// Source: W. Hoeffding, "Probability inequalities for sums of bounded random variables", Journal of the
    /// American Statistical Association 58 (1963), theorem 2 for each side.
    pub fn bounded_interval(&self, bounds: Interval, confidence: Confidence) -> Interval {
        let Some(mean) = self.mean() else { return bounds };
        let margin =
            bounds.width() * ((2.0 / (1.0 - confidence.level())).ln() / (2.0 * self.count as f64)).sqrt();
        Interval { low: (mean - margin).max(bounds.low), high: (mean + margin).min(bounds.high) }
    }
}

impl FromIterator<i64> for Mean {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut mean = Self::default();
        values.into_iter().for_each(|value| mean.push(value));
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::statistics::Statistics;

    const LEVEL: Confidence = Confidence::NINETY_FIVE;

    #[test]
    fn moments_agree_with_statrs() {
        let values = [3_i64, -7, 22, 22, 5, 1_000, -40, 8];
        let found: Mean = values.into_iter().collect();
        let floats: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        assert!((found.mean().expect("values") - floats.iter().mean()).abs() < 1e-12);
        assert!((found.variance().expect("values") / floats.iter().variance() - 1.0).abs() < 1e-12);
    }

    /// Student's own data: additional hours of sleep, in tenths, by the second drug (Biometrika 1908, page 20;
    /// the data set `sleep` of R). The mean is 2.33 with a 95 % interval of 0.90 to 3.76 (R's `t.test`).
    #[test]
    fn published_example() {
        let sleep: Mean = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34].into_iter().collect();
        assert_eq!(sleep.mean(), Some(23.3));
        let interval = sleep.interval(LEVEL).expect("a sample");
        assert!((interval.low - 8.976_775).abs() < 1e-5, "{interval:?}");
        assert!((interval.high - 37.623_225).abs() < 1e-5, "{interval:?}");
    }

    /// R's paired `t.test` of both drugs of these data gives p = 0.002833.
    #[test]
    fn published_test() {
        let differences: Mean = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14].into_iter().collect();
        assert!((differences.p_value().expect("a sample") - 0.002_833).abs() < 1e-6);
        let p = |values: &[i64]| values.iter().copied().collect::<Mean>().p_value();
        assert_eq!((p(&[]), p(&[7])), (None, None));
        assert_eq!((p(&[0, 0]), p(&[3, -3]), p(&[2, 2, 2])), (Some(1.0), Some(1.0), Some(0.0)));
    }

    #[test]
    fn the_order_does_not_matter() {
        let values: Vec<i64> = (0..1000).map(|n| n * n * 7919 % 100_003 - 50_000).collect();
        let whole: Mean = values.iter().copied().collect();
        let backwards: Mean = values.chunks(37).rev().flat_map(|part| part.iter().rev().copied()).collect();
        assert_eq!(backwards, whole);
    }

    #[test]
    fn nothing_cancels_far_from_zero() {
        let base = 1_000_000_000_000;
        let near: Mean = [4, 7, 13, 16].into_iter().map(|value| base + value).collect();
        assert_eq!(near.variance(), Some(30.0));
        let huge: Mean = [i64::MIN, i64::MAX, 0].into_iter().collect();
        assert!(huge.variance().is_some_and(f64::is_finite));
        let many: Mean = (0..10).map(|_| i64::MIN).collect();
        assert!(many.interval(LEVEL).is_some_and(|interval| interval.low.is_finite()));
    }

    #[test]
    fn small_samples() {
        let none = Mean::default();
        assert_eq!((none.mean(), none.variance(), none.interval(LEVEL)), (None, None, None));
        let one: Mean = [5].into_iter().collect();
        assert_eq!((one.mean(), one.variance(), one.interval(LEVEL)), (Some(5.0), None, None));
        let equal: Mean = [5, 5, 5].into_iter().collect();
        assert_eq!(equal.interval(LEVEL), Some(Interval { low: 5.0, high: 5.0 }));
        let bounds = Interval { low: 0.0, high: 10.0 };
        assert_eq!(none.bounded_interval(bounds, LEVEL), bounds);
        assert_eq!(equal.bounded_interval(bounds, LEVEL), bounds);
    }

    #[test]
    fn bounded_intervals_shrink_to_the_mean() {
        let coins: Mean = (0..10_000).map(|n| n % 2).collect();
        let interval = coins.bounded_interval(Interval::UNIT, LEVEL);
        // √(ln 40 / 20000)
        assert!((interval.low - (0.5 - 0.013_581)).abs() < 1e-5 && interval.high < 0.514);
        let student = coins.interval(LEVEL).expect("a sample");
        assert!(student.low > interval.low && student.high < interval.high);
    }
}
