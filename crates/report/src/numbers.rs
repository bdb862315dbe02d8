//! Numbers as people read them.

use connect_toe_stats::{EloEstimate, Estimate, Interval};

/// What stands where there is no number.
pub(crate) const NOTHING: &str = "–";

/// A rate as a percentage with one digit behind the point, without the sign; with more digits where rounding would make
/// 0 or 100 of what is neither.
pub(crate) fn percent(rate: f64) -> String {
    let is_end = |text: &str| matches!(text, "0.0" | "-0.0" | "100.0" | "-100.0");
    let plain = digits(rate, 1);
    if !is_end(&plain) || is_near(rate, 0.0) || is_near(rate.abs(), 1.0) {
        return plain;
    }
    let whole = |text: &str| text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0);
    (2..=MOST_DIGITS).map(|count| digits(rate, count)).find(|text| !whole(text)).unwrap_or(plain)
}

/// More digits behind the point than this are never printed.
const MOST_DIGITS: usize = 5;

fn digits(rate: f64, count: usize) -> String {
    let text = format!("{:.count$}", 100.0 * rate);
    if text.trim_matches(['-', '0', '.']).is_empty() { text.replace('-', "") } else { text }
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The same, if there is one.
pub(crate) fn percent_or_nothing(rate: Option<f64>) -> String {
    rate.map_or_else(|| NOTHING.to_owned(), percent)
}

/// An interval of rates, in per cent, with so many digits that its ends differ if they do.
pub(crate) fn percents(interval: Interval) -> String {
    let Interval { low, high } = interval;
    let (from, to) = (percent(low), percent(high));
    if is_near(low, high) {
        return format!("{from}–{to}");
    }
    // As many digits for both as either needs alone.
    let behind = |text: &str| text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let least = behind(&from).max(behind(&to));
    let ends = |count| (digits(low, count), digits(high, count));
    let (from, to) = (least..=MOST_DIGITS).map(ends).find(|(from, to)| from != to).unwrap_or((from, to));
    format!("{from}–{to}")
}

/// A rate with its interval, for running text: `62.1 % (58.0–66.0 %)`.
pub(crate) fn percent_with(rate: f64, interval: Interval) -> String {
    format!("{}\u{a0}% ({}\u{a0}%)", percent(rate), percents(interval))
}

/// A signed whole number with a true minus.
pub(crate) fn signed(value: f64) -> String {
    let rounded = value.round();
    if rounded < 0.0 {
        format!("−{:.0}", -rounded)
    } else if rounded > 0.0 {
        format!("+{rounded:.0}")
    } else {
        "0".to_owned()
    }
}

/// An Elo difference with its interval: `+41 (+10 … +71)`, `≥ +286`, `≤ −286`.
pub(crate) fn elo(elo: EloEstimate) -> String {
    match (elo.value, elo.low, elo.high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{} ({} … {})", signed(value), signed(low), signed(high))
        }
        (_, Some(low), _) => format!("≥ {}", signed(low)),
        (_, None, Some(high)) => format!("≤ {}", signed(high)),
        (_, None, None) => NOTHING.to_owned(),
    }
}

/// A rating or a difference of ratings with its interval.
pub(crate) fn estimate(estimate: &Estimate) -> String {
    let Interval { low, high } = estimate.interval;
    format!("{} ({} … {})", signed(estimate.elo), signed(low), signed(high))
}

/// A p-value with two digits that matter, never 0.
pub(crate) fn p_value(p_value: f64) -> String {
    if p_value >= 0.095 {
        format!("{p_value:.2}")
    } else if p_value >= 0.0001 {
        format!("{p_value:.4}")
    } else {
        "< 0.0001".to_owned()
    }
}

/// A mean with one digit behind the point.
pub(crate) fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(|| NOTHING.to_owned(), |mean| format!("{mean:.1}"))
}

/// A mean of nodes with three digits that matter: `12.3`, `4570`, `1.23 M`.
pub(crate) fn nodes(mean: Option<f64>) -> String {
    match mean {
        None => NOTHING.to_owned(),
        Some(mean) if mean < 100.0 => format!("{mean:.1}"),
        Some(mean) if mean < 100_000.0 => format!("{mean:.0}"),
        Some(mean) if mean < 1e8 => format!("{:.2} M", mean / 1e6),
        Some(mean) => format!("{:.0} M", mean / 1e6),
    }
}

/// A count with thin gaps between thousands: `1 234 567`.
pub(crate) fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun: `1 game`, `2 games`.
pub(crate) fn of(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", count(number)) }
}

/// A duration: `3.2 s`, `4 min 10 s`, `2 h 05 min`.
pub(crate) fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        return NOTHING.to_owned();
    }
    if seconds < 60.0 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    if whole < 3600 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{} h {:02} min", whole / 3600, whole % 3600 / 60)
    }
}

/// Words in a row: `a`, `a and b`, `a, b and c`.
pub(crate) fn list<T: AsRef<str>>(words: &[T]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// Words in a row, or how many there are if they are more than `most`: `a and b`, `7 players`.
pub(crate) fn few<T: AsRef<str>>(words: &[T], most: usize, noun: &str) -> String {
    if words.len() <= most { list(words) } else { format!("{} {noun}", words.len()) }
}

/// Whether two scores are one: they differ by no more than rounding does that comes of adding up.
pub(crate) fn is_level(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other).is_some_and(|(one, other)| (one - other).abs() < 1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_hides_no_interval_and_no_exception() {
        let interval = |low, high| percents(Interval { low, high });
        assert_eq!(interval(0.4, 0.6), "40.0–60.0");
        assert_eq!(interval(0.999_76, 1.0), "99.98–100.00");
        assert_eq!(interval(0.0, 0.000_24), "0.00–0.02");
        assert_eq!(interval(0.499_98, 0.500_02), "49.998–50.002");
        assert_eq!(interval(0.999, 0.999_999), "99.9000–99.9999");
        assert_eq!((interval(1.0, 1.0), interval(0.5, 0.5)), ("100.0–100.0".into(), "50.0–50.0".into()));
        assert_eq!((interval(0.085, 0.123), interval(0.995, 1.0)), ("8.5–12.3".into(), "99.5–100.0".into()));
        assert_eq!((percent(0.999_76), percent(0.000_24)), ("99.98".into(), "0.02".into()));
        assert_eq!((percent(1.0), percent(0.0), percent(-0.0)), ("100.0".into(), "0.0".into(), "0.0".into()));
        assert_eq!((percent(1.0 - 1e-12), percent(-0.000_4)), ("100.0".into(), "-0.04".into()));
    }

    #[test]
    fn numbers() {
        assert_eq!((signed(-0.4), signed(-12.6), signed(3.0)), ("0".into(), "−13".into(), "+3".into()));
        assert_eq!(
            (count(1234), count(12_345), count(999)),
            ("1234".into(), "12\u{202f}345".into(), "999".into())
        );
        assert_eq!((duration(3.21), duration(250.0)), ("3.2 s".into(), "4 min 10 s".into()));
        assert_eq!(duration(7500.0), "2 h 05 min");
        assert_eq!(
            (p_value(0.0), p_value(0.5), p_value(0.01)),
            ("< 0.0001".into(), "0.50".into(), "0.0100".into())
        );
        assert_eq!(
            (nodes(Some(12.34)), nodes(Some(4570.2)), nodes(Some(1.234e6))),
            ("12.3".into(), "4570".into(), "1.23 M".into())
        );
        assert_eq!((list(&["a", "b", "c"]), list::<&str>(&[])), ("a, b and c".into(), String::new()));
        assert_eq!(of(1, "game"), "1 game");
    }
}
