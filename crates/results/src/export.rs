//! Every game as CSV, JSON or in forms of other programs, in the order of cells and numbers: the same results give the same bytes.

use std::io::{self, Write};

use connect_toe_experiment::{Ending, GamePlayed, Plan};
use connect_toe_game::text::{printable_json, spreadsheet_cell};
use connect_toe_game::{BySide, Geometry, Outcome};
use connect_toe_records::{Branch, Form, Played, WriteError, write};
use connect_toe_stats::GameResult;
use serde::Serialize;

use crate::error::ResultsError;
use crate::file::{ResultsFile, geometry_of};
use crate::schema::side_text;

/// A game's row.
#[derive(Clone, Copy, Serialize)]
struct Row<'a> {
    study: &'a str,
    levels: &'a str,
    game: &'a str,
    player: &'a str,
    opponent: &'a str,
    number: u64,
    seed: u64,
    player_side: &'static str,
    result: &'static str,
    plies: usize,
    opening_plies: u32,
    adjudicated: bool,
    player_nodes: u64,
    opponent_nodes: u64,
    moves: &'a str,
    forfeited: bool,
    swapped: bool,
}

/// What the rows of a cell have in common.
struct CellTexts {
    levels: String,
    game: String,
    player: String,
    opponent: String,
    geometry: Geometry,
}

/// Writes a header line and a line for each game.
///
/// # Errors
/// The database's, and those of `out`.
pub fn export_csv(file: &ResultsFile, plan: &Plan, out: impl Write) -> Result<(), ResultsError> {
    let mut writer = csv::Writer::from_writer(out);
    rows(file, plan, |row| {
        let [study, levels, game, player, opponent] =
            [row.study, row.levels, row.game, row.player, row.opponent].map(spreadsheet_cell);
        let row =
            Row { study: &study, levels: &levels, game: &game, player: &player, opponent: &opponent, ..*row };
        writer.serialize(row).map_err(io::Error::other)
    })?;
    writer.flush().map_err(|source| ResultsError::File { path: "the export".into(), source })
}

/// Writes one JSON object: the experiment's hash, title and seed, and under `games` an object for each game.
///
/// # Errors
/// The database's, and those of `out`.
pub fn export_json(file: &ResultsFile, plan: &Plan, mut out: impl Write) -> Result<(), ResultsError> {
    let written = |result: io::Result<()>| {
        result.map_err(|source| ResultsError::File { path: "the export".into(), source })
    };
    let head = serde_json::json!({ "experiment": plan.hash(), "title": plan.title, "seed": plan.seed });
    let head = head.to_string();
    let head = printable_json(&head);
    written(write!(out, "{},\"games\":[", &head[..head.len() - 1]))?;
    let mut separator = "\n";
    rows(file, plan, |row| {
        out.write_all(separator.as_bytes())?;
        separator = ",\n";
        let row = serde_json::to_string(row)?;
        out.write_all(printable_json(&row).as_bytes())
    })?;
    written(writeln!(out, "\n]}}").and_then(|()| out.flush()))
}

/// Writes every game in the form of another program, one after the other.
///
/// # Errors
/// The database's, and those of `out`; a game that the form cannot hold, see [`check_form`].
pub fn export_games(
    file: &ResultsFile,
    plan: &Plan,
    form: Form,
    mut out: impl Write,
) -> Result<(), ResultsError> {
    let failed = |source| ResultsError::File { path: "the export".into(), source };
    file.for_each_pair(plan, |pair| {
        let condition = &plan.conditions[pair.condition];
        let names = [condition.player.to_string(), condition.opponent.to_string()];
        for game in &pair.games {
            let name = |side| names[usize::from(side != game.player_side)].as_str();
            let winner = match game.result {
                GameResult::Win => Some(game.player_side),
                GameResult::Loss => Some(game.player_side.other()),
                GameResult::Draw => None,
            };
            let played = Played {
                game: &condition.game,
                start: None,
                tree: &Branch::line(&game.moves),
                players: BySide::from_fn(name),
                outcome: Some(winner.map_or(Outcome::Draw, Outcome::Win)),
            };
            let text = write(form, &played).map_err(|error| failed(io::Error::other(error)))?;
            out.write_all(text.as_bytes()).map_err(failed)?;
        }
        Ok(())
    })?;
    out.flush().map_err(failed)
}

/// Checks that a form can hold the games of an experiment.
///
/// # Errors
/// Why it cannot.
pub fn check_form(plan: &Plan, form: Form) -> Result<(), WriteError> {
    plan.conditions.iter().try_for_each(|condition| {
        let players = BySide { x: "", o: "" };
        let played = Played { game: &condition.game, start: None, tree: &[], players, outcome: None };
        write(form, &played).map(drop)
    })
}

fn rows(
    file: &ResultsFile,
    plan: &Plan,
    mut each: impl FnMut(&Row) -> io::Result<()>,
) -> Result<(), ResultsError> {
    let mut texts: Option<(usize, CellTexts)> = None;
    file.for_each_pair(plan, |pair| {
        let condition = &plan.conditions[pair.condition];
        if texts.as_ref().is_none_or(|(of, _)| *of != pair.condition) {
            let study = &plan.studies[condition.study];
            let made = CellTexts {
                levels: study.levels_text(condition),
                game: condition.game.to_string(),
                player: condition.player.to_string(),
                opponent: condition.opponent.to_string(),
                geometry: geometry_of(&condition.game),
            };
            texts = Some((pair.condition, made));
        }
        let Some((_, texts)) = &texts else { return Ok(()) };
        for (game, number) in pair.games.iter().zip(2 * pair.number..) {
            let moves = moves_text(&texts.geometry, game);
            let row = Row {
                study: &plan.studies[condition.study].name,
                levels: &texts.levels,
                game: &texts.game,
                player: &texts.player,
                opponent: &texts.opponent,
                number,
                seed: condition.seed(plan.seed),
                player_side: side_text(game.player_side),
                result: game.result.name(),
                plies: game.moves.len(),
                opening_plies: game.opening_plies,
                adjudicated: game.is_adjudicated(),
                player_nodes: game.player_nodes,
                opponent_nodes: game.opponent_nodes,
                moves: &moves,
                forfeited: game.ending == Ending::Forfeit,
                swapped: game.swapped,
            };
            each(&row).map_err(|source| ResultsError::File { path: "the export".into(), source })?;
        }
        Ok(())
    })
}

fn moves_text(geometry: &Geometry, game: &GamePlayed) -> String {
    let cells: Vec<String> = game.moves.iter().map(|&cell| geometry.cell_text(cell)).collect();
    cells.join(" ")
}
