//! Tables of values as colours.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fmt::Write as _;

use crate::svg::{Align, Svg, fitted, width};

/// A table of values as colours, with the numbers in the cells.
///
/// ```
/// use connect_toe_plot::{HeatMap, Scale, Value};
///
/// let value = |share: f64| Some(Value::new(share, format!("{:.0}", 100.0 * share)));
/// let map = HeatMap {
///     description: "Score by depth and size".to_owned(),
///     row_title: "depth".to_owned(),
///     column_title: "size".to_owned(),
///     rows: vec!["1".to_owned(), "2".to_owned()],
///     columns: vec!["3".to_owned(), "4".to_owned()],
///     values: vec![vec![value(0.5), value(0.62)], vec![value(0.7), None]],
///     scale: Scale::Diverging,
///     ends: ("0".to_owned(), "100 %".to_owned()),
/// };
/// assert!(map.svg().contains("<title>depth 1, size 4: 62</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What a reader who cannot see the map is told.
    pub description: String,
    /// What the rows are.
    pub row_title: String,
    /// What the columns are.
    pub column_title: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The values row by row; `None` where there is no value.
    pub values: Vec<Vec<Option<Value>>>,
    /// What the colours say.
    pub scale: Scale,
    /// What is printed at the ends of the scale.
    pub ends: (String, String),
}

/// A value of a [`HeatMap`].
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Where it lies between the ends of the scale, 0 … 1.
    pub share: f64,
    /// What is printed.
    pub text: String,
    /// Whether the value is not settled: the cell is hatched.
    pub is_open: bool,
}

impl Value {
    /// A settled value.
    pub fn new(share: f64, text: impl Into<String>) -> Value {
        Value { share, text: text.into(), is_open: false }
    }
}

/// What the colours say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Above or below the middle.
    Diverging,
    /// How much.
    Sequential,
}

/// The number of colours of a scale.
const SHADES: usize = 21;

const ROW: f64 = 26.0;
const CELL: f64 = 36.0;
const WIDEST_LABEL: f64 = 230.0;

impl HeatMap {
    /// The map as an `<svg>` element.
    pub fn svg(&self) -> String {
        let widest = |labels: &[String]| labels.iter().map(|label| width(label)).fold(0.0, f64::max);
        let widest_text =
            self.values.iter().flatten().flatten().map(|value| width(&value.text)).fold(0.0, f64::max);
        let labels = widest(&self.rows).min(WIDEST_LABEL) + 8.0;
        let left = labels + 18.0;
        let columns = widest(&self.columns).min(WIDEST_LABEL);
        // Level labels if they nearly fit a cell, else turned ones.
        let cell = if columns <= 64.0 { CELL.max(columns + 6.0) } else { CELL }.max(widest_text + 6.0);
        let is_turned = columns + 4.0 > cell;
        let top = 18.0 + if is_turned { FRAC_1_SQRT_2 * columns + 16.0 } else { 18.0 };
        let map = (cell * self.columns.len() as f64, ROW * self.rows.len() as f64);
        // The last turned label reaches to the right of the map.
        let overhang = if is_turned {
            FRAC_1_SQRT_2 * width(self.columns.last().map_or("", String::as_str)).min(WIDEST_LABEL)
        } else {
            0.0
        };
        let total =
            (left + map.0 + overhang + 10.0).max(left + width(&self.column_title) + 10.0).max(left + 190.0);
        let mut svg = Svg::new(total, top + map.1 + 36.0);
        svg.text((left, 12.0), Align::Start, "s", &self.column_title);
        svg.turned_text(
            (11.0, top + map.1 / 2.0),
            -90,
            Align::Middle,
            "s",
            &fitted(&self.row_title, map.1.max(60.0)),
        );
        for (number, column) in self.columns.iter().enumerate() {
            let middle = left + (number as f64 + 0.5) * cell;
            let column = fitted(column, WIDEST_LABEL);
            if is_turned {
                svg.turned_text((middle + 2.0, top - 6.0), -45, Align::Start, "", &column);
            } else {
                svg.text((middle, top - 6.0), Align::Middle, "", &column);
            }
        }
        for (number, row) in self.rows.iter().enumerate() {
            let y = top + number as f64 * ROW;
            svg.text((left - 6.0, y + ROW / 2.0 + 4.0), Align::End, "", &fitted(row, WIDEST_LABEL));
            for (column, value) in self.values[number].iter().enumerate() {
                let x = left + column as f64 * cell;
                match value {
                    Some(Value { share, text, is_open }) => {
                        let shade = shade(*share);
                        let class = match is_open {
                            true => "",
                            false if self.scale.is_dark(shade) => "w",
                            false => "d",
                        };
                        svg.with_tooltip(&self.tooltip(row, &self.columns[column], text), |svg| {
                            let size = (cell - 1.0, ROW - 1.0);
                            if *is_open {
                                svg.rectangle((x, y), size, "n");
                                hatch(svg, (x, y), size);
                            } else {
                                svg.rectangle((x, y), size, &self.scale.class(shade));
                            }
                            svg.text((x + cell / 2.0, y + ROW / 2.0 + 4.0), Align::Middle, class, text);
                        });
                    }
                    None => svg.rectangle((x, y), (cell - 1.0, ROW - 1.0), "n"),
                }
            }
        }
        self.draw_scale(&mut svg, left, top + map.1 + 10.0);
        svg.finish(&self.description)
    }

