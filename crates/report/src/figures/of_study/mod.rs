//! Which drawings a study has.

mod by_game;
mod cross_tables;
mod curves;
mod dimension;
mod maps;
mod ratings;

use connect_toe_experiment::Sample;

use super::Group;
use crate::experiment::analysis::{CellAnalysis, StudyAnalysis};

/// More rows or columns than this cannot be read.
const MOST_LINES: usize = 40;
/// More games than this have no drawing each.
const MOST_GAMES: usize = 6;

/// All drawings of a study.
pub(in crate::experiment) fn of_study(study: &StudyAnalysis<'_>) -> Vec<Group> {
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

/// The cells that a choice takes, added up.
fn sum(study: &StudyAnalysis<'_>, choice: impl Fn(&CellAnalysis<'_>) -> bool) -> Sample {
    study.cells.iter().filter(|cell| choice(cell)).map(|cell| cell.sample).sum()
}

fn id(study: &StudyAnalysis<'_>, kind: &str, number: usize) -> String {
    format!("{}-{kind}-{}", study.study.name, number + 1)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
