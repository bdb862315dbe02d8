//! Ratings with their intervals.

use std::fmt::Write as _;

use connect_toe_plot::{Estimate, ForestPlot, Unit};
use connect_toe_stats::{Interval, Rating, numbers};

use crate::analysis::{MOST_RATED, Rated, StudyAnalysis, rated_patterns};
use crate::document::{Figure, Figures};
use crate::figures::parts::{forest, id};
use crate::inline::{code, plain};
use crate::words::names;

/// More games than this have no plot each, but a table.
const MOST_PLOTS: usize = 24;

pub(super) fn ratings(study: &StudyAnalysis<'_>) -> Option<Figures> {
    let shown = study.ratings.iter().take(1 + MOST_PLOTS);
    let figures: Vec<Figure> = shown.enumerate().map(|(place, rated)| rating(study, place, rated)).collect();
    let left_out = left_out(study);
    if figures.is_empty() && left_out.is_empty() {
        return None;
    }
    let mut sentences = Vec::new();
    if !figures.is_empty() {
        sentences.push(
            "Elo points above the mean of the rated players, with 95 % intervals. An interval is that of the distance \
             to the mean: two players can differ significantly although their bars overlap. The mean over the games gives \
             each game the same weight; its intervals are about these games, not about others. The percentage beside a rating \
             is the score that the model expects against a player of the mean rating: where most games are drawn, it is near \
             50 % however far the ratings lie apart."
                .to_owned(),
        );
    }
    sentences.extend(left_out);
    Some(Figures { heading: "Ratings".to_owned(), note: sentences.join(" "), figures })
}

/// Why there are no ratings, or not of every game.
fn left_out(study: &StudyAnalysis<'_>) -> Vec<String> {
    if !study.study.is_round_robin() && !study.study.factors.is_empty() {
        return Vec::new();
    }
    let players = rated_patterns(study.study).len();
    if players > MOST_RATED {
        return vec![format!(
            "No ratings: {players} players are more than the {MOST_RATED} that can be shown."
        )];
    }
    if players < 3 {
        return Vec::new();
    }
    let unrated: Vec<usize> = (0..study.names.games.len())
        .filter(|game| study.ratings.iter().all(|rated| rated.game != Some(*game)))
        .collect();
    let is_unplayed = |game: &usize| study.sum(|one| one.game() == *game).games.games() == 0;
    let (unplayed, unfitted): (Vec<usize>, Vec<usize>) = unrated.iter().partition(|game| is_unplayed(game));
    let on = |games: &[usize]| {
        names(&games.iter().map(|&game| study.names.games[game].label.as_str()).collect::<Vec<_>>())
    };
    let mut sentences = Vec::new();
    if !unplayed.is_empty() {
        sentences.push(format!("No ratings on {}: no games have been played.", on(&unplayed)));
    }
    if !unfitted.is_empty() {
        sentences.push(format!("No ratings on {}: the fit does not settle.", on(&unfitted)));
    }
    let more = study.ratings.len().saturating_sub(1 + MOST_PLOTS) as u64;
    if more > 0 {
        let games = numbers::counted(more, "more game");
        sentences.push(format!("The ratings on {games} are not drawn; the tables above have them."));
    }
    sentences
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
            let text = match ratings.expected_score(player) {
                Some(score) => format!("{text}, {} %", numbers::percent(score)),
                None => text,
            };
            Estimate { name, value, text, interval: (low, high) }
        })
        .collect();
    let game = match rated.game.or((study.names.games.len() == 1).then_some(0)) {
        Some(game) => code(&study.names.games[game].label),
        None => "Mean over the games".to_owned(),
    };
    let can_be_drawn = match rated.game {
        Some(game) => {
            study.conditions.iter().any(|one| one.game() == game && one.condition.game.can_be_drawn())
        }
        None => study.sides.has_draws(),
    };
    let draws = ratings.draw_rate.filter(|_| can_be_drawn).map_or_else(String::new, |rate| {
        format!("; equal players draw {}", numbers::percent_with(rate, ratings.draw_rate_interval))
    });
    let mut caption = game.clone();
    // If the player always moves first, its strength cannot be told apart from the worth of the first move.
    if study.sides_are_balanced() {
        let _ = write!(
            caption,
            ": {} is worth {} Elo points{draws}",
            study.sides.moving_first(),
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
