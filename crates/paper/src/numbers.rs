//! Numbers in the texts on a run.

use connect_toe_stats::{Difference, Interval, wilson};

use crate::Counts;

/// A rate as a percentage with one digit: `61.2 %`.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

/// A count with its thousands apart: `12,345`.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The ends of an interval in percent: `60.1–62.3`.
pub(crate) fn ends(interval: Interval) -> String {
    format!("{:.1}–{:.1}", 100.0 * interval.low, 100.0 * interval.high)
}

/// A rate with its 95 % interval and sample: `61.2 % (60.1–62.3, 8,012 games)`.
pub(crate) fn rate(counts: Counts) -> String {
    match counts.rate() {
        Some(rate) => {
            let interval = wilson(counts.wins, counts.decided);
            format!("{} ({}, {} games)", percent(rate), ends(interval), grouped(counts.decided))
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

/// A p-value with two digits that matter.
pub(crate) fn p_value(p_value: f64) -> String {
    if p_value >= 0.01 { format!("{p_value:.2}") } else { format!("{p_value:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(percent(0.4567), "45.7 %");
        assert_eq!(signed(-0.0001), "0.0");
        assert_eq!(signed(-0.25), "−25.0");
        assert_eq!(rate(Counts { wins: 15, decided: 148 }), "10.1 % (6.2–16.0, 148 games)");
    }
}
