use std::fmt::Write as _;

use connect_toe_experiment::{CellTally, Sample};
use connect_toe_stats::Interval;

use super::dimension::Dimension;
use super::{MOST_GAMES, MOST_LINES, capital, id, sum};
use crate::experiment::analysis::{CellAnalysis, StudyAnalysis};
use crate::experiment::figures::dots::{Dot, Dots, Unit};
use crate::experiment::figures::heat_map::{HeatMap, Scale};
use crate::experiment::figures::{Figure, Group, csv_lines, number};
use crate::experiment::text;

/// More pairings than this have no heat map each.
const MOST_MAPS: usize = 6;

/// Heat maps of two dimensions, or of one against the pairings.
pub(super) fn maps(study: &StudyAnalysis<'_>) -> Option<Group> {
    let dimensions = Dimension::all(study);
    match &dimensions[..] {
        [] => None,
        [one] => map_of_pairings(study, one),
        [rows, columns, others @ ..] => Some(maps_of_two(study, rows, columns, others)),
    }
}

/// A dimension of words against all pairings. Numbers have curves, and games cross tables.
fn map_of_pairings(study: &StudyAnalysis<'_>, dimension: &Dimension) -> Option<Group> {
    let layout = &study.layout;
    let is_number = dimension.factor.is_some_and(|factor| study.study.factors[factor].numbers().is_some());
    let pairings = pairings(study);
    let has_cross_tables = dimension.factor.is_none()
        && layout.games.len() <= MOST_GAMES
        && layout.players.len() > 1
        && layout.opponents.len() > 1;
    if is_number || has_cross_tables || pairings.len() > MOST_LINES {
        return None;
    }
    let sample = |(player, opponent): (usize, usize), level: usize| {
        sum(study, |cell| {
            dimension.of(cell) == level && (cell.place.player, cell.place.opponent) == (player, opponent)
        })
    };
    let id = id(study, "map", 0);
    let (note, figure) = if let [pairing] = pairings[..] {
        let rows = dimension.values.iter().enumerate().filter_map(|(level, name)| {
            let sample = sample(pairing, level);
            let Interval { low, high } = sample.score_interval();
            Some(Dot { name: name.clone(), value: sample.score()?, interval: (low, high) })
        });
        let caption =
            format!("{}: score of the first-named by {}", pairing_name(study, pairing), dimension.name);
        ("Points per game, with 95 % intervals.", forest(id, caption, rows.collect()))
    } else {
        let levels = 0..dimension.values.len();
        let values = pairings
            .iter()
            .map(|pairing| levels.clone().map(|level| sample(*pairing, level).score()).collect())
            .collect();
        let names = pairings.iter().map(|pairing| pairing_name(study, *pairing)).collect();
        let figure = map(
            id,
            format!("Score of the first-named player by {}, in per cent", dimension.name),
            ("pairing", &dimension.name),
            (names, dimension.values.clone()),
            values,
            Measure::Score,
        );
        ("Blue: the player scores more than half; vermilion: less.", figure)
    };
    Some(Group {
        heading: format!("Scores by {}", dimension.name),
        note: note.to_owned(),
        figures: vec![figure],
    })
}

/// Scores with their intervals, a row each.
fn forest(id: String, caption: String, rows: Vec<Dot>) -> Figure {
    let mut data = vec![["name", "score", "low", "high"].map(str::to_owned).to_vec()];
    data.extend(rows.iter().map(|row| {
        vec![row.name.clone(), number(row.value), number(row.interval.0), number(row.interval.1)]
    }));
    let dots = Dots {
        description: caption.clone(),
        value: "score".to_owned(),
        unit: Unit::Rate,
        reference: 0.5,
        rows,
    };
    Figure { id, caption, svg: dots.svg(), data: csv_lines(&data) }
}

fn pairings(study: &StudyAnalysis<'_>) -> Vec<(usize, usize)> {
    let mut pairings = Vec::new();
    // What a player scores against its like says nothing.
    for cell in study.cells.iter().filter(|cell| cell.cell.player != cell.cell.opponent) {
        let pairing = (cell.place.player, cell.place.opponent);
        if !pairings.contains(&pairing) {
            pairings.push(pairing);
        }
    }
    pairings
}

fn pairing_name(study: &StudyAnalysis<'_>, (player, opponent): (usize, usize)) -> String {
    format!("{} – {}", study.layout.players[player].label, study.layout.opponents[opponent].label)
}

