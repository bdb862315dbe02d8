//! Curves with bands or error bars.

use crate::axis::Axis;
use crate::style::STYLES;
use crate::svg::{Align, Svg, coordinate, fitted, through, width};
use crate::unit::Unit;

/// Values over an ordered factor: a curve for each series, and their intervals as bands or error bars.
///
/// ```
/// use connect_toe_plot::{LineChart, Point, Series};
///
/// let sizes = [3, 5, 9].map(|size| (f64::from(size), size.to_string())).to_vec();
/// let mut chart = LineChart::of_rates("Draws by size of the board", "size", sizes, "draws, %");
/// chart.series.push(Series::new("measured", 0, [Point::new(3.0, 0.62, (0.58, 0.66)), Point::new(5.0, 0.8, (0.7, 0.9))]));
/// chart.series.push(Series::new("printed", 1, [Point::exact(3.0, 0.6)]).hollow());
/// assert!(chart.svg().contains("<title>measured, size 3: 62.0 % (58.0–66.0 %)</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What a reader who cannot see the chart is told.
    pub description: String,
    /// What the horizontal axis counts.
    pub x_title: String,
    /// The factor's levels, with the texts of their tick marks. The axis is logarithmic if the levels are positive and
    /// far apart.
    pub x_ticks: Vec<(f64, String)>,
    /// What the vertical axis counts.
    pub y_title: String,
    /// The tick marks of the vertical axis in rising order; it reaches from the first to the last.
    pub y_ticks: Vec<f64>,
    /// What the values are.
    pub unit: Unit,
    /// A value that is marked by a dashed line.
    pub reference: Option<f64>,
    /// The curves.
    pub series: Vec<Series>,
    /// The width in user units, which are pixels on a page.
    pub width: f64,
}

/// A curve of a [`LineChart`].
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name, at the end of its curve or in the legend.
    pub name: String,
    /// Its colour and mark: the same number looks the same in every chart. Marks differ for [`STYLES`](crate::STYLES)
    /// numbers.
    pub style: usize,
    /// How intervals are drawn.
    pub spread: Spread,
    /// How points are connected.
    pub line: Line,
    /// Whether marks are drawn as outlines only.
    pub is_hollow: bool,
    /// How far the curve is drawn to the right of its place, in user units, so that error bars do not hide each other.
    pub shift: f64,
    /// The points in the order in which they are connected.
    pub points: Vec<Point>,
}

/// A point of a [`Series`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The level.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The ends of the value's interval, if it has one.
    pub interval: Option<(f64, f64)>,
}

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// A shaded band; a single point has a bar.
    Band,
    /// A bar for each point.
    Bars,
}

/// How points are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// By a full line.
    Full,
    /// By a dashed line.
    Dashed,
    /// Not at all.
    None,
}

const LEFT: f64 = 42.0;
const TOP: f64 = 10.0;
const HEIGHT: f64 = 190.0;
const LEGEND_LINE: f64 = 17.0;
/// The least distance of names at the ends of curves.
const NAME_LINE: f64 = 14.0;
const WIDEST_NAME: f64 = 130.0;
/// Narrower charts have no room for names beside the curves.
const LEAST_WIDTH_WITH_NAMES: f64 = 400.0;

/// An entry of the legend: its left end, its line, and the series' name as far as it fits.
struct Entry {
    left: f64,
    line: f64,
    name: String,
}

impl LineChart {
    /// A chart of rates from 0 to 100 %, 340 user units wide, without curves yet. A dashed line marks one half.
    pub fn of_rates(
        description: impl Into<String>,
        x_title: impl Into<String>,
        x_ticks: Vec<(f64, String)>,
        y_title: impl Into<String>,
    ) -> LineChart {
        LineChart {
            description: description.into(),
            x_title: x_title.into(),
            x_ticks,
            y_title: y_title.into(),
            y_ticks: vec![0.0, 0.25, 0.5, 0.75, 1.0],
            unit: Unit::Rate,
            reference: Some(0.5),
            series: Vec::new(),
            width: 340.0,
        }
    }

