//! Expected and achieved scores as a picture.

use connect_toe_plot::{LineChart, Point, Series, Spread, svg_file};

use super::answer::{Calibration, CalibrationRange};

/// Positions below which a bin's achieved score is left out of the picture: it says little.
const FEWEST: u64 = 10;

/// The achieved score by the expected one, a curve for each range of plies. On the diagonal they are equal.
pub(super) fn svg(calibration: &Calibration) -> String {
    let Calibration { game, player, ranges, .. } = calibration;
    let description = format!("Scores that {player} achieves in {game}, by the scores that it expects");
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|score: f64| (score, format!("{:.0}", 100.0 * score)));
    let mut chart =
        LineChart::of_rates(description, "expected score, %", ticks.to_vec(), "achieved score, %");
    chart.width = 460.0;
    chart.reference = None;
    let curve = |(number, range): (usize, &CalibrationRange)| {
        let shown = range.bins.iter().filter(|bin| bin.positions >= FEWEST);
        let points = shown.map(|bin| Point::new(bin.expected, bin.achieved, bin.interval.into()));
        let mut series = Series::new(format!("plies {}–{}", range.first_ply, range.last_ply), number, points);
        series.spread = Spread::Bars;
        series
    };
    chart.series = ranges.iter().enumerate().map(curve).collect();
    chart.series.retain(|series| !series.points.is_empty());
    let diagonal = [0.0, 1.0].map(|score| Point::exact(score, score));
    chart.series.push(Series::new("as expected", ranges.len(), diagonal).hollow());
    svg_file(&chart.svg())
}
