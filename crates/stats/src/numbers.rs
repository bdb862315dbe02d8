//! Numbers as people read them, on pages and in the terminal: one way to write each kind.

use crate::{EloEstimate, Estimate, Interval};

/// Printed where there is no number.
pub const NOTHING: &str = "–";

/// A power of ten.
///
/// ```
/// use connect_toe_stats::numbers::power_of_ten;
///
/// assert_eq!((power_of_ten(106), power_of_ten(-7)), ("10¹⁰⁶".into(), "10⁻⁷".into()));
/// ```
pub fn power_of_ten(exponent: i64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |symbol: char| match symbol.to_digit(10) {
        Some(digit) => DIGITS[digit as usize],
        None => '⁻',
    };
    format!("10{}", exponent.to_string().chars().map(raised).collect::<String>())
}

/// A rate as a percentage with one digit behind the point, without the sign; with more digits where rounding would make
/// 0 or 100 for a rate that is neither.
///
/// ```
/// use connect_toe_stats::numbers::percent;
///
/// assert_eq!((percent(0.621), percent(1.0), percent(0.999_76)), ("62.1".into(), "100.0".into(), "99.98".into()));
/// ```
pub fn percent(rate: f64) -> String {
    digits(rate, digits_needed(rate))
}

/// The most digits that are printed behind the point.
const MOST_DIGITS: usize = 5;

/// The digits behind the point that a percentage needs so that it does not look like 0 or 100.
fn digits_needed(rate: f64) -> usize {
    let rounded = |count: usize| {
        let unit = 10_f64.powi(count as i32);
        (100.0 * rate * unit).round() / unit
    };
    let is_end = |percentage: f64| is_near(percentage, 0.0) || is_near(percentage.abs(), 100.0);
    if !is_end(rounded(1)) || is_near(rate, 0.0) || is_near(rate.abs(), 1.0) {
        return 1;
    }
    (2..=MOST_DIGITS).find(|&count| !is_end(rounded(count))).unwrap_or(1)
}

