//! The section of a study: its tables and drawings.

use connect_toe_stats::numbers::counted;

use crate::analysis::StudyAnalysis;
use crate::document::{Block, Folded, Section, Table};
use crate::references::References;
use crate::{figures, tables};

/// Tables of conditions with more rows are folded.
const LONG: usize = 16;

/// The anchor of the section of the study with this place in the plan.
pub(crate) fn anchor(place: usize) -> String {
    format!("study-{}", place + 1)
}

/// The section of the study with this place in the plan.
pub(crate) fn section(place: usize, study: &StudyAnalysis<'_>, references: Option<&References>) -> Section {
    let mut section = Section::new(anchor(place), &study.study.title);
    section.blocks.extend(study.study.about.clone().map(Block::Paragraph));
    let several = study.names.games.len() > 1;
    for rated in &study.ratings {
        section.blocks.push(block(tables::ratings(study, rated), rated.game.is_some() && several));
    }
    if study.ratings.is_empty() && study.conditions.len() > study.players.len() {
        section.blocks.push(tables::players(study).into());
    }
    let games = tables::games(study);
    section.blocks.extend(games.map(|table| block(table, study.study.is_round_robin())));
    section.blocks.extend(figures::of_study(study).into_iter().map(Block::from));
    if let Some(names) = tables::names(study) {
        section.blocks.push(Folded::on_screen("What the short names stand for", [names.into()]).into());
    }
    let conditions = tables::conditions(study, references);
    section.blocks.push(if conditions.rows.len() > LONG {
        let summary = format!("All {}", counted(conditions.rows.len() as u64, "cell"));
        Folded::new(summary, [conditions.into()]).into()
    } else {
        conditions.into()
    });
    section
}

/// A table, folded behind its caption or not.
fn block(table: Table, is_folded: bool) -> Block {
    if is_folded { Folded::new(table.caption.clone(), [table.into()]).into() } else { table.into() }
}
