//! The difference of two proportions.

use super::{Confidence, Interval, wilson_at};

/// How far the first of two proportions lies above the second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// First rate minus second rate, −1 … 1.
    pub estimate: f64,
    /// Where the difference lies at the level asked for.
    pub interval: Interval,
}

impl Difference {
    /// The difference of two independent estimates from 0 to 1, each with its interval.
    ///
    /// Source: G. Zou & A. Donner, "Construction of confidence limits about effect measures: a general approach",
    /// Statistics in Medicine 27 (2008).
    pub(super) fn of((a, of_a): (f64, Interval), (b, of_b): (f64, Interval)) -> Self {
        let estimate = a - b;
        let down = (a - of_a.low).hypot(of_b.high - b);
        let up = (of_a.high - a).hypot(b - of_b.low);
        let interval = Interval { low: (estimate - down).max(-1.0), high: (estimate + up).min(1.0) };
        Self { estimate, interval }
    }

    /// Whether the interval leaves out 0 and the first proportion is the larger.
    pub fn is_above(self) -> bool {
        self.interval.low > 0.0
    }

    /// Whether the interval leaves out 0 and the first proportion is the smaller.
    pub fn is_below(self) -> bool {
        self.interval.high < 0.0
    }
}

/// The difference of two independent proportions, each given as `(wins, decided)`, with its score interval.
/// `None` if either has no trials. `wins` above `decided` count as `decided`.
///
/// Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison
/// of eleven methods", Statistics in Medicine 17 (1998), method 10: the Wilson intervals of the two combined.
pub fn difference(first: (u64, u64), second: (u64, u64), confidence: Confidence) -> Option<Difference> {
    if first.1 == 0 || second.1 == 0 {
        return None;
    }
    let rate = |(wins, decided): (u64, u64)| {
        (wins.min(decided) as f64 / decided as f64, wilson_at(wins, decided, confidence))
    };
    Some(Difference::of(rate(first), rate(second)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::tests::check_printed;

    fn check(first: (u64, u64), second: (u64, u64), low: f64, high: f64) {
        let found = difference(first, second, Confidence::NINETY_FIVE).expect("both have trials");
        check_printed(found.interval, low, high);
    }

    /// Newcombe 1998, table II, method 10.
    #[test]
    fn published_examples() {
        check((56, 70), (48, 80), 0.0524, 0.3339);
        check((9, 10), (3, 10), 0.1705, 0.8090);
        check((5, 56), (0, 29), -0.0381, 0.1926);
        check((0, 10), (0, 20), -0.1611, 0.2775);
        check((10, 10), (0, 20), 0.6791, 1.0);
    }

    #[test]
    fn exchanging_the_two_mirrors_it() {
        let one = difference((7, 9), (20, 50), Confidence::NINETY_FIVE).expect("trials");
        let other = difference((20, 50), (7, 9), Confidence::NINETY_FIVE).expect("trials");
        assert!((one.interval.low + other.interval.high).abs() < 1e-12);
        assert!(one.is_above() == other.is_below());
    }

    #[test]
    fn nothing_is_known_without_games() {
        assert_eq!(difference((0, 0), (1, 2), Confidence::NINETY_FIVE), None);
        assert_eq!(difference((1, 2), (0, 0), Confidence::NINETY_FIVE), None);
    }
}
