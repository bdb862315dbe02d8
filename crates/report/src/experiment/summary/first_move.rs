//! What the first move is worth, and how many games are drawn.

use std::collections::BTreeMap;

use connect_toe_arena::stats::{Confidence, Wdl, compare_scores, score_interval};

use super::of_extremes;
use crate::experiment::analysis::{StudyAnalysis, game_name};
use crate::experiment::text;

/// What the first move is worth, and how many games are drawn.
pub(super) fn first_move(study: &StudyAnalysis<'_>) -> Vec<String> {
    let all = study.first_mover();
    let (Some(score), Some(decided)) = (all.score(), all.decided_rate()) else { return Vec::new() };
    let draws = format!("{}\u{a0}% of the games are drawn.", text::percent(1.0 - decided));
    if !study.sides_are_balanced() {
        return vec![format!(
            "The player always moves first, so that nothing can be said about the first move. {draws}"
        )];
    }
    let interval = score_interval(all, Confidence::NINETY_FIVE);
    let claim = if interval.low > 0.5 {
        "an advantage"
    } else if interval.high < 0.5 {
        "a disadvantage"
    } else {
        "no advantage is shown"
    };
    let mut sentences =
        vec![format!("Moving first scores {}: {claim}.", text::percent_with(score, interval))];
    sentences.extend(first_move_by_game(study));
    sentences.push(draws);
    sentences
}

/// The games on which moving first is worth most and least.
fn first_move_by_game(study: &StudyAnalysis<'_>) -> Option<String> {
    let mut games: BTreeMap<String, Wdl> = BTreeMap::new();
    for cell in study.cells.iter().filter(|cell| cell.sample.games.games() > 0) {
        *games.entry(cell.cell.game.to_string()).or_default() += cell.tally.first_mover();
    }
    if games.len() < 2 {
        return None;
    }
    let score = |wdl: &Wdl| wdl.score().unwrap_or(0.5);
    let by_score = |one: &(&String, &Wdl), other: &(&String, &Wdl)| score(one.1).total_cmp(&score(other.1));
    let (lowest, highest) = (games.iter().min_by(by_score)?, games.iter().max_by(by_score)?);
    let with = |(game, wdl): (&String, &Wdl)| {
        // All intervals hold at once, since the two games were chosen by their scores.
        let interval = score_interval(*wdl, Confidence::NINETY_FIVE.shared_by(games.len()));
        format!("{}, {}", game_name(game), text::percent_with(score(wdl), interval))
    };
    let found = compare_scores(*highest.1, *lowest.1, Confidence::NINETY_FIVE)?;
    let claim = of_extremes(found, games.len());
    Some(format!("It scores most on {} and least on {}; {claim}.", with(highest), with(lowest)))
}