    fn tooltip(&self, row: &str, column: &str, text: &str) -> String {
        format!("{} {row}, {} {column}: {text}", self.row_title, self.column_title)
    }

    fn draw_scale(&self, svg: &mut Svg, left: f64, top: f64) {
        let start = left + width(&self.ends.0) + 6.0;
        let step = 4.0;
        for shade in 0..SHADES {
            svg.rectangle((start + shade as f64 * step, top), (step + 0.3, 10.0), &self.scale.class(shade));
        }
        svg.text((start - 5.0, top + 9.0), Align::End, "s", &self.ends.0);
        svg.text((start + SHADES as f64 * step + 5.0, top + 9.0), Align::Start, "s", &self.ends.1);
    }
}

/// Lines across a rectangle, from the lower left to the upper right.
fn hatch(svg: &mut Svg, (x, y): (f64, f64), (width, height): (f64, f64)) {
    const STEP: f64 = 8.0;
    let mut start = STEP - height;
    while start < width {
        let [low, high] = [start.max(0.0), (start + height).min(width)];
        let at = |along: f64| (x + along, y + height - (along - start));
        svg.line(&[at(low), at(high)], "g");
        start += STEP;
    }
}

fn shade(share: f64) -> usize {
    (share.clamp(0.0, 1.0) * (SHADES - 1) as f64).round() as usize
}

impl Scale {
    fn class(self, shade: usize) -> String {
        match self {
            Scale::Diverging => format!("v{shade}"),
            Scale::Sequential => format!("q{shade}"),
        }
    }

    /// Whether white is easier to read on a shade than black: at a luminance of 0.179 the contrasts are
    /// equal.
    fn is_dark(self, shade: usize) -> bool {
        luminance(self.color(shade)) < 0.179
    }

    /// Red, green and blue, 0 … 255. Vermilion over grey to blue, and light to dark blue: colour-blind readers can
    /// tell the colours apart, those of the second scale in grey as well.
    fn color(self, shade: usize) -> (f64, f64, f64) {
        let stops: &[(f64, f64, f64)] = match self {
            Scale::Diverging => &[
                (166.0, 62.0, 0.0),
                (224.0, 130.0, 62.0),
                (240.0, 240.0, 240.0),
                (95.0, 160.0, 208.0),
                (0.0, 76.0, 128.0),
            ],
            Scale::Sequential => &[(240.0, 244.0, 247.0), (116.0, 173.0, 209.0), (8.0, 64.0, 115.0)],
        };
        let place = shade as f64 / (SHADES - 1) as f64 * (stops.len() - 1) as f64;
        let from = (place.floor() as usize).min(stops.len() - 2);
        let share = place - from as f64;
        let mix = |one: f64, other: f64| one + share * (other - one);
        let (one, other) = (stops[from], stops[from + 1]);
        (mix(one.0, other.0), mix(one.1, other.1), mix(one.2, other.2))
    }
}

/// Relative luminance, 0 … 1, as the Web Content Accessibility Guidelines define it.
fn luminance((red, green, blue): (f64, f64, f64)) -> f64 {
    let linear = |channel: f64| {
        let channel = channel / 255.0;
        if channel <= 0.040_45 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// The style sheet of the colours.
pub(crate) fn shades() -> String {
    let mut style = String::new();
    for scale in [Scale::Diverging, Scale::Sequential] {
        for shade in 0..SHADES {
            let (red, green, blue) = scale.color(shade);
            let (red, green, blue) = (red as u8, green as u8, blue as u8);
            let _ = write!(style, ".{}{{fill:#{red:02x}{green:02x}{blue:02x}}}", scale.class(shade));
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_map() {
        let map = HeatMap {
            description: "d".to_owned(),
            row_title: "r".to_owned(),
            column_title: "c".to_owned(),
            rows: vec!["a".to_owned()],
            columns: vec!["1".to_owned(), "2".to_owned()],
            values: vec![vec![Some(Value::new(0.0, "0")), None]],
            scale: Scale::Diverging,
            ends: ("0".to_owned(), "100 %".to_owned()),
        };
        let svg = map.svg();
        let drawn = svg.split(r#"<text class="e s""#).next().map(str::to_owned).unwrap_or_default();
        insta::assert_snapshot!(drawn);
    }

    #[test]
    fn what_is_not_settled_is_hatched() {
        let open = Value { is_open: true, ..Value::new(0.5, "?") };
        let map = |value: Value| HeatMap {
            description: "d".to_owned(),
            row_title: "r".to_owned(),
            column_title: "c".to_owned(),
            rows: vec!["a".to_owned()],
            columns: vec!["1".to_owned()],
            values: vec![vec![Some(value)]],
            scale: Scale::Diverging,
            ends: ("0".to_owned(), "1".to_owned()),
        };
        let lines = |value: Value| map(value).svg().matches("class=\"g\"").count();
        assert!(lines(open) > 4 && lines(Value::new(0.5, "?")) == 0);
    }

    /// Numbers can be read on every shade.
    #[test]
    fn contrast() {
        for scale in [Scale::Diverging, Scale::Sequential] {
            for shade in 0..SHADES {
                let ground = luminance(scale.color(shade));
                let text = if scale.is_dark(shade) { 1.0 } else { 0.0_f64 };
                let contrast = (ground.max(text) + 0.05) / (ground.min(text) + 0.05);
                assert!(contrast >= 4.5, "{scale:?} {shade}: {contrast}");
            }
        }
    }
}
