use super::axis::Axis;
use super::svg::{Align, Svg, fitted, width};

/// A forest plot: an estimate with its interval in each row.
#[derive(Debug)]
pub(super) struct Dots {
    pub(super) description: String,
    /// What the axis counts.
    pub(super) value: String,
    pub(super) unit: Unit,
    /// The value that means "no difference".
    pub(super) reference: f64,
    pub(super) rows: Vec<Dot>,
}

/// A row.
#[derive(Debug)]
pub(super) struct Dot {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) interval: (f64, f64),
}

/// What the numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Rate,
    Elo,
}

const ROW: f64 = 21.0;
const PLOT: f64 = 204.0;
/// Room for a value to the right of its row's marker.
const VALUE: f64 = 66.0;
const WIDEST_LABEL: f64 = 200.0;

impl Dots {
    pub(super) fn svg(&self) -> String {
        let labels = self.rows.iter().map(|row| width(&row.name)).fold(0.0, f64::max).min(WIDEST_LABEL);
        let (left, top) = (labels + 16.0, 8.0);
        let right = left + PLOT;
        let bottom = top + ROW * self.rows.len() as f64 + 4.0;
        let mut svg = Svg::new(right + VALUE + 2.0, bottom + 38.0);
        let ends = self.rows.iter().flat_map(|row| [row.interval.0, row.interval.1, row.value]);
        let axis = Axis::around(ends.chain([self.reference]), (left, right));
        for tick in axis.spaced_ticks(|tick| width(&self.text(tick)) + 8.0) {
            svg.line(&[(axis.place(tick), top), (axis.place(tick), bottom)], "g");
            svg.text((axis.place(tick), bottom + 14.0), Align::Middle, "", &self.text(tick));
        }
        svg.line(&[(axis.place(self.reference), top), (axis.place(self.reference), bottom)], "h");
        svg.line(&[(left, bottom), (right, bottom)], "a");
        svg.text((f64::midpoint(left, right), bottom + 30.0), Align::Middle, "s", &self.value);
        for (number, row) in self.rows.iter().enumerate() {
            let y = top + (number as f64 + 0.5) * ROW + 2.0;
            svg.text((left - 8.0, y + 4.0), Align::End, "", &fitted(&row.name, WIDEST_LABEL));
            svg.line(&[(axis.place(row.interval.0), y), (axis.place(row.interval.1), y)], "l c0");
            let x = axis.place(row.value);
            svg.rectangle((x - 3.5, y - 3.5), (7.0, 7.0), "k c0");
            let value = match self.unit {
                Unit::Rate => format!("{} %", crate::experiment::text::percent(row.value)),
                Unit::Elo => self.text(row.value),
            };
            svg.text((right + VALUE, y + 4.0), Align::End, "", &value);
        }
        svg.finish(&self.description)
    }

    fn text(&self, value: f64) -> String {
        match self.unit {
            Unit::Rate => {
                let text = format!("{:.1}", 100.0 * value);
                format!("{} %", text.strip_suffix(".0").unwrap_or(&text))
            }
            Unit::Elo => crate::experiment::text::signed(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row() {
        let dots = Dots {
            description: "d".to_owned(),
            value: "score".to_owned(),
            unit: Unit::Rate,
            reference: 0.5,
            rows: vec![Dot { name: "a".to_owned(), value: 0.6, interval: (0.55, 0.65) }],
        };
        insta::assert_snapshot!(dots.svg());
    }
}
