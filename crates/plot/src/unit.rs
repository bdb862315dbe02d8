//! What the numbers of a chart are.

use connect_toe_stats::{Interval, numbers};

/// What the numbers of a chart are: it decides how tick marks and tooltips write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Rates, 0 … 1, written in per cent.
    Rate,
    /// Whole numbers with a sign, such as differences of Elo points.
    Signed,
    /// Numbers of anything else.
    Count,
}

impl Unit {
    /// A round number at a tick mark.
    pub(crate) fn tick(self, value: f64) -> String {
        match self {
            Unit::Rate => format!("{} %", trimmed(100.0 * value)),
            Unit::Signed => numbers::signed(value),
            Unit::Count => trimmed(value),
        }
    }

    /// Any number.
    pub(crate) fn exact(self, value: f64) -> String {
        match self {
            Unit::Rate => format!("{} %", numbers::percent(value)),
            Unit::Signed => numbers::signed(value),
            Unit::Count => trimmed(value),
        }
    }

    /// A number with its interval: `62.1 % (58.0–66.0 %)`.
    pub(crate) fn with_interval(self, value: &str, interval: Option<(f64, f64)>) -> String {
        let Some((low, high)) = interval else { return value.to_owned() };
        match self {
            Unit::Rate => format!("{value} ({} %)", numbers::percents(Interval { low, high })),
            Unit::Signed | Unit::Count => {
                format!("{value} ({})", numbers::range(&self.exact(low), &self.exact(high)))
            }
        }
    }
}

/// With a digit behind the point where it is not 0.
pub(crate) fn trimmed(value: f64) -> String {
    let text = numbers::decimal(value, 1);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!((Unit::Rate.tick(0.25), Unit::Rate.tick(0.005)), ("25 %".into(), "0.5 %".into()));
        assert_eq!((Unit::Signed.tick(-12.6), Unit::Signed.tick(-0.4)), ("−13".into(), "0".into()));
        assert_eq!(Unit::Rate.with_interval("62.1 %", Some((0.58, 0.66))), "62.1 % (58.0–66.0 %)");
        assert_eq!(Unit::Count.with_interval("7", None), "7");
    }
}
