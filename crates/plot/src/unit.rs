//! What the numbers of a chart are.

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
            Unit::Signed => signed(value),
            Unit::Count => trimmed(value),
        }
    }

    /// Any number.
    pub(crate) fn exact(self, value: f64) -> String {
        match self {
            Unit::Rate => format!("{:.1} %", 100.0 * value),
            Unit::Signed => signed(value),
            Unit::Count => trimmed(value),
        }
    }

    /// A number with its interval: `62.1 % (58.0 % to 66.0 %)`.
    pub(crate) fn with_interval(self, value: &str, interval: Option<(f64, f64)>) -> String {
        match interval {
            Some((low, high)) => format!("{value} ({} to {})", self.exact(low), self.exact(high)),
            None => value.to_owned(),
        }
    }
}

/// With a digit behind the point where it is not 0.
pub(crate) fn trimmed(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

fn signed(value: f64) -> String {
    let rounded = value.round();
    if rounded < 0.0 {
        format!("−{:.0}", -rounded)
    } else if rounded > 0.0 {
        format!("+{rounded:.0}")
    } else {
        "0".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!((Unit::Rate.tick(0.25), Unit::Rate.tick(0.005)), ("25 %".into(), "0.5 %".into()));
        assert_eq!((Unit::Signed.tick(-12.6), Unit::Signed.tick(-0.4)), ("−13".into(), "0".into()));
        assert_eq!(Unit::Rate.with_interval("62.1 %", Some((0.58, 0.66))), "62.1 % (58.0 % to 66.0 %)");
        assert_eq!(Unit::Count.with_interval("7", None), "7");
    }
}
