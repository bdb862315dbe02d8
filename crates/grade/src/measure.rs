//! Means over positions, with intervals.

use connect_toe_stats::{Confidence, Interval, Mean, wilson_at};

/// An estimate from a sample of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over the positions.
    pub value: f64,
    /// Where the mean over all such positions lies, at 95 %; nothing if the sample does not tell.
    pub interval: Option<Interval>,
}

const LEVEL: Confidence = Confidence::NINETY_FIVE;

/// Sums are kept as whole numbers of parts so small that nothing is lost: sums of whole numbers do not depend on the
/// order.
const PARTS: f64 = (1_u64 << 40) as f64;

fn parts(value: f64) -> i64 {
    (value * PARTS).round() as i64
}

fn scaled(interval: Interval) -> Interval {
    Interval { low: interval.low / PARTS, high: interval.high / PARTS }
}

fn within(bounds: Interval, interval: Interval) -> Interval {
    let clamp = |value: f64| value.clamp(bounds.low, bounds.high);
    Interval { low: clamp(interval.low), high: clamp(interval.high) }
}

/// Student's interval if the values differ, else one that holds for any values within the bounds.
fn bounded(mean: &Mean, bounds: Interval) -> Interval {
    let student = mean.interval(LEVEL).filter(|interval| interval.width() > 0.0);
    student.map_or_else(
        || {
            let wide = Interval { low: bounds.low * PARTS, high: bounds.high * PARTS };
            scaled(mean.bounded_interval(wide, LEVEL))
        },
        |interval| within(bounds, scaled(interval)),
    )
}

/// The mean of numbers from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    mean: Mean,
    /// Numbers that are neither 0 nor 1.
    between: u64,
}

impl Share {
    pub(crate) fn push(&mut self, value: f64) {
        self.mean.push(parts(value));
        self.between += u64::from(value > 0.0 && value < 1.0);
    }

    pub(crate) fn count(&self) -> u64 {
        self.mean.count()
    }

    /// What orders samples of one size: their sum.
    pub(crate) fn sum(&self) -> i128 {
        self.mean.sum()
    }

    /// The mean, with Wilson's interval if all numbers are 0 or 1, else Student's.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let value = self.mean.mean()? / PARTS;
        let interval = if self.between == 0 {
            let ones = self.mean.sum() / i128::from(parts(1.0));
            wilson_at(u64::try_from(ones).unwrap_or(0), self.mean.count(), LEVEL)
        } else {
            bounded(&self.mean, Interval::UNIT)
        };
        Some(Estimate { value, interval: Some(interval) })
    }
}

/// The mean of numbers from 0 without an upper bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    mean: Mean,
}

impl Amount {
    pub(crate) fn push(&mut self, value: f64) {
        self.mean.push(parts(value));
    }

    /// The mean, with Student's interval unless all numbers are equal.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let student = self.mean.interval(LEVEL).filter(|interval| interval.width() > 0.0);
        let interval = student.map(scaled).map(|Interval { low, high }| Interval { low: low.max(0.0), high });
        Some(Estimate { value: self.mean.mean()? / PARTS, interval })
    }
}

/// Differences between two numbers from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Differences {
    mean: Mean,
    /// Differences that are not 0.
    pub(crate) unequal: u64,
}

impl Differences {
    pub(crate) fn push(&mut self, difference: f64) {
        self.mean.push(parts(difference));
        self.unequal += u64::from(parts(difference) != 0);
    }

    pub(crate) fn student_test(&self) -> Option<f64> {
        self.mean.p_value()
    }

    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let bounds = Interval { low: -1.0, high: 1.0 };
        Some(Estimate { value: self.mean.mean()? / PARTS, interval: Some(bounded(&self.mean, bounds)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_stats::wilson;

    fn share(values: &[f64]) -> Estimate {
        let mut share = Share::default();
        for &value in values {
            share.push(value);
        }
        share.estimate().expect("values")
    }

    #[test]
    fn zeros_and_ones_have_wilsons_interval() {
        let found = share(&[1.0, 0.0, 1.0, 1.0]);
        assert_eq!((found.value, found.interval), (0.75, Some(wilson(3, 4))));
        let all = share(&[1.0; 50]);
        assert_eq!((all.value, all.interval), (1.0, Some(wilson(50, 50))));
    }

    #[test]
    fn fractions_have_students_interval_within_bounds() {
        let found = share(&[0.5, 0.0, 1.0]);
        // 0.5 ± 4.303 · 0.5 / √3 is wider than everything.
        assert_eq!(found, Estimate { value: 0.5, interval: Some(Interval::UNIT) });
        let interval = share(&[0.25, 0.75, 0.25, 0.75, 0.5, 0.5, 0.25, 0.75]).interval.expect("one");
        // 0.5 ± 2.365 · 0.231455 / √8
        assert!((interval.low - 0.306_5).abs() < 1e-3 && (interval.high - 0.693_5).abs() < 1e-3);
        // Equal fractions show no spread, which proves little.
        let equal = share(&[0.5; 100]).interval.expect("one");
        assert!(equal.low < 0.4 && equal.high > 0.6);
        assert_eq!(Share::default().estimate(), None);
    }

    #[test]
    fn amounts_without_spread_have_no_interval() {
        let mut amount = Amount::default();
        assert_eq!(amount.estimate(), None);
        amount.push(2.0);
        amount.push(2.0);
        assert_eq!(amount.estimate(), Some(Estimate { value: 2.0, interval: None }));
        amount.push(5.0);
        let interval = amount.estimate().and_then(|found| found.interval).expect("different numbers");
        // 3 ± 4.303 reaches below what can be.
        assert!(interval.low.to_bits() == 0 && (interval.high - 7.303).abs() < 1e-3);
    }
}
