//! Rates and differences in the texts on a run.

use connect_toe_report::numbers::{count, percent, percents};
use connect_toe_stats::{Difference, wilson};

use crate::Counts;

/// A rate with its 95 % interval and sample: `61.2 % (60.1–62.3, 812 games)`.
pub(crate) fn rate(counts: Counts) -> String {
    match counts.rate() {
        Some(rate) => {
            let interval = wilson(counts.wins, counts.decided);
            format!("{} % ({}, {} games)", percent(rate), percents(interval), count(counts.decided))
        }
        None => "no decided game".to_owned(),
    }
}

/// A difference in percentage points with its interval: `+9.4 points (+3.0 to +15.7)`.
pub(crate) fn points(difference: Option<Difference>) -> String {
    match difference {
        Some(Difference { estimate, interval }) => {
            format!("{} points ({} to {})", signed(estimate), signed(interval.low), signed(interval.high))
        }
        None => "not comparable".to_owned(),
    }
}

fn signed(rate: f64) -> String {
    // A typographic minus, and no sign on what rounds to zero.
    let text = format!("{:+.1}", 100.0 * rate);
    match text.as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        _ => text.replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(signed(-0.0001), "0.0");
        assert_eq!(signed(-0.25), "−25.0");
        assert_eq!(rate(Counts { wins: 15, decided: 148 }), "10.1 % (6.2–16.0, 148 games)");
        assert_eq!(rate(Counts { wins: 0, decided: 0 }), "no decided game");
    }
}