    /// The chart as an `<svg>` element.
    pub fn svg(&self) -> String {
        let names = self.names_at_the_end();
        let widest = names.iter().flatten().map(|name| width(name)).fold(0.0, f64::max);
        let right = self.width - if names.is_some() { widest + 22.0 } else { 12.0 };
        let bottom = TOP + HEIGHT;
        let legend = if names.is_some() { Vec::new() } else { self.legend(right) };
        let lines = legend.last().map_or(0.0, |entry| entry.line + 1.0);
        let mut svg = Svg::new(self.width, bottom + 44.0 + lines * LEGEND_LINE);
        let levels: Vec<f64> = self.x_ticks.iter().map(|(level, _)| *level).collect();
        let room = self.series.iter().map(|series| series.shift.abs()).fold(0.0, f64::max);
        let x = Axis::at(&levels, (LEFT + 10.0 + room, right - 8.0 - room));
        let y = Axis::between(&self.y_ticks, (bottom, TOP));
        self.draw_axes(&mut svg, &x, &y, right);
        for series in &self.series {
            series.draw_spread(&mut svg, &x, &y);
        }
        for series in &self.series {
            series.draw_line(&mut svg, &x, &y);
            for point in &series.points {
                svg.with_tooltip(&self.tooltip(series, point), |svg| {
                    series.draw_mark(svg, (x.place(point.x) + series.shift, y.place(point.y)));
                });
            }
        }
        if let Some(names) = &names {
            for ((series, name), place) in self.series.iter().zip(names).zip(self.places_at_the_end(&y)) {
                series.draw_mark(&mut svg, (right + 8.0, place));
                svg.text((right + 17.0, place + 4.0), Align::Start, "", name);
            }
        }
        for (series, Entry { left, line, name }) in self.series.iter().zip(&legend) {
            let middle = bottom + 47.0 + line * LEGEND_LINE;
            if let Some(class) = series.line_class() {
                svg.line(&[(*left, middle), (left + 20.0, middle)], &class);
            }
            series.draw_mark(&mut svg, (left + 10.0, middle));
            svg.text((left + 25.0, middle + 4.0), Align::Start, "", name);
        }
        svg.finish(&self.description)
    }

    fn draw_axes(&self, svg: &mut Svg, x: &Axis, y: &Axis, right: f64) {
        let bottom = TOP + HEIGHT;
        for &tick in &y.ticks {
            let is_reference = self.reference.is_some_and(|reference| (tick - reference).abs() < 1e-9);
            svg.line(&[(LEFT, y.place(tick)), (right, y.place(tick))], if is_reference { "h" } else { "g" });
            let text = self.unit.tick(tick);
            // The title of the axis says that these are per cent.
            let text = text.trim_end_matches(" %");
            svg.text((LEFT - 5.0, y.place(tick) + 4.0), Align::End, "", text);
        }
        for tick in x.spaced_ticks(|tick| width(self.text_of(tick)) + 6.0) {
            svg.line(&[(x.place(tick), bottom), (x.place(tick), bottom + 4.0)], "a");
            svg.text((x.place(tick), bottom + 17.0), Align::Middle, "", self.text_of(tick));
        }
        svg.line(&[(LEFT, bottom), (right, bottom)], "a");
        let title = fitted(&self.x_title, right - LEFT);
        svg.text((f64::midpoint(LEFT, right), bottom + 33.0), Align::Middle, "s", &title);
        svg.turned_text((11.0, f64::midpoint(TOP, bottom)), -90, Align::Middle, "s", &self.y_title);
    }

    /// The text of a level's tick mark.
    fn text_of(&self, level: f64) -> &str {
        let tick = self.x_ticks.iter().find(|(number, _)| number.total_cmp(&level).is_eq());
        tick.map_or("", |(_, text)| text)
    }

    fn tooltip(&self, series: &Series, point: &Point) -> String {
        let value = self.unit.with_interval(&self.unit.exact(point.y), point.interval);
        format!("{}, {} {}: {value}", series.name, self.x_title, self.text_of(point.x))
    }

