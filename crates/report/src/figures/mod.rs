//! Which drawings a study has, and the pictures of boards.

mod board;
mod of_games;
mod of_study;

use crate::csv_text;

pub(crate) use of_games::games;
pub(crate) use of_study::of_study;

fn csv_lines(lines: &[Vec<String>]) -> String {
    csv_text(lines).expect("rows of texts are rows")
}

/// A number of a CSV table, four digits behind the point.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
