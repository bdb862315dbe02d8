//! Ratings with their intervals.

use std::fmt::Write as _;

use connect_toe_plot::{Estimate, ForestPlot, Unit};
use connect_toe_stats::{Interval, Rating, numbers};

use super::{MOST_GAMES, forest, id};
use crate::analysis::{Rated, StudyAnalysis};
use crate::document::{Figure, Figures};
use crate::inline::{code, plain};

pub(super) fn ratings(study: &StudyAnalysis<'_>) -> Option<Figures> {
    let shown = study.ratings.iter().take(1 + MOST_GAMES);
    let figures: Vec<Figure> = shown.enumerate().map(|(place, rated)| rating(study, place, rated)).collect();
    (!figures.is_empty()).then(|| Figures {
        heading: "Ratings".to_owned(),
        note: "Elo points above the mean of the rated players, with 95 % intervals. An interval is that of the distance \
               to the mean: two players can differ significantly although their bars overlap. The mean over the games gives \
               each game the same weight; its intervals are about these games, not about others."
            .to_owned(),
        figures,
    })
}

fn rating(study: &StudyAnalysis<'_>, place: usize, rated: &Rated) -> Figure {
    let ratings = &rated.ratings;
    let rows: Vec<Estimate> = rated
        .order()
        .into_iter()
        .map(|player| {
            let Rating { rating, results, .. } = &ratings.players[player];
            let Interval { low, high } = rating.interval;
            let (name, value) = (rated.names[player].clone(), rating.elo);
            let text = match results.score() {
                Some(score) if score <= 0.0 || score >= 1.0 => {
                    numbers::rating(value, rating.interval, Some(score))
                }
                _ => numbers::signed(value),
            };
            Estimate { name, value, text, interval: (low, high) }
        })
        .collect();
    let game = match rated.game.or((study.names.games.len() == 1).then_some(0)) {
        Some(game) => code(&study.names.games[game].label),
        None => "Mean over the games".to_owned(),
    };
    let draws = ratings.draw_rate.map_or_else(String::new, |rate| {
        format!("; equal players draw {}", numbers::percent_with(rate, ratings.draw_rate_interval))
    });
    let mut caption = game.clone();
    // If the player always moves first, its strength cannot be told apart from the worth of the first move.
    if study.sides_are_balanced() {
        let _ = write!(
            caption,
            ": moving first is worth {} Elo points{draws}",
            numbers::estimate(&ratings.first_move_advantage)
        );
    }
    let plot = ForestPlot {
        description: format!("Ratings, {}, {} players, best first", plain(&game), rows.len()),
        value_title: "Elo".to_owned(),
        unit: Unit::Signed,
        reference: 0.0,
        rows,
    };
    forest(id(study, "ratings", place), caption, ["player", "elo"], &plot)
}
