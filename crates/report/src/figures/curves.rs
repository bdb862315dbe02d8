use super::axis::Axis;
use super::svg::{Align, Svg, fitted, short, through, width};

/// Rates over a factor of numbers, a curve a player, with bands for their intervals.
#[derive(Debug)]
pub(super) struct Curves {
    pub(super) description: String,
    /// What the horizontal axis counts.
    pub(super) factor: String,
    /// The factor's levels, with the texts of their tick marks.
    pub(super) levels: Vec<(f64, String)>,
    /// What the vertical axis counts, in per cent.
    pub(super) value: String,
    pub(super) series: Vec<Curve>,
}

/// A curve.
#[derive(Debug)]
pub(super) struct Curve {
    pub(super) name: String,
    /// Which colour and mark it has, so that a player has the same ones in all panels.
    pub(super) style: usize,
    /// Level, rate, and its interval.
    pub(super) points: Vec<(f64, f64, (f64, f64))>,
}

/// How many curves can be told apart by colour and mark.
pub(super) const STYLES: usize = 7;

const WIDTH: f64 = 340.0;
const LEFT: f64 = 42.0;
const TOP: f64 = 10.0;
const HEIGHT: f64 = 190.0;
const LEGEND_LINE: f64 = 17.0;

impl Curves {
    pub(super) fn svg(&self) -> String {
        let right = WIDTH - 12.0;
        let bottom = TOP + HEIGHT;
        let legend = self.legend(right);
        let lines = legend.last().map_or(0.0, |(_, line, _)| line + 1.0);
        let mut svg = Svg::new(WIDTH, bottom + 44.0 + lines * LEGEND_LINE);
        let numbers: Vec<f64> = self.levels.iter().map(|(number, _)| *number).collect();
        let x = Axis::at(&numbers, (LEFT + 10.0, right - 8.0));
        let y = Axis::rates((bottom, TOP));
        for &tick in &y.ticks {
            let class = if (tick - 0.5).abs() < 1e-9 { "h" } else { "g" };
            svg.line(&[(LEFT, y.place(tick)), (right, y.place(tick))], class);
            svg.text((LEFT - 5.0, y.place(tick) + 4.0), Align::End, "", &format!("{:.0}", 100.0 * tick));
        }
        let text = |value: f64| {
            self.levels
                .iter()
                .find(|(number, _)| number.total_cmp(&value).is_eq())
                .map_or("", |(_, text)| text)
        };
        for tick in x.spaced_ticks(|tick| width(text(tick)) + 6.0) {
            svg.line(&[(x.place(tick), bottom), (x.place(tick), bottom + 4.0)], "a");
            svg.text((x.place(tick), bottom + 17.0), Align::Middle, "", text(tick));
        }
        svg.line(&[(LEFT, bottom), (right, bottom)], "a");
        svg.text(
            (f64::midpoint(LEFT, right), bottom + 33.0),
            Align::Middle,
            "s",
            &fitted(&self.factor, 250.0),
        );
        svg.turned_text((11.0, f64::midpoint(TOP, bottom)), -90, Align::Middle, "s", &self.value);
        for curve in &self.series {
            curve.draw_band(&mut svg, &x, &y);
        }
        for curve in &self.series {
            curve.draw(&mut svg, &x, &y);
        }
        for (curve, (left, line, name)) in self.series.iter().zip(&legend) {
            let middle = bottom + 47.0 + line * LEGEND_LINE;
            let class = curve.style % STYLES;
            svg.line(&[(*left, middle), (left + 20.0, middle)], &format!("l c{class}"));
            svg.path(&mark(curve.style, left + 10.0, middle), &format!("k c{class}"));
            svg.text((left + 25.0, middle + 4.0), Align::Start, "", name);
        }
        svg.finish(&self.description)
    }

    /// The place of each curve's entry: left end, line, and its name as far as it fits.
    fn legend(&self, right: f64) -> Vec<(f64, f64, String)> {
        let (mut left, mut line) = (LEFT, 0.0);
        let mut entries = Vec::new();
        for curve in &self.series {
            let name = fitted(&curve.name, right - LEFT - 30.0);
            let room = 25.0 + width(&name) + 12.0;
            if left > LEFT && left + room > right + 10.0 {
                (left, line) = (LEFT, line + 1.0);
            }
            entries.push((left, line, name));
            left += room;
        }
        entries
    }
}

impl Curve {
    fn draw_band(&self, svg: &mut Svg, x: &Axis, y: &Axis) {
        if self.points.len() < 2 {
            return;
        }
        let upper = self.points.iter().map(|(level, _, (_, high))| (x.place(*level), y.place(*high)));
        let lower = self.points.iter().rev().map(|(level, _, (low, _))| (x.place(*level), y.place(*low)));
        let outline: Vec<(f64, f64)> = upper.chain(lower).collect();
        svg.path(&format!("{}z", through(&outline)), &format!("b c{}", self.style % STYLES));
    }

    fn draw(&self, svg: &mut Svg, x: &Axis, y: &Axis) {
        let class = self.style % STYLES;
        let places: Vec<(f64, f64)> =
            self.points.iter().map(|(level, rate, _)| (x.place(*level), y.place(*rate))).collect();
        svg.line(&places, &format!("l c{class}"));
        if let [(level, _, (low, high))] = self.points[..] {
            svg.line(
                &[(x.place(level), y.place(low)), (x.place(level), y.place(high))],
                &format!("l c{class}"),
            );
        }
        let marks: String = places.iter().map(|(x, y)| mark(self.style, *x, *y)).collect();
        svg.path(&marks, &format!("k c{class}"));
    }
}

/// The mark of a style around a point. Shapes differ, so that colour is never needed to tell curves apart.
fn mark(style: usize, x: f64, y: f64) -> String {
    let shape = match style % STYLES {
        0 => "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
        1 => "m0 -4.5l4.5 8h-9z",
        2 => "m-3.3 -3.3h6.6v6.6h-6.6z",
        3 => "m0 -4.8l4.8 4.8l-4.8 4.8l-4.8 -4.8z",
        4 => "m0 4.5l4.5 -8h-9z",
        5 => "m-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
        _ => "m-4 -1.5h8v3h-8z",
    };
    format!("M{} {}{shape}", short(x), short(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_curves() {
        let curve = |name: &str, style, points: Vec<(f64, f64, (f64, f64))>| Curve {
            name: name.to_owned(),
            style,
            points,
        };
        let svg = Curves {
            description: "d".to_owned(),
            factor: "depth".to_owned(),
            levels: vec![(1.0, "1".to_owned()), (2.0, "2".to_owned())],
            value: "score, %".to_owned(),
            series: vec![
                curve("a", 0, vec![(1.0, 0.5, (0.4, 0.6)), (2.0, 0.7, (0.6, 0.8))]),
                curve("b", 8, vec![(2.0, 0.2, (0.1, 0.3))]),
            ],
        }
        .svg();
        insta::assert_snapshot!(svg);
    }
}
