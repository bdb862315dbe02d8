//! What games are like in which players meet their equals.

use connect_toe_plot::{Estimate, Unit};
use connect_toe_stats::{Confidence, numbers, score_interval};

use super::{Found, MOST_ROWS, Picture, of_players, too_few};
use crate::analysis::{OfGame, StudyAnalysis};
use crate::inline::code;
use crate::words::few_names;

/// A score that is shown to lie within this of one half means that neither side has an advantage.
const NEAR: f64 = 0.02;

/// The most games that a sentence names.
const MOST_NAMED: usize = 3;

/// What the games are like, if the design asks for that: several games in which players meet themselves.
pub(super) fn found(study: &StudyAnalysis<'_>) -> Option<Found> {
    let mut games = study.by_game();
    games.retain(|game| game.first_mover.score().is_some());
    if !study.equals_tell() || games.len() < 2 {
        return None;
    }
    let score = |game: &OfGame| game.first_mover.score().unwrap_or(0.5);
    games.sort_by(|one, other| score(other).total_cmp(&score(one)));
    let level = Confidence::NINETY_FIVE.shared_by(games.len());
    let interval = |game: &OfGame| score_interval(game.first_mover.counts(), level);
    let of = |choice: &dyn Fn(&OfGame) -> bool| -> Vec<&OfGame> {
        games.iter().filter(|game| choice(game)).collect()
    };
    let (ahead, behind) = (of(&|game| interval(game).low > 0.5), of(&|game| interval(game).high < 0.5));
    let all = games.len();
    let named = |games: &[&OfGame]| {
        let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
        few_names(&names, MOST_NAMED, "game")
    };
    let most = ahead.first().map(|game| {
        let scores = numbers::percent_with(score(game), game.first_mover.score_interval());
        format!(", most on {} (score {scores})", code(&game.name))
    });
    let advantage = match ahead.len() {
        0 => format!("moving first is shown to be an advantage on none of the {all} games"),
        many if many == all => format!("moving first is an advantage on all {all} games"),
        many => format!("moving first is an advantage on {many} of {all} games"),
    };
    let near = of(&|game| interval(game).low >= 0.5 - NEAR && interval(game).high <= 0.5 + NEAR);
    let near = near.iter().filter(|game| interval(game).low <= 0.5 && interval(game).high >= 0.5).count();
    let open = all - ahead.len() - behind.len() - near;
    let neither = if near == 0 {
        String::new()
    } else {
        format!(", and neither on {} (within 2 points of one half)", numbers::counted(near as u64, "game"))
    };
    let disadvantage =
        if behind.is_empty() { String::new() } else { format!(", and a disadvantage on {}", named(&behind)) };
    let draws = |game: &OfGame| game.first_mover.games.decided_rate().map_or(0.0, |rate| 1.0 - rate);
    let by_draws = |one: &&OfGame, other: &&OfGame| draws(one).total_cmp(&draws(other));
    let (fewest, many) = (games.iter().min_by(by_draws)?, games.iter().max_by(by_draws)?);
    let drawn = if draws(many) - draws(fewest) < 0.005 {
        format!("{}\u{a0}% of the games are drawn", numbers::percent(draws(many)))
    } else {
        format!(
            "draws reach from {}\u{a0}% on {} to {}\u{a0}% on {}",
            numbers::percent(draws(fewest)),
            code(&fewest.name),
            numbers::percent(draws(many)),
            code(&many.name)
        )
    };
    let short = match behind.len() {
        0 => format!("an advantage on {} of {all} games", ahead.len()),
        many => format!("an advantage on {} of {all} games and a disadvantage on {many}", ahead.len()),
    };
    let strength = of_players::found(study);
    let mut sentence = format!("{advantage}{}{disadvantage}{neither}; {drawn}", most.unwrap_or_default());
    if !strength.short.is_empty() {
        sentence.push_str("; ");
        sentence.push_str(&strength.short);
    }
    let rows = games.iter().take(MOST_ROWS).map(|game| {
        let sample = &game.first_mover;
        let bounds = sample.score_interval();
        Estimate {
            name: game.name.clone(),
            value: score(game),
            text: format!("{} %", numbers::percent(score(game))),
            interval: (bounds.low, bounds.high),
        }
    });
    let rest = if all > MOST_ROWS { format!(", the {MOST_ROWS} highest of {all}") } else { String::new() };
    let missing = (open > 0).then(|| {
        let few = too_few(study).map_or_else(String::new, |few| format!(" {few}"));
        let games = numbers::counted(open as u64, "game");
        format!("On {games} the first mover’s score is too close to one half for this number of games to tell.{few}")
    });
    Some(Found {
        sentence: crate::capital(&sentence),
        short: format!("moving first is {short}"),
        // Where it is sometimes a disadvantage, nothing can be said of all games.
        winner: (behind.is_empty() && !ahead.is_empty()).then(|| "moving first is an advantage".to_owned()),
        detail: format!("on {} of {all} games", ahead.len()),
        more: missing,
        missing: None,
        picture: Some(Picture {
            caption: format!(
                "Score of the first mover by game, the games of equal players{rest}, with 95 % intervals"
            ),
            value_title: "score of the first mover",
            unit: Unit::Rate,
            reference: 0.5,
            rows: rows.collect(),
            main: None,
        }),
    })
}
