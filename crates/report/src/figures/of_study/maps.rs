//! Heat maps of what a study varies.

use std::fmt::Write as _;

use connect_toe_experiment::ConditionTally;
use connect_toe_plot::{Estimate, ForestPlot, Unit};
use connect_toe_stats::{Interval, numbers};

use super::dimension::Dimension;
use super::map::{Map, Measure};
use crate::analysis::{ConditionAnalysis, StudyAnalysis};
use crate::document::{Figure, Figures};
use crate::figures::parts::{MOST_GAMES, MOST_LINES, forest, id};
use crate::inline::{code, plain};
use crate::words::{capital, list};

/// More pairings than this have no heat map each.
const MOST_MAPS: usize = 6;

/// How the colours of scores are to be read.
const COLOURS: &str = "Blue: more than half; vermilion: less.";

/// Heat maps of two dimensions, or of one against the pairings.
pub(super) fn maps(study: &StudyAnalysis<'_>) -> Option<Figures> {
    let dimensions = Dimension::all(study);
    match &dimensions[..] {
        [] => None,
        [one] => map_of_pairings(study, one),
        [rows, columns, others @ ..] => Some(maps_of_two(study, rows, columns, others)),
    }
}

/// A dimension of words against all pairings. Numbers have curves, and games cross tables.
fn map_of_pairings(study: &StudyAnalysis<'_>, dimension: &Dimension) -> Option<Figures> {
    let (games, players) = (study.names.games.len(), study.names.players.len());
    let is_number = dimension.factor.is_some_and(|factor| study.study.factors[factor].numbers().is_some());
    let pairings = pairings(study);
    let has_cross_tables =
        dimension.factor.is_none() && games <= MOST_GAMES && players > 1 && study.names.opponents.len() > 1;
    if is_number || has_cross_tables || pairings.len() > MOST_LINES {
        return None;
    }
    let sample = |pairing: (usize, usize), level: usize| {
        study.sum(|condition| dimension.of(condition) == level && is_of(condition, pairing))
    };
    let id = id(study, "map", 0);
    let (note, figure) = if let [pairing] = pairings[..] {
        let rows = dimension.values.iter().enumerate().filter_map(|(level, name)| {
            let sample = sample(pairing, level);
            let (value, Interval { low, high }) = (sample.score()?, sample.score_interval());
            let text = format!("{} %", numbers::percent(value));
            Some(Estimate { name: name.clone(), value, text, interval: (low, high) })
        });
        let (player, opponent) = pairing_names(study, pairing);
        let caption =
            format!("Score of {} against {} by {}", code(player), code(opponent), dimension.title());
        ("Points per game, with 95 % intervals.", scores(id, caption, rows.collect()))
    } else {
        let levels = 0..dimension.values.len();
        let scores = |pairing: &(usize, usize)| -> Vec<Option<f64>> {
            levels.clone().map(|level| sample(*pairing, level).score()).collect()
        };
        let name = |pairing: &(usize, usize)| {
            let (player, opponent) = pairing_names(study, *pairing);
            format!("{player} – {opponent}")
        };
        let map = Map {
            row_title: "pairing".to_owned(),
            column_title: dimension.name.clone(),
            rows: pairings.iter().map(name).collect(),
            columns: dimension.values.clone(),
            values: pairings.iter().map(scores).collect(),
            measure: Measure::Score,
        };
        let caption = format!("Score of the first-named player by {}, in per cent", dimension.title());
        (COLOURS, map.figure(id, caption))
    };
    Some(Figures {
        heading: format!("Scores by {}", dimension.title()),
        note: note.to_owned(),
        figures: vec![figure],
    })
}

/// Scores with their intervals, a row each.
fn scores(id: String, caption: String, rows: Vec<Estimate>) -> Figure {
    let plot = ForestPlot {
        description: plain(&caption),
        value_title: "score".to_owned(),
        unit: Unit::Rate,
        reference: 0.5,
        rows,
    };
    forest(id, caption, ["name", "score"], &plot)
}

/// Player and opponent of every pairing, but no player against itself: that score says nothing.
fn pairings(study: &StudyAnalysis<'_>) -> Vec<(usize, usize)> {
    let mut pairings = Vec::new();
    for condition in study.conditions.iter().filter(|condition| !condition.condition.is_of_equals()) {
        let pairing = (condition.player(), condition.opponent());
        if !pairings.contains(&pairing) {
            pairings.push(pairing);
        }
    }
    pairings
}

