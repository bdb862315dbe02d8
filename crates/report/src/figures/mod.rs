//! Which drawings a study has, and the pictures of boards.

mod board;
mod of_games;
mod of_study;

use crate::csv_text;

pub(crate) use of_games::games;
pub(crate) use of_study::{forest, of_study};

fn csv_lines(lines: &[Vec<String>]) -> String {
    csv_text(lines).expect("rows of texts are rows")
}