    /// The names of the curves, to stand where these end; `None` where marks are not connected or curves are compared
    /// point by point, and a legend below says more.
    fn names_at_the_end(&self) -> Option<Vec<String>> {
        let are_curves = self.series.iter().all(|one| one.line == Line::Full && one.spread == Spread::Band);
        (are_curves && self.width >= LEAST_WIDTH_WITH_NAMES)
            .then(|| self.series.iter().map(|one| fitted(&one.name, WIDEST_NAME)).collect())
    }

    /// The heights of the names: where the curves end, apart from each other.
    fn places_at_the_end(&self, y: &Axis) -> Vec<f64> {
        let end = |one: &Series| one.points.last().map_or(TOP, |point| y.place(point.y));
        let mut order: Vec<usize> = (0..self.series.len()).collect();
        order.sort_by(|&one, &other| end(&self.series[one]).total_cmp(&end(&self.series[other])));
        let mut places: Vec<f64> = self.series.iter().map(end).collect();
        let mut least = TOP;
        for &one in &order {
            places[one] = places[one].max(least);
            least = places[one] + NAME_LINE;
        }
        let mut most = TOP + HEIGHT;
        for &one in order.iter().rev() {
            places[one] = places[one].min(most);
            most = places[one] - NAME_LINE;
        }
        places
    }

    fn legend(&self, right: f64) -> Vec<Entry> {
        let (mut left, mut line) = (LEFT, 0.0);
        let mut entries = Vec::new();
        for series in &self.series {
            let name = fitted(&series.name, right - LEFT - 30.0);
            let room = 25.0 + width(&name) + 12.0;
            if left > LEFT && left + room > right + 10.0 {
                (left, line) = (LEFT, line + 1.0);
            }
            entries.push(Entry { left, line, name });
            left += room;
        }
        entries
    }
}

impl Series {
    /// A full line with filled marks and a band.
    pub fn new(name: impl Into<String>, style: usize, points: impl IntoIterator<Item = Point>) -> Series {
        Series {
            name: name.into(),
            style,
            spread: Spread::Band,
            line: Line::Full,
            is_hollow: false,
            shift: 0.0,
            points: points.into_iter().collect(),
        }
    }

    /// Draws a dashed line and hollow marks, as for values that come from elsewhere.
    #[must_use]
    pub fn hollow(self) -> Series {
        Series { line: Line::Dashed, is_hollow: true, ..self }
    }

    /// Adds an error bar to each point, drawn this far to the right of its place (user units).
    #[must_use]
    pub fn with_bars(self, shift: f64) -> Series {
        Series { spread: Spread::Bars, shift, ..self }
    }

    fn color(&self) -> String {
        format!("c{}", self.style % STYLES)
    }

    fn line_class(&self) -> Option<String> {
        match self.line {
            Line::Full => Some(format!("l {}", self.color())),
            Line::Dashed => Some(format!("l t {}", self.color())),
            Line::None => None,
        }
    }

    fn draw_spread(&self, svg: &mut Svg, x: &Axis, y: &Axis) {
        let ends = self.points.iter().filter_map(|point| {
            let (low, high) = point.interval?;
            Some((x.place(point.x) + self.shift, y.place(low), y.place(high)))
        });
        let ends: Vec<(f64, f64, f64)> = ends.collect();
        if self.spread == Spread::Band && ends.len() > 1 {
            let upper = ends.iter().map(|&(x, _, high)| (x, high));
            let lower = ends.iter().rev().map(|&(x, low, _)| (x, low));
            let outline: Vec<(f64, f64)> = upper.chain(lower).collect();
            svg.path(&format!("{}z", through(&outline)), &format!("b {}", self.color()));
        } else {
            for (x, low, high) in ends {
                let caps =
                    [(x - 3.0, low), (x + 3.0, low), (x, low), (x, high), (x - 3.0, high), (x + 3.0, high)];
                svg.line(&caps, &format!("i {}", self.color()));
            }
        }
    }

