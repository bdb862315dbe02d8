//! The section of a study: its tables and drawings.

use std::fmt::Write as _;

use connect_toe_stats::numbers::counted;

use crate::Report;
use crate::analysis::{StudyAnalysis, game_name};
use crate::document::{Block, Folded, ReplayedCell, ReplayedGame, Replays, Section, Table};
use crate::extras::ExampleGame;
use crate::inline::code;
use crate::{answer, figures, tables};

/// Tables of conditions with more rows are folded.
const LONG: usize = 16;

/// The anchor of the section of the study with this place in the plan.
pub(crate) fn anchor(place: usize) -> String {
    format!("study-{}", place + 1)
}

/// The section of the study with this place in the plan.
///
/// Where it is the only one its drawing stands at the head of the report.
pub(crate) fn section(
    place: usize,
    study: &StudyAnalysis<'_>,
    is_only: bool,
    report: &Report<'_>,
) -> Section {
    let mut section = Section::new(anchor(place), &study.study.title);
    let found = &report.answers[place];
    if !is_only || study.study.question.is_some() {
        section.blocks.push(answer::block(study, found));
    }
    if !is_only {
        section.blocks.extend(answer::figure(study, found));
    }
    section.blocks.extend(study.study.about.clone().map(Block::Paragraph));
    let several = study.names.games.len() > 1;
    for rated in &study.ratings {
        section.blocks.push(block(tables::ratings(study, rated), rated.game.is_some() && several));
        section.blocks.extend(tables::circles(study, rated).map(|table| block(table, several)));
    }
    if study.ratings.is_empty() && study.conditions.len() > study.players.len() {
        section.blocks.push(tables::players(study).into());
    }
    section.blocks.extend(tables::sides(study).map(Block::from));
    let games = tables::games(study);
    section.blocks.extend(games.map(|table| block(table, study.study.is_round_robin())));
    section.blocks.extend(figures::of_study(study).into_iter().map(Block::from));
    if let Some(names) = tables::names(study) {
        section.blocks.push(Folded::on_screen("What the short names stand for", [names.into()]).into());
    }
    let conditions = tables::conditions(study, report.references());
    section.blocks.push(if conditions.rows.len() > LONG {
        let summary = format!("All {}", counted(conditions.rows.len() as u64, "cell"));
        Folded::new(summary, [conditions.into()]).into()
    } else {
        conditions.into()
    });
    section.blocks.extend(replays(study, report));
    section
}

/// Games of each condition that can be replayed.
fn replays(study: &StudyAnalysis<'_>, report: &Report<'_>) -> Option<Block> {
    let examples = report.extras.games.as_ref()?;
    let cells: Vec<ReplayedCell> = (1..)
        .zip(&study.conditions)
        .filter_map(|(cell, one)| {
            let games = examples.of_conditions.get(one.place).filter(|games| !games.is_empty())?;
            let condition = one.condition;
            let names = condition.game.side_names();
            let levels = study.study.levels_text(condition);
            let levels = if levels.is_empty() { levels } else { format!(", {levels}") };
            let title = format!(
                "{}: {} against {}{levels}",
                code(&game_name(&condition.game)),
                code(&study.names.players[one.player()].label),
                code(&study.names.opponents[one.opponent()].label),
            );
            let game = |game: &ExampleGame| {
                let plies = counted(game.moves.len() as u64, "ply");
                let moves = game.moves.join(" ");
                ReplayedGame {
                    number: game.number,
                    result: match game.winner {
                        Some(side) => format!("{} wins in {plies}", names[side]),
                        None => format!("a draw after {plies}"),
                    },
                    link: examples.with_links.then(|| {
                        format!(
                            "/?game={}&moves={}",
                            in_address(&condition.game.to_string()),
                            in_address(&moves)
                        )
                    }),
                    moves,
                }
            };
            Some(ReplayedCell { cell, title, games: games.iter().map(game).collect() })
        })
        .collect();
    let command = format!("{} --study {}", examples.command, study.study.name);
    (!cells.is_empty()).then_some(Block::Replays(Replays { command, cells }))
}

/// A text as the value of a field in an address.
fn in_address(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => address.push('+'),
            byte if byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte) => {
                address.push(char::from(byte));
            }
            byte => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

/// A table, folded behind its caption or not.
fn block(table: Table, is_folded: bool) -> Block {
    if is_folded { Folded::new(table.caption.clone(), [table.into()]).into() } else { table.into() }
}
