use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::prelude::*;

use crate::ReportError;

/// How a point is marked. Shape, filling and line differ, so that colour is never needed to tell series apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Circle,
    Triangle,
    Square,
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) color: RGBColor,
    pub(super) mark: Mark,
    /// Filled marks on a full line are ours; hollow marks on a broken line are printed.
    pub(super) filled: bool,
    pub(super) line: Line,
}

/// The line between points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Full,
    Dashed,
    None,
}

/// A value with its error bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Ends of the error bar, if there is one.
    pub(super) bar: Option<(f64, f64)>,
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    pub(super) style: Style,
    /// Sideways displacement that keeps error bars of neighbouring series apart.
    pub(super) shift: f64,
    pub(super) points: Vec<Point>,
}

/// A drawing with axes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chart {
    /// What a reader who cannot see the drawing is told.
    pub(super) description: String,
    /// Width and height in user units; the page scales it.
    pub(super) size: (u32, u32),
    /// What the horizontal axis counts.
    pub(super) x_label: &'static str,
    /// The rows of the table.
    pub(super) rows: Vec<u32>,
    /// Upper end of the vertical axis.
    pub(super) top: f64,
    /// Tick marks of the vertical axis.
    pub(super) ticks: Vec<f64>,
    /// What follows a number on the vertical axis.
    pub(super) unit: &'static str,
    pub(super) series: Vec<Series>,
}

const INK: RGBColor = RGBColor(60, 60, 60);
const GRID: RGBColor = RGBColor(225, 225, 225);

type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// An axis with tick marks exactly where they are wanted.
#[derive(Clone)]
struct Axis {
    start: f64,
    end: f64,
    ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = (value - self.start) / (self.end - self.start);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.start..self.end
    }
}

impl Chart {
    /// The chart as an `<svg>` element that takes the width of its container.
    pub(super) fn svg(&self) -> Result<String, ReportError> {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, self.size).into_drawing_area();
            self.draw(&area).map_err(|error| ReportError::Figure(error.to_string()))?;
            area.present().map_err(|error| ReportError::Figure(error.to_string()))?;
        }
        Ok(self.scalable(&text))
    }

    /// Replaces the fixed size by a view box, and names the drawing.
    fn scalable(&self, text: &str) -> String {
        let body = text.find('>').map_or("", |end| &text[end + 1..]);
        let (width, height) = self.size;
        let mut svg = format!(r#"<svg viewBox="0 0 {width} {height}" role="img" aria-label=""#);
        for symbol in self.description.chars() {
            match symbol {
                '"' => svg.push_str("&quot;"),
                '&' => svg.push_str("&amp;"),
                '<' => svg.push_str("&lt;"),
                _ => svg.push(symbol),
            }
        }
        let _ = write!(svg, r#"">{body}"#);
        svg
    }

    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn std::error::Error + '_>> {
        let rows: Vec<f64> = self.rows.iter().copied().map(f64::from).collect();
        let (first, last) = (rows.first().copied().unwrap_or(0.0), rows.last().copied().unwrap_or(1.0));
        let columns = Axis { start: first - 0.5, end: last + 0.5, ticks: rows };
        let values = Axis { start: 0.0, end: self.top * 1.02, ticks: self.ticks.clone() };
        let mut plot = ChartBuilder::on(area)
            .margin(6)
            .margin_right(10)
            .x_label_area_size(36)
            .y_label_area_size(46)
            .build_cartesian_2d(columns, values)
            .map_err(|error| error.to_string())?;
        let text = ("sans-serif", 14).into_font().color(&INK);
        plot.configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(text.clone())
            .axis_desc_style(text)
            .x_desc(self.x_label)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}{}", self.unit))
            .draw()
            .map_err(|error| error.to_string())?;
        for series in &self.series {
            series.draw(&mut plot).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl Series {
    fn draw(&self, plot: &mut Plot<'_, '_>) -> Result<(), Box<dyn std::error::Error>> {
        let failed = |error: &dyn std::fmt::Display| error.to_string();
        let Style { color, line, .. } = self.style;
        let place = |point: &Point| (point.x + self.shift, point.y);
        let places = self.points.iter().map(place);
        match line {
            Line::Full => {
                plot.draw_series(LineSeries::new(places, color.stroke_width(2))).map_err(|e| failed(&e))?;
            }
            Line::Dashed => {
                plot.draw_series(DashedLineSeries::new(places, 5, 4, color.stroke_width(1)))
                    .map_err(|e| failed(&e))?;
            }
            Line::None => {}
        }
        let bars = self.points.iter().filter_map(|point| {
            let (low, high) = point.bar?;
            Some(ErrorBar::new_vertical(point.x + self.shift, low, point.y, high, color.stroke_width(1), 5))
        });
        plot.draw_series(bars).map_err(|e| failed(&e))?;
        for point in &self.points {
            self.draw_mark(plot, place(point)).map_err(|e| failed(&*e))?;
        }
        Ok(())
    }

    fn draw_mark(&self, plot: &mut Plot<'_, '_>, at: (f64, f64)) -> Result<(), Box<dyn std::error::Error>> {
        let fill = if self.style.filled { self.style.color } else { WHITE };
        let edge = self.style.color.stroke_width(2);
        match self.style.mark {
            Mark::Circle => {
                let mark = EmptyElement::at(at)
                    + Circle::new((0, 0), 4, fill.filled())
                    + Circle::new((0, 0), 4, edge);
                plot.draw_series(std::iter::once(mark)).map_err(|error| error.to_string())?;
            }
            Mark::Triangle => {
                let corners = vec![(0, -5), (5, 4), (-5, 4), (0, -5)];
                let mark = EmptyElement::at(at)
                    + Polygon::new(corners.clone(), fill.filled())
                    + PathElement::new(corners, edge);
                plot.draw_series(std::iter::once(mark)).map_err(|error| error.to_string())?;
            }
            Mark::Square => {
                let corners = [(-4, -4), (4, 4)];
                let mark = EmptyElement::at(at)
                    + Rectangle::new(corners, fill.filled())
                    + Rectangle::new(corners, edge);
                plot.draw_series(std::iter::once(mark)).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}