fn digits(rate: f64, count: usize) -> String {
    let percentage = 100.0 * rate;
    let unit = 10_f64.powi(count as i32);
    // Zero has no sign.
    let percentage = if (percentage * unit).abs() < 0.5 { 0.0 } else { percentage };
    format!("{percentage:.count$}")
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The rate in per cent, or [`NOTHING`].
pub fn percent_or_nothing(rate: Option<f64>) -> String {
    rate.map_or_else(|| NOTHING.to_owned(), percent)
}

/// An interval of rates in per cent, `58.0–66.0`, with as many digits as its ends need to differ.
///
/// ```
/// use connect_toe_stats::{Interval, numbers::percents};
///
/// assert_eq!(percents(Interval { low: 0.58, high: 0.66 }), "58.0–66.0");
/// assert_eq!(percents(Interval { low: 0.499_98, high: 0.500_02 }), "49.998–50.002");
/// ```
pub fn percents(interval: Interval) -> String {
    let Interval { low, high } = interval;
    let ends = |count| (digits(low, count), digits(high, count));
    let least = digits_needed(low).max(digits_needed(high));
    let (from, to) = if is_near(low, high) {
        (percent(low), percent(high))
    } else {
        (least..=MOST_DIGITS).map(ends).find(|(from, to)| from != to).unwrap_or_else(|| ends(1))
    };
    range(&from, &to)
}

/// A rate with its interval, for running text: `62.1 % (58.0–66.0 %)`.
pub fn percent_with(rate: f64, interval: Interval) -> String {
    format!("{}\u{a0}% ({}\u{a0}%)", percent(rate), percents(interval))
}

/// A number with this many digits behind the point and a true minus; zero has no sign.
///
/// ```
/// use connect_toe_stats::numbers::decimal;
///
/// assert_eq!([decimal(-2.944, 2), decimal(3.0, 2), decimal(-0.04, 1)], ["−2.94", "3.00", "0.0"]);
/// ```
pub fn decimal(value: f64, digits: usize) -> String {
    let magnitude = format!("{:.digits$}", value.abs());
    if value < 0.0 && !is_zero(&magnitude) { format!("−{magnitude}") } else { magnitude }
}

/// Prints a difference: a plus stands before values above zero.
pub fn signed_decimal(value: f64, digits: usize) -> String {
    let text = decimal(value, digits);
    if value > 0.0 && !is_zero(&text) { format!("+{text}") } else { text }
}

fn is_zero(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// A number from a request, signed, with the digits that it was given: `+20`, `−2.5`.
///
/// ```
/// use connect_toe_stats::numbers::given;
///
/// assert_eq!([given(20.0), given(-2.5), given(0.0)], ["+20", "−2.5", "+0"]);
/// ```
pub fn given(value: f64) -> String {
    format!("{value:+}").replace('-', "−")
}

/// A signed whole number with a true minus.
///
/// ```
/// use connect_toe_stats::numbers::signed;
///
/// assert_eq!([signed(41.2), signed(-12.6), signed(0.3)], ["+41", "−13", "0"]);
/// ```
pub fn signed(value: f64) -> String {
    signed_decimal(value.round(), 0)
}

/// A difference of rates in percentage points, signed, with one digit behind the point.
///
/// ```
/// use connect_toe_stats::numbers::points;
///
/// assert_eq!([points(0.094), points(-0.25), points(-0.0001)], ["+9.4", "−25.0", "0.0"]);
/// ```
pub fn points(difference: f64) -> String {
    signed_decimal(100.0 * difference, 1)
}

/// An interval whose ends are written already: `0.35–0.61`, and with spaces where one has a sign, `−0.11 … +0.42`.
///
/// ```
/// use connect_toe_stats::numbers::range;
///
/// assert_eq!([range("0.35", "0.61"), range("−13", "+41")], ["0.35–0.61", "−13 … +41"]);
/// ```
pub fn range(low: &str, high: &str) -> String {
    let is_signed = [low, high].iter().any(|end| end.starts_with(['+', '−']));
    if is_signed { format!("{low} … {high}") } else { format!("{low}–{high}") }
}

/// An Elo difference with its interval: `+41 (+10 … +71)`, `≥ +286`, `≤ −286`.
///
/// ```
/// use connect_toe_stats::{Confidence, Wdl, elo_difference, numbers::elo};
///
/// let won = elo_difference(Wdl { wins: 30, draws: 0, losses: 0 }, Confidence::NINETY_FIVE);
/// assert!(elo(won).starts_with("≥ +"));
/// ```
pub fn elo(elo: EloEstimate) -> String {
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
pub fn estimate(estimate: &Estimate) -> String {
    rating(estimate.elo, estimate.interval, None)
}

/// The rating of a player with this score, with its interval. The games of a player who lost all of them bound the
/// rating from above only, and of a player who won all of them from below.
///
/// ```
/// use connect_toe_stats::{Interval, numbers::rating};
///
/// let interval = Interval { low: -2387.0, high: -1190.0 };
/// assert_eq!(rating(-1788.0, interval, Some(0.03)), "−1788 (−2387 … −1190)");
/// assert_eq!(rating(-1788.0, interval, Some(0.0)), "≤ −1190");
/// ```
pub fn rating(elo: f64, interval: Interval, score: Option<f64>) -> String {
    let low = score.is_none_or(|score| score > 0.0).then_some(interval.low);
    let high = score.is_none_or(|score| score < 1.0).then_some(interval.high);
    self::elo(EloEstimate { value: Some(elo), low, high })
}

/// A level of confidence in per cent, with its sign and all of its digits: none rounds to 100 %.
///
/// ```
/// use connect_toe_stats::numbers::level;
///
/// assert_eq!([level(0.95), level(0.9999)], ["95.0 %", "99.99 %"]);
/// ```
pub fn level(confidence: f64) -> String {
    // Below 1 numbers are written as 0.95, however small.
    let text = confidence.to_string();
    let digits = text.trim_start_matches("0.");
    let digits = format!("{digits:0<3}");
    let (whole, part) = digits.split_at(2);
    format!("{}.{part} %", whole.trim_start_matches('0').parse::<u32>().unwrap_or(0))
}

/// Smaller p-values are not written out.
pub const LEAST_P_VALUE: f64 = 0.0001;

/// A p-value with two digits that matter, never 0.
///
/// ```
/// use connect_toe_stats::numbers::p_value;
///
/// assert_eq!([p_value(0.5), p_value(0.012), p_value(1e-9)], ["0.50", "0.0120", "< 0.0001"]);
/// ```
pub fn p_value(p_value: f64) -> String {
    if p_value >= 0.095 {
        format!("{p_value:.2}")
    } else if p_value >= LEAST_P_VALUE {
        format!("{p_value:.4}")
    } else {
        "< 0.0001".to_owned()
    }
}

/// A mean with one digit behind the point.
pub fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(|| NOTHING.to_owned(), |mean| format!("{mean:.1}"))
}

/// A mean of nodes, or a number of anything in a second, with three digits that matter: `12.3`, `4570`, `1.23 M`.
///
/// ```
/// use connect_toe_stats::numbers::nodes;
///
/// assert_eq!([nodes(Some(12.34)), nodes(Some(1.234e6)), nodes(None)], ["12.3", "1.23 M", "–"]);
/// ```
pub fn nodes(mean: Option<f64>) -> String {
    match mean {
        None => NOTHING.to_owned(),
        Some(mean) if mean < 100.0 => format!("{mean:.1}"),
        Some(mean) if mean < 100_000.0 => format!("{mean:.0}"),
        Some(mean) if mean < 1e8 => format!("{:.2} M", mean / 1e6),
        Some(mean) => format!("{:.0} M", mean / 1e6),
    }
}

/// A count with a thin gap between thousands, for pages and papers: `1\u{202f}234\u{202f}567`. Four digits have no gap.
///
/// ```
/// use connect_toe_stats::numbers::count;
///
/// assert_eq!((count(1234), count(20_400)), ("1234".into(), "20\u{202f}400".into()));
/// ```
pub fn count(count: u64) -> String {
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

/// A count with its noun, which is given in the singular.
///
/// ```
/// use connect_toe_stats::numbers::counted;
///
/// assert_eq!([counted(1, "game"), counted(2, "study"), counted(3, "play")], ["1 game", "2 studies", "3 plays"]);
/// ```
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {}", count(number), plural(number, noun))
}

/// A noun after a number.
fn plural(number: u64, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if number == 1 => noun.to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// A duration that was measured: `0.012 s`, `3.2 s`, `4 min 10 s`, `2 h 05 min`.
///
/// ```
/// use connect_toe_stats::numbers::duration;
///
/// assert_eq!([duration(3.21), duration(250.0), duration(7500.0)], ["3.2 s", "4 min 10 s", "2 h 05 min"]);
/// ```
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        NOTHING.to_owned()
    } else if seconds < 0.9995 {
        format!("{seconds:.3} s")
    } else if seconds < 59.95 {
        format!("{seconds:.1} s")
    } else {
        rounded_duration(seconds)
    }
}

/// A duration in whole seconds or larger units, as one that is expected: `45 s`, `3 min 20 s`, `5 h 12 min`, `3 days`.
///
/// ```
/// use connect_toe_stats::numbers::rounded_duration;
///
/// assert_eq!([rounded_duration(3.21), rounded_duration(259_200.0)], ["3 s", "3 days"]);
/// ```
pub fn rounded_duration(seconds: f64) -> String {
    let seconds = seconds.round().min(1e12) as u64;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match hours {
        0 if minutes == 0 => format!("{seconds} s"),
        0 => format!("{minutes} min {:02} s", seconds % 60),
        1..48 => format!("{hours} h {:02} min", minutes % 60),
        _ => counted(hours / 24, "day"),
    }
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
        let texts = [0.4, 59.0, 61.0, 18_725.0, 259_200.0].map(rounded_duration);
        assert_eq!(texts, ["0 s", "59 s", "1 min 01 s", "5 h 12 min", "3 days"]);
        assert_eq!([0.0123, 0.9996, 59.97].map(duration), ["0.012 s", "1.0 s", "1 min 00 s"]);
        assert_eq!(
            (p_value(0.0), p_value(0.5), p_value(0.01)),
            ("< 0.0001".into(), "0.50".into(), "0.0100".into())
        );
        assert_eq!(
            (nodes(Some(12.34)), nodes(Some(4570.2)), nodes(Some(1.234e6))),
            ("12.3".into(), "4570".into(), "1.23 M".into())
        );
        assert_eq!(
            [counted(1, "game"), counted(0, "ply"), counted(2, "day")],
            ["1 game", "0 plies", "2 days"]
        );
    }

    #[test]
    fn levels_keep_their_digits() {
        for (given, shown) in [
            (0.95, "95.0 %"),
            (0.5, "50.0 %"),
            (0.999, "99.9 %"),
            (0.57, "57.0 %"),
            (0.05, "5.0 %"),
            (0.001, "0.1 %"),
            (0.999_999_999_999_9, "99.99999999999 %"),
        ] {
            assert_eq!(level(given), shown);
        }
    }
}
