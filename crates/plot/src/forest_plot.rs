//! Estimates with their intervals, a row each.

use crate::axis::Axis;
use crate::svg::{Align, SHRINKS_BELOW, Svg, fitted, width};
use crate::unit::Unit;

/// A forest plot: an estimate with its interval in each row.
///
/// ```
/// use connect_toe_plot::{Estimate, ForestPlot, Unit};
///
/// let row = |name: &str, value: f64, text: &str, interval| Estimate {
///     name: name.to_owned(),
///     value,
///     text: text.to_owned(),
///     interval,
/// };
/// let plot = ForestPlot {
///     description: "Ratings of two players".to_owned(),
///     value_title: "Elo".to_owned(),
///     unit: Unit::Signed,
///     reference: 0.0,
///     rows: vec![row("runs", 41.0, "+41", (12.0, 70.0)), row("terminal", -41.0, "−41", (-70.0, -12.0))],
/// };
/// assert!(plot.svg().contains("<title>runs: +41 (+12 … +70)</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ForestPlot {
    /// What a reader who cannot see the plot is told.
    pub description: String,
    /// What the axis counts.
    pub value_title: String,
    /// What the values are.
    pub unit: Unit,
    /// The value that means "no difference"; it has a dashed line.
    pub reference: f64,
    /// The rows from top to bottom.
    pub rows: Vec<Estimate>,
}

/// A row of a [`ForestPlot`].
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// What is estimated.
    pub name: String,
    /// The estimate.
    pub value: f64,
    /// The estimate as it is printed beside its row.
    pub text: String,
    /// The ends of its interval.
    pub interval: (f64, f64),
}

const ROW: f64 = 21.0;
/// The width of the plot itself, unless long names leave less of a drawing that a phone can show.
const PLOT: f64 = 204.0;
/// Room for a value to the right of its row's mark.
const VALUE: f64 = 66.0;
const WIDEST_LABEL: f64 = 200.0;

impl ForestPlot {
    /// The plot as an `<svg>` element.
    pub fn svg(&self) -> String {
        let labels = self.rows.iter().map(|row| width(&row.name)).fold(0.0, f64::max).min(WIDEST_LABEL);
        let (left, top) = (labels + 16.0, 8.0);
        let right = left + PLOT.min(SHRINKS_BELOW - VALUE - 2.0 - left);
        let bottom = top + ROW * self.rows.len() as f64 + 4.0;
        let mut svg = Svg::new(right + VALUE + 2.0, bottom + 38.0);
        let ends = self.rows.iter().flat_map(|row| [row.interval.0, row.interval.1, row.value]);
        let axis = Axis::around(ends.chain([self.reference]), (left, right));
        for tick in axis.spaced_ticks(|tick| width(&self.unit.tick(tick)) + 8.0) {
            svg.line(&[(axis.place(tick), top), (axis.place(tick), bottom)], "g");
            svg.text((axis.place(tick), bottom + 14.0), Align::Middle, "", &self.unit.tick(tick));
        }
        svg.line(&[(axis.place(self.reference), top), (axis.place(self.reference), bottom)], "h");
        svg.line(&[(left, bottom), (right, bottom)], "a");
        svg.text((f64::midpoint(left, right), bottom + 30.0), Align::Middle, "s", &self.value_title);
        for (number, row) in self.rows.iter().enumerate() {
            let y = top + (number as f64 + 0.5) * ROW + 2.0;
            svg.text((left - 8.0, y + 4.0), Align::End, "", &fitted(&row.name, WIDEST_LABEL));
            let tooltip = self.unit.with_interval(&row.text, Some(row.interval));
            svg.with_tooltip(&format!("{}: {tooltip}", row.name), |svg| {
                svg.line(&[(axis.place(row.interval.0), y), (axis.place(row.interval.1), y)], "l c0");
                svg.rectangle((axis.place(row.value) - 3.5, y - 3.5), (7.0, 7.0), "k c0");
            });
            svg.text((right + VALUE, y + 4.0), Align::End, "", &row.text);
        }
        svg.finish(&self.description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of any length leave a drawing that shrinks to a phone's width with letters that can be read.
    #[test]
    fn long_names_make_the_plot_narrower() {
        let row = |name: &str| Estimate {
            name: name.to_owned(),
            value: 0.6,
            text: "60.0 %".to_owned(),
            interval: (0.55, 0.65),
        };
        let plot = |name: &str| ForestPlot {
            description: "d".to_owned(),
            value_title: "score".to_owned(),
            unit: Unit::Rate,
            reference: 0.5,
            rows: vec![row("a"), row(name)],
        };
        let width = |svg: &str| -> f64 {
            let (_, rest) = svg.split_once(" width=\"").expect("a width");
            rest.split_once('"').expect("its end").0.parse().expect("a number")
        };
        for name in ["4x4", "4x4x4:4:+1,-1,+2,-2,+3,-3", &"a long name ".repeat(10)] {
            let svg = plot(name).svg();
            // 331 of a phone's 360 pixels are the drawing's, and its letters have 12.
            assert!(
                svg.contains("class=\"fit\"") && 12.0 * 331.0 / width(&svg) >= 9.0,
                "{name}: {}",
                width(&svg)
            );
        }
    }

    #[test]
    fn a_row() {
        let plot = ForestPlot {
            description: "d".to_owned(),
            value_title: "score".to_owned(),
            unit: Unit::Rate,
            reference: 0.5,
            rows: vec![Estimate {
                name: "a".to_owned(),
                value: 0.6,
                text: "60.0 %".to_owned(),
                interval: (0.55, 0.65),
            }],
        };
        insta::assert_snapshot!(plot.svg());
    }
}
