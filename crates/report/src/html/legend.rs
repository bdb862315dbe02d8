use connect_toe_paper::{Heuristic, Reading};
use plotters::style::RGBColor;

use super::chart::{Line, Mark, Style};

/// Blue, vermilion, green and black of Okabe & Ito's palette, which colour-blind readers can tell apart.
const BLUE: RGBColor = RGBColor(0, 114, 178);
const VERMILION: RGBColor = RGBColor(213, 94, 0);
const GREEN: RGBColor = RGBColor(0, 130, 95);
const GREY: RGBColor = RGBColor(110, 110, 110);

/// The printed values where the series are readings.
pub(super) const PRINTED: Style = Style { color: GREY, mark: Mark::Square, filled: false, line: Line::None };

/// A reading's curve.
pub(super) const fn of_reading(reading: Reading) -> Style {
    match reading {
        Reading::Exact => Style { color: BLUE, mark: Mark::Circle, filled: true, line: Line::Full },
        Reading::Published => {
            Style { color: VERMILION, mark: Mark::Triangle, filled: true, line: Line::Full }
        }
    }
}

/// A heuristic's curve, ours or printed.
pub(super) const fn of_heuristic(heuristic: Heuristic, ours: bool) -> Style {
    let (color, mark) = match heuristic {
        Heuristic::O => (VERMILION, Mark::Triangle),
        Heuristic::P => (BLUE, Mark::Circle),
        Heuristic::U => (GREEN, Mark::Square),
    };
    Style { color, mark, filled: ours, line: if ours { Line::Full } else { Line::Dashed } }
}

/// One entry of a legend.
#[derive(Debug)]
pub(super) struct Entry {
    /// A small drawing of the mark and its line.
    pub(super) sample: String,
    /// What it stands for.
    pub(super) text: String,
}

impl Entry {
    pub(super) fn new(style: Style, text: impl Into<String>) -> Self {
        Self { sample: sample(style), text: text.into() }
    }
}

fn sample(style: Style) -> String {
    let RGBColor(red, green, blue) = style.color;
    let color = format!("rgb({red},{green},{blue})");
    let fill = if style.filled { color.as_str() } else { "#fff" };
    let line = match style.line {
        Line::Full => format!(r#"<path d="M2 9H34" stroke="{color}" stroke-width="2"/>"#),
        Line::Dashed => format!(r#"<path d="M2 9H34" stroke="{color}" stroke-dasharray="5 4"/>"#),
        Line::None => String::new(),
    };
    let mark = match style.mark {
        Mark::Circle => r#"<circle cx="18" cy="9" r="4" "#,
        Mark::Triangle => r#"<path d="M18 4l5 9h-10z" "#,
        Mark::Square => r#"<path d="M14 5h8v8h-8z" "#,
    };
    format!(
        r#"<svg class="sample" viewBox="0 0 36 18" aria-hidden="true">{line}{mark}fill="{fill}" stroke="{color}" stroke-width="2"/></svg>"#
    )
}
