//! `results.csv`: a row for each condition.

use serde::Serialize;

use super::cell::{Cell, cells};
use crate::{Report, ReportError, csv_text};

/// A row: a cell of `results.json`, intervals in two columns each.
#[derive(Serialize)]
struct Row<'a> {
    study: &'a str,
    levels: String,
    game: &'a str,
    player: &'a str,
    opponent: &'a str,
    first: &'a str,
    openings: &'a str,
    games_planned: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    decided: u64,
    win_rate: Option<f64>,
    win_rate_low: f64,
    win_rate_high: f64,
    score: Option<f64>,
    score_low: f64,
    score_high: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    p_value: f64,
    p_holm: f64,
    wins_first: u64,
    draws_first: u64,
    losses_first: u64,
    wins_second: u64,
    draws_second: u64,
    losses_second: u64,
    mean_plies: Option<f64>,
    adjudicated: u64,
    player_nodes: u64,
    player_moves: u64,
    opponent_nodes: u64,
    opponent_moves: u64,
    printed: Option<&'a str>,
}

/// `results.csv`.
pub(crate) fn render(report: &Report<'_>) -> Result<String, ReportError> {
    let cells = cells(report);
    Ok(csv_text(cells.iter().map(Row::from))?)
}

impl<'a> From<&'a Cell<'a>> for Row<'a> {
    fn from(cell: &'a Cell<'a>) -> Row<'a> {
        let levels: Vec<String> = cell.levels.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let [wins_first, draws_first, losses_first] = cell.as_first;
        let [wins_second, draws_second, losses_second] = cell.as_second;
        Row {
            study: cell.study,
            levels: levels.join(" "),
            game: &cell.game,
            player: &cell.player,
            opponent: &cell.opponent,
            first: &cell.first,
            openings: &cell.openings,
            games_planned: cell.games_planned,
            games: cell.games,
            wins: cell.wins,
            draws: cell.draws,
            losses: cell.losses,
            decided: cell.wins + cell.losses,
            win_rate: cell.win_rate,
            win_rate_low: cell.win_rate_interval[0],
            win_rate_high: cell.win_rate_interval[1],
            score: cell.score,
            score_low: cell.score_interval[0],
            score_high: cell.score_interval[1],
            elo: cell.elo,
            elo_low: cell.elo_interval[0],
            elo_high: cell.elo_interval[1],
            p_value: cell.p_value,
            p_holm: cell.p_holm,
            wins_first,
            draws_first,
            losses_first,
            wins_second,
            draws_second,
            losses_second,
            mean_plies: cell.mean_plies,
            adjudicated: cell.adjudicated,
            player_nodes: cell.player_nodes,
            player_moves: cell.player_moves,
            opponent_nodes: cell.opponent_nodes,
            opponent_moves: cell.opponent_moves,
            printed: cell.paper.as_ref().map(|paper| paper.printed),
        }
    }
}
