use super::maps::{Measure, map};
use super::{MOST_GAMES, MOST_LINES, id, sum};
use crate::experiment::analysis::{CellAnalysis, StudyAnalysis};
use crate::experiment::figures::svg::fitted;
use crate::experiment::figures::{Figure, Group, csv_lines, number};

/// Scores of everybody against everybody, or of players against opponents.
pub(super) fn cross_tables(study: &StudyAnalysis<'_>) -> Option<Group> {
    let layout = &study.layout;
    let (players, opponents, games) = (layout.players.len(), layout.opponents.len(), layout.games.len());
    if players < 2 || opponents < 2 || players > MOST_LINES || opponents > MOST_LINES {
        return None;
    }
    let choices: Vec<Option<usize>> =
        if games > 1 && games <= MOST_GAMES { (0..games).map(Some).collect() } else { vec![None] };
    let round_robin = study.study.is_round_robin;
    let figures = choices.iter().enumerate().map(|(place, &game)| {
        let own = |cell: &CellAnalysis<'_>| game.is_none_or(|game| cell.place.game == game);
        let score = |player: usize, opponent: usize| {
            let straight =
                |cell: &CellAnalysis<'_>| (cell.place.player, cell.place.opponent) == (player, opponent);
            let reverse =
                |cell: &CellAnalysis<'_>| (cell.place.opponent, cell.place.player) == (player, opponent);
            let mut sample = sum(study, |cell| own(cell) && straight(cell));
            if round_robin && player != opponent {
                sample += sum(study, |cell| own(cell) && reverse(cell)).swapped();
            }
            sample.score()
        };
        // In a round robin the columns are numbers, as in the tables of tournaments.
        let number_of = |place: usize| (place + 1).to_string();
        let rows = (0..players).map(|player| {
            let name = &layout.players[player].label;
            if round_robin { format!("{} {}", fitted(name, 200.0), number_of(player)) } else { name.clone() }
        });
        let columns = (0..opponents)
            .map(|place| if round_robin { number_of(place) } else { layout.opponents[place].label.clone() });
        let label = match game {
            Some(game) => layout.games[game].label.clone(),
            None if games > 1 => "all games together".to_owned(),
            None => layout.games.first().map_or_else(String::new, |game| game.label.clone()),
        };
        let pooled = if study.study.factors.is_empty() { "" } else { ", all levels together" };
        let values: Vec<Vec<Option<f64>>> = (0..players)
            .map(|player| (0..opponents).map(|opponent| score(player, opponent)).collect())
            .collect();
        let data = data(study, &values);
        let figure = map(
            id(study, "cross", place),
            format!("{label}{pooled}: score of the row’s player against the column’s, in per cent"),
            ("player", "opponent"),
            (rows.collect(), columns.collect()),
            values,
            Measure::Score,
        );
        Figure { data, ..figure }
    });
    Some(Group {
        heading: if round_robin { "Cross tables".to_owned() } else { "Players against opponents".to_owned() },
        note: "Blue: the row’s player scores more than half; vermilion: less.".to_owned(),
        figures: figures.collect(),
    })
}

/// The scores as points per game, under the players' names whatever the drawing calls them.
fn data(study: &StudyAnalysis<'_>, values: &[Vec<Option<f64>>]) -> String {
    let layout = &study.layout;
    let mut lines = vec![vec!["player / opponent (points per game)".to_owned()]];
    lines[0].extend(layout.opponents.iter().map(|opponent| opponent.label.clone()));
    lines.extend(layout.players.iter().zip(values).map(|(player, values)| {
        let scores = values.iter().map(|value| value.map_or_else(String::new, number));
        std::iter::once(player.label.clone()).chain(scores).collect()
    }));
    csv_lines(&lines)
}
