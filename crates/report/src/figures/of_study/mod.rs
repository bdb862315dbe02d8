//! Which drawings a study has.

mod by_game;
mod cross_tables;
mod curves;
mod dimension;
mod map;
mod maps;
mod ratings;

use connect_toe_plot::ForestPlot;

use crate::analysis::StudyAnalysis;
use crate::csv_number;
use crate::document::{Figure, Figures};
use crate::figures::csv_lines;

/// More rows or columns than this cannot be read.
const MOST_LINES: usize = 40;
/// More games than this have no drawing each.
const MOST_GAMES: usize = 6;

/// All drawings of a study.
pub(crate) fn of_study(study: &StudyAnalysis<'_>) -> Vec<Figures> {
    if study.games() == 0 {
        return Vec::new();
    }
    let mut groups = Vec::new();
    groups.extend(ratings::ratings(study));
    groups.extend(cross_tables::cross_tables(study));
    groups.extend((0..study.study.factors.len()).filter_map(|factor| curves::curves(study, factor)));
    groups.extend(maps::maps(study));
    groups.extend(by_game::first_moves(study));
    groups.extend(by_game::histograms(study));
    groups
}

/// A forest plot and its rows as data, under these headings of the name and the value.
pub(crate) fn forest(id: String, caption: String, [name, value]: [&str; 2], plot: &ForestPlot) -> Figure {
    let mut data = vec![[name, value, "low", "high"].map(str::to_owned).to_vec()];
    data.extend(plot.rows.iter().map(|row| {
        let numbers = [row.value, row.interval.0, row.interval.1].map(csv_number);
        std::iter::once(row.name.clone()).chain(numbers).collect()
    }));
    Figure { id, caption, svg: plot.svg(), data: csv_lines(&data) }
}

fn id(study: &StudyAnalysis<'_>, kind: &str, number: usize) -> String {
    format!("{}-{kind}-{}", study.study.name, number + 1)
}
