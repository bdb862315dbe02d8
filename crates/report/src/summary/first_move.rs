//! What the first move is worth, and how many games are drawn.

use connect_toe_stats::{
    Confidence, compare_scores,
    numbers::{percent, percent_with},
    score_interval,
};

use super::{MOST_LISTED, of_extremes};
use crate::analysis::{OfGame, StudyAnalysis};
use crate::inline::code;
use crate::words::names;

/// What the first move is worth, and how many games are drawn; of the whole alone if the answer is about the games.
pub(super) fn first_move(study: &StudyAnalysis<'_>, is_answered: bool) -> Vec<String> {
    let all = study.first_mover();
    let (Some(score), Some(decided)) = (all.score(), all.games.decided_rate()) else { return Vec::new() };
    let draws = format!("{}\u{a0}% of these games are drawn.", percent(1.0 - decided));
    if !study.tells_of_first_moves() {
        return vec![format!(
            "The player always moves first: these games do not tell what the first move is worth. {draws}"
        )];
    }
    let interval = all.score_interval();
    let claim = if interval.low > 0.5 {
        "an advantage"
    } else if interval.high < 0.5 {
        "a disadvantage"
    } else {
        "no significant advantage"
    };
    let mut sentences = vec![format!(
        "Moving first scores {} in the games of {}: {claim}.",
        percent_with(score, interval),
        study.whose_games_tell(),
    )];
    if !is_answered {
        sentences.extend(first_move_by_game(study));
    }
    sentences.push(draws);
    sentences
}

/// The games on which moving first is worth most and least.
fn first_move_by_game(study: &StudyAnalysis<'_>) -> Option<String> {
    let games = study.by_game();
    let score = |game: &OfGame| game.first_mover.score().unwrap_or(0.5);
    let by_score = |one: &&OfGame, other: &&OfGame| score(one).total_cmp(&score(other));
    let (lowest, highest) = (games.iter().min_by(by_score)?, games.iter().max_by(by_score)?);
    if games.len() < 2 {
        return None;
    }
    let is_alike = |one: &OfGame, other: &OfGame| by_score(&one, &other).is_eq();
    if is_alike(lowest, highest) {
        return Some(format!("Moving first scores the same on each of the {} games.", games.len()));
    }
    let named = |extreme: &OfGame| {
        let alike: Vec<&str> =
            games.iter().filter(|game| is_alike(game, extreme)).map(|game| game.name.as_str()).collect();
        match &alike[..] {
            [one] => {
                let level = Confidence::NINETY_FIVE.shared_by(games.len());
                let interval = score_interval(extreme.first_mover.counts(), level);
                format!("{}, {}", code(one), percent_with(score(extreme), interval))
            }
            few if few.len() <= MOST_LISTED => {
                format!("{}, {}\u{a0}% each", names(few), percent(score(extreme)))
            }
            many => format!("{} games, {}\u{a0}% each", many.len(), percent(score(extreme))),
        }
    };
    let (most, least) = (named(highest), named(lowest));
    let counts = (highest.first_mover.counts(), lowest.first_mover.counts());
    let claim = of_extremes(compare_scores(counts.0, counts.1, Confidence::NINETY_FIVE)?, games.len());
    Some(format!(
        "Moving first scores most on {most}, and least on {least} (simultaneous intervals); {claim}."
    ))
}
