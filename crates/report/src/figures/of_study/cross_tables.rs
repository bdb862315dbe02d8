//! Scores of players against opponents.

use connect_toe_plot::fitted;

use super::map::{Map, Measure};
use crate::analysis::{ConditionAnalysis, StudyAnalysis};
use crate::document::{Figure, Figures};
use crate::figures::parts::{MOST_GAMES, MOST_LINES, id};
use crate::inline::code;

/// A table for each game, or one for all of them if they are many.
pub(super) fn cross_tables(study: &StudyAnalysis<'_>) -> Option<Figures> {
    let names = &study.names;
    let (players, opponents, games) = (names.players.len(), names.opponents.len(), names.games.len());
    if players < 2 || opponents < 2 {
        return None;
    }
    let is_round_robin = study.study.is_round_robin();
    let heading = if is_round_robin { "Cross tables" } else { "Players against opponents" }.to_owned();
    if players > MOST_LINES || opponents > MOST_LINES {
        let size = players.max(opponents);
        let who = if players >= opponents { "players" } else { "opponents" };
        let note = format!(
            "Not drawn: {size} {who} are more than the {MOST_LINES} whose table can be read. The table of all cells \
             below has the scores."
        );
        return Some(Figures { heading, note, ..Figures::default() });
    }
    let choices: Vec<Option<usize>> =
        if games > 1 && games <= MOST_GAMES { (0..games).map(Some).collect() } else { vec![None] };
    Some(Figures {
        heading,
        note: "Blue: the row’s player scores more than half; vermilion: less.".to_owned(),
        figures: choices.iter().enumerate().map(|(place, &game)| cross_table(study, place, game)).collect(),
    })
}

fn cross_table(study: &StudyAnalysis<'_>, place: usize, game: Option<usize>) -> Figure {
    let names = &study.names;
    let labels = |names: &[crate::analysis::Name]| -> Vec<String> {
        names.iter().map(|name| name.label.clone()).collect()
    };
    let (rows, columns) = (study.player_order(), study.opponent_order());
    let sorted = |labels: Vec<String>, order: &[usize]| -> Vec<String> {
        order.iter().map(|&place| labels[place].clone()).collect()
    };
    let (players, opponents) =
        (sorted(labels(&names.players), &rows), sorted(labels(&names.opponents), &columns));
    let scores = |player: usize| {
        columns.iter().map(|&opponent| score(study, game, player, opponent)).collect::<Vec<Option<f64>>>()
    };
    let map = Map {
        row_title: "player".to_owned(),
        column_title: "opponent".to_owned(),
        values: rows.into_iter().map(scores).collect(),
        rows: players,
        columns: opponents,
        measure: Measure::Score,
    };
    // The data have the players' names whatever the drawing calls them.
    let data = map.data();
    let map = if study.study.is_round_robin() {
        // The columns are numbers, as in the tables of tournaments.
        let rows = (1..).zip(&map.rows);
        let numbered = |(number, name): (usize, &String)| format!("{} {number}", fitted(name, 200.0));
        let columns = (1..=map.columns.len()).map(|number| number.to_string()).collect();
        Map { rows: rows.map(numbered).collect(), columns, ..map }
    } else {
        map
    };
    let game = match game.or((names.games.len() == 1).then_some(0)) {
        Some(game) => code(&names.games[game].label),
        None => "All games together".to_owned(),
    };
    let pooled = if study.study.factors.is_empty() { "" } else { ", all levels together" };
    let caption = format!("{game}{pooled}: score of the row’s player against the column’s, in per cent");
    Figure { data, ..map.figure(id(study, "cross", place), caption) }
}

fn score(study: &StudyAnalysis<'_>, game: Option<usize>, player: usize, opponent: usize) -> Option<f64> {
    let is_here = |one: &ConditionAnalysis<'_>| game.is_none_or(|game| one.game() == game);
    let mut sample = study.sum(|one| is_here(one) && (one.player(), one.opponent()) == (player, opponent));
    if study.study.is_round_robin() && player != opponent {
        let reverse = study.sum(|one| is_here(one) && (one.opponent(), one.player()) == (player, opponent));
        sample += reverse.swapped();
    }
    sample.score()
}
