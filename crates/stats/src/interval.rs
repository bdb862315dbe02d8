//! Closed intervals.

/// A closed interval of real numbers, `low ≤ high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Everything a proportion can be: what is known before the first game.
    pub const UNIT: Self = Self { low: 0.0, high: 1.0 };

    /// Whether `value` lies inside, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// `high − low`.
    pub fn width(self) -> f64 {
        self.high - self.low
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Compares an interval with one that was printed with four digits.
    pub(crate) fn check_printed(found: Interval, low: f64, high: f64) {
        let is_close = (found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5;
        assert!(is_close, "{found:?} instead of {low} to {high}");
    }

    #[test]
    fn ends_lie_inside() {
        let interval = Interval { low: 0.1, high: 0.25 };
        assert!(interval.contains(0.1) && interval.contains(0.25) && !interval.contains(0.2501));
    }
}
