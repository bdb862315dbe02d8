//! `results.csv`: a row for each condition.

use std::borrow::Cow;

use connect_toe_game::text::spreadsheet_cell;
use serde::Serialize;

use super::condition::{ConditionFields, conditions};
use crate::{Report, ReportError, csv_text};

/// A row: one of the `cells` of `results.json`, intervals in two columns each.
#[derive(Serialize)]
struct Row<'a> {
    study: Cow<'a, str>,
    levels: Cow<'a, str>,
    game: Cow<'a, str>,
    player: Cow<'a, str>,
    opponent: Cow<'a, str>,
    first: Cow<'a, str>,
    openings: Cow<'a, str>,
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
    side_x: &'static str,
    side_o: &'static str,
}

/// `results.csv`.
pub(crate) fn render(report: &Report<'_>) -> Result<String, ReportError> {
    let rows = conditions(report);
    Ok(csv_text(rows.iter().map(Row::from))?)
}

impl<'a> From<&'a ConditionFields<'a>> for Row<'a> {
    fn from(condition: &'a ConditionFields<'a>) -> Row<'a> {
        let levels: Vec<String> =
            condition.levels.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let [wins_first, draws_first, losses_first] = condition.as_first;
        let [wins_second, draws_second, losses_second] = condition.as_second;
        Row {
            study: spreadsheet_cell(condition.study),
            levels: spreadsheet_cell(&levels.join(" ")).into_owned().into(),
            game: spreadsheet_cell(&condition.game),
            player: spreadsheet_cell(&condition.player),
            opponent: spreadsheet_cell(&condition.opponent),
            first: spreadsheet_cell(&condition.first),
            openings: spreadsheet_cell(&condition.openings),
            games_planned: condition.games_planned,
            games: condition.games,
            wins: condition.wins,
            draws: condition.draws,
            losses: condition.losses,
            decided: condition.wins + condition.losses,
            win_rate: condition.win_rate,
            win_rate_low: condition.win_rate_interval[0],
            win_rate_high: condition.win_rate_interval[1],
            score: condition.score,
            score_low: condition.score_interval[0],
            score_high: condition.score_interval[1],
            elo: condition.elo,
            elo_low: condition.elo_interval[0],
            elo_high: condition.elo_interval[1],
            p_value: condition.p_value,
            p_holm: condition.p_holm,
            wins_first,
            draws_first,
            losses_first,
            wins_second,
            draws_second,
            losses_second,
            mean_plies: condition.mean_plies,
            adjudicated: condition.adjudicated,
            player_nodes: condition.player_nodes,
            player_moves: condition.player_moves,
            opponent_nodes: condition.opponent_nodes,
            opponent_moves: condition.opponent_moves,
            printed: condition.paper.as_ref().map(|paper| paper.printed),
            side_x: condition.side_names[0],
            side_o: condition.side_names[1],
        }
    }
}
