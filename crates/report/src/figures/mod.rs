//! Drawings, as SVG that takes its colours from the page.

mod axis;
mod board;
mod curves;
mod dots;
mod heat_map;
mod histogram;
mod of_games;
mod of_study;
mod svg;

use crate::csv_text;

pub(super) use of_games::games;
pub(super) use of_study::of_study;

/// A drawing with its data.
#[derive(Debug)]
pub(super) struct Figure {
    /// A word by which it can be found, and the name of its files.
    pub(super) id: String,
    pub(super) caption: String,
    /// The `<svg>` element.
    pub(super) svg: String,
    /// The numbers behind it, as CSV; empty for a picture.
    pub(super) data: String,
}

/// Drawings of one kind.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) heading: String,
    /// How they are to be read.
    pub(super) note: String,
    pub(super) figures: Vec<Figure>,
}

/// The style sheet of all drawings: of the page, and of each drawing that is saved from it.
pub(super) fn style() -> String {
    include_str!("../../../templates/figures.css").trim().replace('\n', "") + &heat_map::shades()
}

fn csv_lines(lines: &[Vec<String>]) -> String {
    csv_text(lines).expect("rows of texts are rows")
}

/// A number of a CSV table, four digits behind the point.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