fn is_of(condition: &ConditionAnalysis<'_>, pairing: (usize, usize)) -> bool {
    (condition.player(), condition.opponent()) == pairing
}

fn pairing_names<'a>(study: &'a StudyAnalysis<'_>, (player, opponent): (usize, usize)) -> (&'a str, &'a str) {
    (&study.names.players[player].label, &study.names.opponents[opponent].label)
}

/// What a map shows of the conditions at one of its places.
type Shown<'a> = &'a dyn Fn(&[&ConditionAnalysis<'_>]) -> Option<f64>;

fn maps_of_two(
    study: &StudyAnalysis<'_>,
    rows: &Dimension,
    columns: &Dimension,
    others: &[Dimension],
) -> Figures {
    let mut figures = Vec::new();
    let mut add = |kind: &str, caption: String, measure: Measure, shown: Shown<'_>| {
        let value = |row: usize, column: usize| {
            let is_here = |one: &&ConditionAnalysis<'_>| rows.of(one) == row && columns.of(one) == column;
            shown(&study.conditions.iter().filter(is_here).collect::<Vec<_>>())
        };
        let row = |row: usize| (0..columns.values.len()).map(|column| value(row, column)).collect();
        let values: Vec<Vec<Option<f64>>> = (0..rows.values.len()).map(row).collect();
        if values.iter().flatten().any(Option::is_some) {
            let map = Map {
                row_title: rows.name.clone(),
                column_title: columns.name.clone(),
                rows: rows.values.clone(),
                columns: columns.values.clone(),
                values,
                measure,
            };
            figures.push(map.figure(id(study, kind, 0), caption));
        }
    };
    let pairings = pairings(study);
    if pairings.len() <= MOST_MAPS {
        for (place, &pairing) in pairings.iter().enumerate() {
            let (player, opponent) = pairing_names(study, pairing);
            let caption = format!("Score of {} against {}, in per cent", code(player), code(opponent));
            let score = |all: &[&ConditionAnalysis<'_>]| score_of(all, |one| is_of(one, pairing));
            add(&format!("map-{}", place + 1), caption, Measure::Score, &score);
        }
    } else if !study.study.is_round_robin() && study.names.players.len() <= MOST_MAPS {
        for (player, name) in study.names.players.iter().enumerate() {
            let caption = format!("Score of {} against all opponents, in per cent", code(&name.label));
            let score = |all: &[&ConditionAnalysis<'_>]| score_of(all, |one| one.player() == player);
            add(&format!("map-{}", player + 1), caption, Measure::Score, &score);
        }
    }
    let tally = |conditions: &[&ConditionAnalysis<'_>]| {
        let telling = conditions.iter().filter(|condition| study.tells(condition));
        telling.map(|condition| &condition.tally).sum::<ConditionTally>()
    };
    if study.tells_of_first_moves() {
        let caption = format!("Score of {}, in per cent", study.sides.first_mover());
        add("map-first", caption, Measure::Score, &|all| tally(all).first_mover().score());
    }
    if study.sides.has_draws() {
        add("map-draws", "Drawn games, in per cent".to_owned(), Measure::Share, &|all| {
            let drawable: Vec<_> =
                all.iter().copied().filter(|one| one.condition.game.can_be_drawn()).collect();
            tally(&drawable).wdl().decided_rate().map(|rate| 1.0 - rate)
        });
    }
    add("map-plies", "Mean length of a game in plies".to_owned(), Measure::Plies, &|all| {
        tally(all).mean_plies()
    });
    let mut note = COLOURS.to_owned();
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(Dimension::title).collect();
        let _ = write!(note, " All values of {} together.", list(&others));
    }
    Figures { heading: format!("{} and {}", capital(&rows.name), columns.name), note, figures }
}

/// The score of the conditions that a choice takes.
fn score_of(
    conditions: &[&ConditionAnalysis<'_>],
    choice: impl Fn(&ConditionAnalysis<'_>) -> bool,
) -> Option<f64> {
    let chosen = conditions.iter().filter(|condition| choice(condition));
    chosen.map(|condition| condition.sample).sum::<connect_toe_experiment::Sample>().score()
}
