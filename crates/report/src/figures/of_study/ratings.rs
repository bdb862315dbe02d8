use std::fmt::Write as _;

use connect_toe_stats::Interval;

use super::{MOST_GAMES, id};
use crate::experiment::analysis::{Rated, StudyAnalysis};
use crate::experiment::figures::dots::{Dot, Dots, Unit};
use crate::experiment::figures::{Figure, Group, csv_lines, number};
use crate::experiment::text;

pub(super) fn ratings(study: &StudyAnalysis<'_>) -> Option<Group> {
    let shown = study.ratings.iter().take(1 + MOST_GAMES);
    let figures: Vec<Figure> = shown.enumerate().map(|(place, rated)| rating(study, place, rated)).collect();
    (!figures.is_empty()).then(|| Group {
        heading: "Ratings".to_owned(),
        note: "Elo points around the mean of the rated players, with 95 % intervals (of the distance to the mean: two \
               players can differ although their bars overlap). The mean over the games counts each game alike; its \
               intervals are about just these games, not about others."
            .to_owned(),
        figures,
    })
}

fn rating(study: &StudyAnalysis<'_>, place: usize, rated: &Rated) -> Figure {
    let ratings = &rated.ratings;
    let mut order: Vec<usize> = (0..rated.names.len()).collect();
    order.sort_by(|&one, &other| {
        ratings.players[other].rating.elo.total_cmp(&ratings.players[one].rating.elo)
    });
    let rows: Vec<Dot> = order
        .iter()
        .map(|&player| {
            let Interval { low, high } = ratings.players[player].rating.interval;
            let value = ratings.players[player].rating.elo;
            Dot { name: rated.names[player].clone(), value, interval: (low, high) }
        })
        .collect();
    let game = match rated.game {
        Some(game) => study.layout.games[game].label.clone(),
        None if study.layout.games.len() > 1 => "mean over the games".to_owned(),
        None => study.layout.games.first().map_or_else(String::new, |game| game.label.clone()),
    };
    let draws = ratings.draw_rate.map_or_else(String::new, |rate| {
        format!("; equal players draw {}", text::percent_with(rate, ratings.draw_rate_interval))
    });
    let mut caption = game.clone();
    // Whoever always moves first cannot be told apart from the first move.
    if study.sides_are_balanced() {
        let _ = write!(
            caption,
            ": moving first is worth {} Elo points{draws}",
            text::estimate(&ratings.first_move_advantage)
        );
    }
    let mut data = vec![vec!["player".to_owned(), "elo".to_owned(), "low".to_owned(), "high".to_owned()]];
    data.extend(rows.iter().map(|row| {
        vec![row.name.clone(), number(row.value), number(row.interval.0), number(row.interval.1)]
    }));
    let dots = Dots {
        description: format!("Ratings on {game}, {} players, best first", rows.len()),
        value: "Elo".to_owned(),
        unit: Unit::Elo,
        reference: 0.0,
        rows,
    };
    Figure { id: id(study, "ratings", place), caption, svg: dots.svg(), data: csv_lines(&data) }
}