fn maps_of_two(
    study: &StudyAnalysis<'_>,
    rows: &Dimension,
    columns: &Dimension,
    others: &[Dimension],
) -> Group {
    let mut figures = Vec::new();
    let table = |value: &dyn Fn(&[&CellAnalysis<'_>]) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        (0..rows.values.len())
            .map(|row| {
                (0..columns.values.len())
                    .map(|column| {
                        let here =
                            |cell: &&CellAnalysis<'_>| rows.of(cell) == row && columns.of(cell) == column;
                        let cells: Vec<&CellAnalysis<'_>> = study.cells.iter().filter(here).collect();
                        value(&cells)
                    })
                    .collect()
            })
            .collect()
    };
    let mut add = |kind: &str, caption: String, values: Vec<Vec<Option<f64>>>, measure: Measure| {
        if values.iter().flatten().any(Option::is_some) {
            figures.push(map(
                id(study, kind, 0),
                caption,
                (&rows.name, &columns.name),
                (rows.values.clone(), columns.values.clone()),
                values,
                measure,
            ));
        }
    };
    let pairings = pairings(study);
    if pairings.len() <= MOST_MAPS {
        for (place, pairing) in pairings.iter().enumerate() {
            let of = |cells: &[&CellAnalysis<'_>]| {
                let own = cells.iter().filter(|cell| (cell.place.player, cell.place.opponent) == *pairing);
                own.map(|cell| cell.sample).sum::<Sample>().score()
            };
            let (player, opponent) = *pairing;
            let caption = format!(
                "Score of {} against {}, in per cent",
                study.layout.players[player].label, study.layout.opponents[opponent].label
            );
            add(&format!("map-{}", place + 1), caption, table(&of), Measure::Score);
        }
    } else if !study.study.is_round_robin && study.layout.players.len() <= MOST_MAPS {
        for (player, slot) in study.layout.players.iter().enumerate() {
            let of = |cells: &[&CellAnalysis<'_>]| {
                let own = cells.iter().filter(|cell| cell.place.player == player);
                own.map(|cell| cell.sample).sum::<Sample>().score()
            };
            let caption = format!("Score of {} against all opponents, in per cent", slot.label);
            add(&format!("map-{}", player + 1), caption, table(&of), Measure::Score);
        }
    }
    let tally = |cells: &[&CellAnalysis<'_>]| {
        let telling = cells.iter().filter(|cell| study.tells(cell));
        telling.map(|cell| &cell.tally).sum::<CellTally>()
    };
    if study.tells_of_first_moves() {
        let caption = "Score of whoever moves first, in per cent".to_owned();
        add("map-first", caption, table(&|cells| tally(cells).first_mover().score()), Measure::Score);
    }
    let drawn = |cells: &[&CellAnalysis<'_>]| tally(cells).wdl().decided_rate().map(|rate| 1.0 - rate);
    add("map-draws", "Drawn games, in per cent".to_owned(), table(&drawn), Measure::Share);
    let plies = |cells: &[&CellAnalysis<'_>]| tally(cells).mean_plies();
    add("map-plies", "Plies of a game, mean".to_owned(), table(&plies), Measure::Plies);
    let mut note = "Blue: more than half; vermilion: less.".to_owned();
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|other| other.name.as_str()).collect();
        let _ = write!(note, " All values of {} together.", text::list(&names));
    }
    Group { heading: format!("{} and {}", capital(&rows.name), columns.name), note, figures }
}

/// What a heat map shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Score,
    Share,
    Plies,
}

pub(super) fn map(
    id: String,
    caption: String,
    (row_title, column_title): (&str, &str),
    (rows, columns): (Vec<String>, Vec<String>),
    values: Vec<Vec<Option<f64>>>,
    measure: Measure,
) -> Figure {
    let highest = values.iter().flatten().flatten().copied().fold(0.0, f64::max);
    let (scale, top) = match measure {
        Measure::Score => (Scale::Diverging, 1.0),
        Measure::Share => (Scale::Sequential, 1.0),
        Measure::Plies => (Scale::Sequential, highest.max(1.0)),
    };
    let print = |value: f64| match measure {
        Measure::Plies => format!("{value:.1}"),
        Measure::Score | Measure::Share => format!("{:.0}", 100.0 * value),
    };
    let unit = match measure {
        Measure::Score => "points per game",
        Measure::Share => "share",
        Measure::Plies => "plies",
    };
    let mut heading = vec![format!("{row_title} / {column_title} ({unit})")];
    heading.extend(columns.iter().cloned());
    let mut data = vec![heading];
    for (row, values) in rows.iter().zip(&values) {
        let mut line = vec![row.clone()];
        line.extend(values.iter().map(|value| value.map_or_else(String::new, number)));
        data.push(line);
    }
    let heat_map = HeatMap {
        description: caption.clone(),
        row_title: row_title.to_owned(),
        column_title: column_title.to_owned(),
        rows,
        columns,
        values: values
            .into_iter()
            .map(|row| row.into_iter().map(|value| value.map(|value| (value / top, print(value)))).collect())
            .collect(),
        scale,
        ends: ("0".to_owned(), if measure == Measure::Plies { print(top) } else { "100 %".to_owned() }),
    };
    Figure { id, caption, svg: heat_map.svg(), data: csv_lines(&data) }
}