    fn draw_line(&self, svg: &mut Svg, x: &Axis, y: &Axis) {
        let place = |point: &Point| (x.place(point.x) + self.shift, y.place(point.y));
        let places: Vec<(f64, f64)> = self.points.iter().map(place).collect();
        if let Some(class) = self.line_class().filter(|_| places.len() > 1) {
            svg.line(&places, &class);
        }
    }

    fn draw_mark(&self, svg: &mut Svg, place: (f64, f64)) {
        let class = if self.is_hollow { "x" } else { "k" };
        svg.path(&mark(self.style, place), &format!("{class} {}", self.color()));
    }
}

impl Point {
    /// A value with its interval.
    pub const fn new(x: f64, y: f64, interval: (f64, f64)) -> Point {
        Point { x, y, interval: Some(interval) }
    }

    /// A value without an interval.
    pub const fn exact(x: f64, y: f64) -> Point {
        Point { x, y, interval: None }
    }
}

/// The mark of a style around a point. Shapes differ, so that colour is never needed to tell curves apart.
fn mark(style: usize, (x, y): (f64, f64)) -> String {
    let shape = match style % STYLES {
        0 => "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
        1 => "m0 -4.5l4.5 8h-9z",
        2 => "m-3.3 -3.3h6.6v6.6h-6.6z",
        3 => "m0 -4.8l4.8 4.8l-4.8 4.8l-4.8 -4.8z",
        4 => "m0 4.5l4.5 -8h-9z",
        5 => "m-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
        _ => "m-4 -4h8l-8 8h8z",
    };
    format!("M{} {}{shape}", coordinate(x), coordinate(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels() -> Vec<(f64, String)> {
        vec![(1.0, "1".to_owned()), (2.0, "2".to_owned())]
    }

    #[test]
    fn two_curves() {
        let mut chart = LineChart::of_rates("d", "depth", levels(), "score, %");
        let points = [Point::new(1.0, 0.5, (0.4, 0.6)), Point::new(2.0, 0.7, (0.6, 0.8))];
        chart.series.push(Series::new("a", 0, points));
        chart.series.push(Series::new("b", 8, [Point::new(2.0, 0.2, (0.1, 0.3))]));
        insta::assert_snapshot!(chart.svg());
    }

    #[test]
    fn error_bars_stand_side_by_side() {
        let chart = LineChart {
            y_ticks: vec![0.0, 60.0, 120.0],
            unit: Unit::Count,
            reference: None,
            series: vec![
                Series::new("ours", 0, [Point::new(1.0, 30.0, (20.0, 40.0))]).with_bars(4.0),
                Series { line: Line::None, ..Series::new("printed", 6, [Point::exact(1.0, 50.0)]).hollow() },
            ],
            ..LineChart::of_rates("d", "depth", levels(), "games")
        };
        insta::assert_snapshot!(chart.svg());
    }

    /// Two curves end at the same place; their names do not.
    #[test]
    fn wide_charts_name_their_curves() {
        let curve =
            |name: &str, style| Series::new(name, style, [Point::exact(1.0, 0.2), Point::exact(2.0, 0.7)]);
        let chart = LineChart {
            series: vec![curve("first", 0), curve("second", 1)],
            width: 420.0,
            ..LineChart::of_rates("d", "depth", levels(), "score, %")
        };
        let svg = chart.svg();
        let height = |name: &str| -> f64 {
            let before = svg.split(&format!("\">{name}<")).next().expect("text before the name");
            before.rsplit("y=\"").next().expect("a place").parse().expect("a number")
        };
        assert!((height("second") - height("first")).abs() >= 13.9, "{svg}");
        assert!((height("second") - height("first")).abs() <= 14.1, "{svg}");
    }

    #[test]
    fn a_chart_of_nothing_is_finite() {
        assert!(!LineChart::of_rates("d", "depth", Vec::new(), "score, %").svg().contains("NaN"));
    }
}
