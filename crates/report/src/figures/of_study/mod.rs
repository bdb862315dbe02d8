//! Which drawings a study has.

mod by_game;
mod by_side;
mod circles;
mod cross_tables;
mod curves;
mod dimension;
mod map;
mod maps;
mod ratings;

use crate::analysis::StudyAnalysis;
use crate::document::Figures;

/// All drawings of a study.
pub(crate) fn of_study(study: &StudyAnalysis<'_>) -> Vec<Figures> {
    if study.games() == 0 {
        return Vec::new();
    }
    let mut groups = Vec::new();
    groups.extend(ratings::ratings(study));
    groups.extend(circles::circles(study));
    groups.extend(by_side::by_side(study));
    groups.extend(cross_tables::cross_tables(study));
    groups.extend((0..study.study.factors.len()).filter_map(|factor| curves::curves(study, factor)));
    groups.extend(maps::maps(study));
    groups.extend(by_game::first_moves(study));
    groups.extend(by_game::histograms(study));
    groups
}
