//! Rates and differences in the evidence for a claim.

use connect_toe_stats::numbers::{self, count, percent, percents};
use connect_toe_stats::{Difference, wilson};

use crate::Counts;

/// A rate with its 95 % interval and sample: `61.2 % (60.1–62.3, 812 games)`.
pub(super) fn rate(counts: Counts) -> String {
    match counts.rate() {
        Some(rate) => {
            let interval = wilson(counts.wins, counts.decided);
            format!("{} % ({}, {} games)", percent(rate), percents(interval), count(counts.decided))
        }
        None => "no decided game".to_owned(),
    }
}

/// A difference in percentage points with its interval: `+9.4 points (+3.0 to +15.7)`.
pub(super) fn points(difference: Option<Difference>) -> String {
    let Some(Difference { estimate, interval }) = difference else { return "not comparable".to_owned() };
    let [estimate, low, high] = [estimate, interval.low, interval.high].map(numbers::points);
    format!("{estimate} points ({low} to {high})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(numbers::points(-0.0001), "0.0");
        assert_eq!(numbers::points(-0.25), "−25.0");
        assert_eq!(rate(Counts { wins: 15, decided: 148 }), "10.1 % (6.2–16.0, 148 games)");
        assert_eq!(rate(Counts { wins: 0, decided: 0 }), "no decided game");
    }
}
