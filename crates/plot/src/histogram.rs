//! Frequencies of numbers.

use connect_toe_stats::numbers;

use crate::axis::Axis;
use crate::svg::{Align, Svg, width};
use crate::unit::trimmed;

/// How often each of the numbers 0, 1, 2, … occurs, in per cent of all.
///
/// ```
/// use connect_toe_plot::Histogram;
///
/// let svg = Histogram::new("Lengths of games", "plies", "games", vec![0, 0, 3, 1]).svg();
/// assert!(svg.contains("<title>plies 2: 3 of 4 games (75.0 %)</title>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// What a reader who cannot see the histogram is told.
    pub description: String,
    /// What the numbers are, in the plural.
    pub numbers: String,
    /// What has these numbers, in the plural.
    pub counted: String,
    /// How often each number occurs: the number is the place in this list.
    pub counts: Vec<u64>,
}

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 130.0;
const LEFT: f64 = 34.0;
const TOP: f64 = 10.0;
/// More bars than this are put together.
const MOST_BARS: usize = 70;

impl Histogram {
    /// A histogram of counts by number.
    pub fn new(
        description: impl Into<String>,
        numbers: impl Into<String>,
        counted: impl Into<String>,
        counts: Vec<u64>,
    ) -> Histogram {
        Histogram {
            description: description.into(),
            numbers: numbers.into(),
            counted: counted.into(),
            counts,
        }
    }

    /// The histogram as an `<svg>` element.
    pub fn svg(&self) -> String {
        let (right, bottom) = (WIDTH - 10.0, TOP + HEIGHT);
        let first = self.counts.iter().position(|&count| count > 0).unwrap_or(0);
        let last = self.counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        let (first, last) = (first.saturating_sub(1), last + 1);
        let group = (last - first + 1).div_ceil(MOST_BARS);
        let bars: Vec<u64> = self
            .counts
            .get(first..)
            .unwrap_or_default()
            .chunks(group)
            .map(|chunk| chunk.iter().sum())
            .collect();
        let all: u64 = bars.iter().sum();
        let share = |count: u64| count as f64 / all.max(1) as f64;
        let highest = bars.iter().map(|&count| share(count)).fold(0.0, f64::max);
        let y = Axis::around([0.0, highest].into_iter(), (bottom, TOP));
        let x = Axis::at(&[first as f64, (first + group * bars.len().max(1)) as f64], (LEFT + 4.0, right));
        let mut svg = Svg::new(WIDTH, bottom + 38.0);
        for tick in y.spaced_ticks(|_| 16.0) {
            svg.line(&[(LEFT, y.place(tick)), (right, y.place(tick))], "g");
            svg.text((LEFT - 4.0, y.place(tick) + 4.0), Align::End, "", &trimmed(100.0 * tick));
        }
        for (number, &count) in bars.iter().enumerate().filter(|(_, count)| **count > 0) {
            let from = x.place((first + number * group) as f64);
            let to = x.place((first + (number + 1) * group) as f64);
            let gap = ((to - from) * 0.15).min(2.0);
            let height = bottom - y.place(share(count));
            let start = first + number * group;
            let place =
                if group == 1 { start.to_string() } else { format!("{start} to {}", start + group - 1) };
            let (share, count, all) =
                (numbers::percent(share(count)), numbers::count(count), numbers::count(all));
            let tooltip = format!("{} {place}: {count} of {all} {} ({share} %)", self.numbers, self.counted);
            svg.with_tooltip(&tooltip, |svg| {
                svg.rectangle((from, bottom - height), ((to - from - gap).max(0.5), height), "f c0");
            });
        }
        svg.line(&[(LEFT, bottom), (right, bottom)], "a");
        // A tick mark in the middle of a bar, since a bar stands for a whole number.
        let middle = |number: f64| x.place(number + group as f64 / 2.0);
        let last = first + group * bars.len().max(1) - 1;
        let round = Axis::around([first as f64, last as f64].into_iter(), (0.0, 1.0));
        let mut end = f64::NEG_INFINITY;
        for &tick in round
            .ticks
            .iter()
            .filter(|tick| tick.fract() == 0.0 && **tick >= first as f64 && **tick <= last as f64)
        {
            let text = trimmed(tick);
            let (from, to) = (middle(tick) - width(&text) / 2.0, middle(tick) + width(&text) / 2.0);
            if from > end + 6.0 && to <= WIDTH {
                svg.text((middle(tick), bottom + 15.0), Align::Middle, "", &text);
                end = to;
            }
        }
        let title = format!("{}; bars: % of {}", self.numbers, self.counted);
        svg.text((f64::midpoint(LEFT, right), bottom + 31.0), Align::Middle, "s", &title);
        svg.finish(&self.description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        let svg = Histogram::new("d", "plies", "games", vec![0, 0, 3, 1]).svg();
        assert_eq!(svg.matches("<rect").count(), 2);
        insta::assert_snapshot!(svg);
        let long = Histogram::new("d", "plies", "games", vec![1; 4000]).svg();
        assert!(long.matches("<rect").count() <= MOST_BARS + 1 && long.len() < 12_000);
        assert!(!Histogram::new("d", "plies", "games", Vec::new()).svg().contains("NaN"));
    }
}
