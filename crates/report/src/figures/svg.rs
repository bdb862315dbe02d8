use std::fmt::Write as _;

/// A drawing under construction. Colours and fonts come from the classes of `figures.css`.
#[derive(Debug)]
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Drawings up to this width can be made as narrow as a phone, and still be read.
const SHRINKS_BELOW: f64 = 490.0;

/// Where a text stands in relation to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

impl Svg {
    /// An empty drawing of a width and height in user units, which are pixels on a page.
    pub(super) fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    pub(super) fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str) {
        let (x, y, width, height) = (short(x), short(y), short(width), short(height));
        let _ =
            write!(self.body, r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#);
    }

    /// A path of straight lines through points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], class: &str) {
        let _ = write!(self.body, r#"<path class="{class}" d="{}"/>"#, through(points));
    }

    /// A path as it is written in SVG.
    pub(super) fn path(&mut self, path: &str, class: &str) {
        let _ = write!(self.body, r#"<path class="{class}" d="{path}"/>"#);
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), align: Align, class: &str, text: &str) {
        self.turned_text((x, y), 0, align, class, text);
    }

    /// Text turned clockwise by so many degrees.
    pub(super) fn turned_text(
        &mut self,
        (x, y): (f64, f64),
        degrees: i32,
        align: Align,
        class: &str,
        text: &str,
    ) {
        let class = [align.class(), class].join(" ");
        let class =
            if class.trim().is_empty() { String::new() } else { format!(r#" class="{}""#, class.trim()) };
        let (x, y) = (short(x), short(y));
        let place = if degrees == 0 {
            format!(r#" x="{x}" y="{y}""#)
        } else {
            format!(r#" transform="translate({x} {y})rotate({degrees})""#)
        };
        let _ = write!(self.body, "<text{class}{place}>{}</text>", escape(text));
    }

    /// The `<svg>` element, which a reader who cannot see it is told to be this.
    pub(super) fn finish(self, description: &str) -> String {
        // What is a little too wide for a phone is made smaller there; what is wider can be moved sideways.
        let class = if self.width <= SHRINKS_BELOW { r#" class="fit""# } else { "" };
        let (width, height) = (short(self.width), short(self.height));
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

/// A path of straight lines.
pub(super) fn through(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (place, &(x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if place == 0 { "M" } else { "L" }, short(x), short(y));
    }
    path
}

/// A coordinate with at most one digit behind the point; what is not finite, which no chart has, as 0.
pub(super) fn short(coordinate: f64) -> String {
    if !coordinate.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{coordinate:.1}");
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

/// About how wide a text is in the letters of the figures, a little too wide rather than too narrow.
pub(super) fn width(text: &str) -> f64 {
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

/// The text, or its beginning with an ellipsis if it is wider than that.
pub(super) fn fitted(text: &str, limit: f64) -> String {
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
