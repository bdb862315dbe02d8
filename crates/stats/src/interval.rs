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
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether the two intervals share no point.
    #[must_use]
    pub fn is_apart_from(self, other: Self) -> bool {
        self.high < other.low || other.high < self.low
    }

    /// `high − low`.
    #[must_use]
    pub fn width(self) -> f64 {
        self.high - self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_intervals_are_not_apart() {
        let low = Interval { low: 0.1, high: 0.25 };
        let high = Interval { low: 0.25, high: 0.5 };
        assert!(!low.is_apart_from(high));
        assert!(low.is_apart_from(Interval { low: 0.26, high: 0.5 }));
        assert!(low.contains(0.25) && !low.contains(0.2501));
    }
}
