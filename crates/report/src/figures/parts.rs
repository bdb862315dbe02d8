//! What drawings have in common.

use connect_toe_plot::ForestPlot;

use crate::analysis::StudyAnalysis;
use crate::document::Figure;
use crate::{csv_number, csv_text};

/// More rows or columns than this cannot be read.
pub(super) const MOST_LINES: usize = 40;
/// More games than this have no drawing each.
pub(super) const MOST_GAMES: usize = 6;

/// A forest plot and its rows as data, under these headings of the name and the value.
pub(crate) fn forest(id: String, caption: String, [name, value]: [&str; 2], plot: &ForestPlot) -> Figure {
    let mut data = vec![[name, value, "low", "high"].map(str::to_owned).to_vec()];
    data.extend(plot.rows.iter().map(|row| {
        let numbers = [row.value, row.interval.0, row.interval.1].map(csv_number);
        std::iter::once(row.name.clone()).chain(numbers).collect()
    }));
    Figure { id, caption, svg: plot.svg(), data: csv_lines(&data) }
}

pub(super) fn id(study: &StudyAnalysis<'_>, kind: &str, number: usize) -> String {
    format!("{}-{kind}-{}", study.study.name, number + 1)
}

pub(super) fn csv_lines(lines: &[Vec<String>]) -> String {
    csv_text(lines).expect("rows of texts are rows")
}
