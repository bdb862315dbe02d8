//! Writing an `<svg>` element.

use std::fmt::Write as _;

/// A drawing under construction. Colours and fonts come from the classes of [`style`](crate::style):
///
/// | class | for |
/// | --- | --- |
/// | none, `s`, `d`, `w` | text: normal, soft, on light and on dark fills; `m` and `e` are set by [`Align`] |
/// | `a`, `g`, `h` | axis, grid, dashed reference line |
/// | `l`, `t`, `i` | line of a series, dashed too, error bar; with a colour, `c0` to `c6` |
/// | `k`, `x`, `b`, `f` | mark, hollow mark, band, bar; with a colour |
/// | `o`, `u`, `w2`, `r`, `n` | outline, arrow line, arrow head, highlighted run, empty cell |
/// | `q`, `v` | blocked cell, highlighted cell |
///
/// ```
/// use connect_toe_plot::{Align, Svg};
///
/// let mut svg = Svg::new(60.0, 40.0);
/// svg.with_tooltip("three in a row", |svg| svg.line(&[(10.0, 10.0), (50.0, 10.0)], "r"));
/// svg.text((30.0, 30.0), Align::Middle, "s", "x < y");
/// assert_eq!(
///     svg.finish("A run"),
///     concat!(
///         r#"<svg class="fit" viewBox="0 0 60 40" width="60" height="40" role="img" aria-label="A run">"#,
///         r#"<g><title>three in a row</title><path class="r" d="M10 10L50 10"/></g>"#,
///         r#"<text class="m s" x="30" y="30">x &lt; y</text></svg>"#
///     )
/// );
/// ```
#[derive(Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Drawings up to this width can be made as narrow as a phone, where some 331 of 360 pixels are theirs, and still be
/// read: letters of 12 pixels stay at 9.
pub(crate) const SHRINKS_BELOW: f64 = 440.0;

/// Where a text stands in relation to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It starts at the point.
    Start,
    /// Its middle is at the point.
    Middle,
    /// It ends at the point.
    End,
}

impl Svg {
    /// An empty drawing of a width and height in user units, which are pixels on a page.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// A rectangle with this upper left corner and size.
    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str) {
        let (x, y, width, height) = (coordinate(x), coordinate(y), coordinate(width), coordinate(height));
        let _ =
            write!(self.body, r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#);
    }

    /// A path of straight lines through points.
    pub fn line(&mut self, points: &[(f64, f64)], class: &str) {
        let _ = write!(self.body, r#"<path class="{class}" d="{}"/>"#, through(points));
    }

    /// A path in SVG's own notation.
    pub fn path(&mut self, path: &str, class: &str) {
        let _ = write!(self.body, r#"<path class="{class}" d="{path}"/>"#);
    }

    /// A disc around a point.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64, class: &str) {
        let (x, y, radius) = (coordinate(x), coordinate(y), coordinate(radius));
        let _ = write!(self.body, r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#);
    }

    /// A level text.
    pub fn text(&mut self, (x, y): (f64, f64), align: Align, class: &str, text: &str) {
        self.turned_text((x, y), 0, align, class, text);
    }

    /// A text turned clockwise by an angle in degrees.
    pub fn turned_text(&mut self, (x, y): (f64, f64), degrees: i32, align: Align, class: &str, text: &str) {
        let class = [align.class(), class].join(" ");
        let class =
            if class.trim().is_empty() { String::new() } else { format!(r#" class="{}""#, class.trim()) };
        let (x, y) = (coordinate(x), coordinate(y));
        let place = if degrees == 0 {
            format!(r#" x="{x}" y="{y}""#)
        } else {
            format!(r#" transform="translate({x} {y})rotate({degrees})""#)
        };
        let _ = write!(self.body, "<text{class}{place}>{}</text>", escape(text));
    }

    /// Whatever `draw` draws, with a text that appears while the pointer rests on it.
    pub fn with_tooltip(&mut self, tooltip: &str, draw: impl FnOnce(&mut Svg)) {
        let _ = write!(self.body, "<g><title>{}</title>", escape(tooltip));
        draw(self);
        self.body.push_str("</g>");
    }

    /// The `<svg>` element. The description is for readers who cannot see the drawing.
    pub fn finish(self, description: &str) -> String {
        // A drawing that is a little too wide for a phone is made smaller there; a wider one can be moved sideways.
        let class = if self.width <= SHRINKS_BELOW { r#" class="fit""# } else { "" };
        let (width, height) = (coordinate(self.width), coordinate(self.height));
        format!(
            r#"<svg{class} viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{}">{}</svg>"#,
            escape(description),
            self.body
        )
    }
}

impl Align {
    const fn class(self) -> &'static str {
        match self {
            Align::Start => "",
            Align::Middle => "m",
            Align::End => "e",
        }
    }
}

/// Straight lines through points, in SVG's own notation.
///
/// ```
/// assert_eq!(connect_toe_plot::through(&[(0.0, 1.25), (2.0, 3.0)]), "M0 1.2L2 3");
/// ```
pub fn through(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (place, &(x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if place == 0 { "M" } else { "L" }, coordinate(x), coordinate(y));
    }
    path
}

/// A coordinate with at most one digit behind the point; 0 if it is not finite, which does not occur in charts.
///
/// ```
/// assert_eq!(connect_toe_plot::coordinate(12.04), "12");
/// ```
pub fn coordinate(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text for an element or an attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '"' => escaped.push_str("&quot;"),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            _ => escaped.push(symbol),
        }
    }
    escaped
}

/// The width of a text in the charts' letters: an estimate that is rather too wide than too narrow.
pub(crate) fn width(text: &str) -> f64 {
    let of = |symbol: char| match symbol {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | '.' | ',' | ':' | '|' | '\'' | '(' | ')' | ' ' | '-' => 4.2,
        'm' | 'w' | 'M' | 'W' => 10.8,
        '+' | '−' | '=' | '…' | '%' => 10.4,
        'A'..='Z' => 8.6,
        '0'..='9' => 7.7,
        _ => 7.4,
    };
    text.chars().map(of).sum()
}

/// The text, or its beginning with an ellipsis if it is wider than the limit (in user units, by an estimate).
///
/// ```
/// use connect_toe_plot::fitted;
///
/// assert_eq!((fitted("alpha-beta", 100.0), fitted("alpha-beta", 40.0)), ("alpha-beta".into(), "alph…".into()));
/// ```
pub fn fitted(text: &str, limit: f64) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    let mut fitted = String::new();
    for symbol in text.chars() {
        fitted.push(symbol);
        if width(&fitted) > limit - width("…") {
            fitted.pop();
            break;
        }
    }
    fitted + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing() {
        let mut svg = Svg::new(10.0, 20.04);
        svg.line(&[(0.0, 1.25), (-0.01, f64::NAN)], "g");
        svg.text((1.0, 2.0), Align::End, "s", "a<b");
        insta::assert_snapshot!(svg.finish("say \"x\" & y"), @r#"<svg class="fit" viewBox="0 0 10 20" width="10" height="20" role="img" aria-label="say &quot;x&quot; &amp; y"><path class="g" d="M0 1.2L0 0"/><text class="e s" x="1" y="2">a&lt;b</text></svg>"#);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(fitted("alpha-beta", 500.0), "alpha-beta");
        let cut = fitted("alpha-beta", 40.0);
        assert!(cut.ends_with('…') && width(&cut) <= 40.0, "{cut}");
    }
}
