//! Which of two players is better, and how one fares against several.

use connect_toe_experiment::Sample;
use connect_toe_plot::{Estimate, Unit};
use connect_toe_stats::{Confidence, SIGNIFICANCE, numbers};

use super::claim::{Claim, Meeting, Opposition};
use super::found::{Found, MOST_ROWS, Picture, needs};
use super::ranking;
use crate::analysis::{ConditionAnalysis, Standing, StudyAnalysis, game_name, standings};
use crate::inline::code;

/// The answer of a study that is about its players.
pub(super) fn found(study: &StudyAnalysis<'_>) -> Found {
    // Ratings are for players who meet each other; against the same opponents scores say the same, and less loosely.
    let of_round_robin =
        || Some(study).filter(|study| study.study.is_round_robin()).and_then(ranking::of_ratings);
    of_two(study)
        .or_else(of_round_robin)
        .or_else(|| ranking::of_scores(study))
        .or_else(|| of_opponents(study))
        .or_else(|| ranking::of_ratings(study))
        .unwrap_or_else(|| of_cells(study))
}

/// Two players, or one player and one opponent, who are not the same.
fn of_two(study: &StudyAnalysis<'_>) -> Option<Found> {
    let label = |condition: &ConditionAnalysis<'_>| {
        let player = study.names.players[condition.player()].label.clone();
        (player, study.names.opponents[condition.opponent()].label.clone())
    };
    let of_both = || study.conditions.iter().filter(|one| !one.condition.is_of_equals() && one.games() > 0);
    let (first, second) = label(of_both().next()?);
    // By the games that were played, as the first player sees them: a pattern with a factor is several.
    let mut games: Vec<(String, Sample)> = Vec::new();
    for one in of_both() {
        let (player, opponent) = label(one);
        let sample = if (&player, &opponent) == (&first, &second) {
            one.sample
        } else if (&opponent, &player) == (&first, &second) {
            one.sample.swapped()
        } else {
            return None;
        };
        let name = game_name(&one.condition.game);
        match games.iter_mut().find(|(game, _)| *game == name) {
            Some((_, sum)) => *sum += sample,
            None => games.push((name, sample)),
        }
    }
    let mut all: Sample = games.iter().map(|(_, sample)| *sample).sum();
    let mut players = [first, second];
    if all.score()? < 0.5 {
        all = all.swapped();
        players.reverse();
        for (_, sample) in &mut games {
            *sample = sample.swapped();
        }
    }
    let (score, interval) = (all.score()?, all.score_interval());
    let standings = standings(games.iter().map(|(_, one)| one));
    let worse = games.iter().zip(&standings).filter(|(_, one)| **one == Standing::Worse);
    let meeting = Meeting {
        elo: all.elo(),
        score: (score, interval),
        is_shown: all.p_value() < SIGNIFICANCE && score > 0.5,
        games: games.len(),
        better: standings.iter().filter(|one| **one == Standing::Better).count(),
        worse: worse.map(|((game, _), _)| game.clone()).collect(),
        players,
    };
    let needs = if meeting.is_shown {
        Vec::new()
    } else {
        let error = (interval.high - interval.low) / 2.0 / Confidence::NINETY_FIVE.normal_quantile();
        needs(study, Some((score - 0.5, error)))
    };
    let [winner, loser] = meeting.players.each_ref().map(|name| code(name));
    let several = games.len() > 1;
    let mut rows = scores(games.into_iter());
    if several {
        rows.splice(0..0, scores(std::iter::once(("all games".to_owned(), all))));
    }
    let caption = format!("Score of {winner} against {loser}, with 95 % intervals");
    Some(Found::new(Claim::Meeting(meeting), needs, Some(picture_of_scores(caption, rows))))
}

/// Rows of scores, the highest first.
pub(super) fn scores(all: impl Iterator<Item = (String, Sample)>) -> Vec<Estimate> {
    let mut rows: Vec<Estimate> = all
        .filter_map(|(name, sample)| {
            let (value, bounds) = (sample.score()?, sample.score_interval());
            let text = format!("{} %", numbers::percent(value));
            Some(Estimate { name, value, text, interval: (bounds.low, bounds.high) })
        })
        .collect();
    rows.sort_by(|one, other| other.value.total_cmp(&one.value));
    rows.truncate(MOST_ROWS);
    rows
}

/// A drawing of scores.
pub(super) fn picture_of_scores(caption: String, rows: Vec<Estimate>) -> Picture {
    Picture { caption, value_title: "score".to_owned(), unit: Unit::Rate, reference: 0.5, rows, main: None }
}

/// One player against several opponents.
fn of_opponents(study: &StudyAnalysis<'_>) -> Option<Found> {
    let [player] = &study.names.players[..] else { return None };
    if study.study.is_round_robin() {
        return None;
    }
    let against =
        |opponent: usize| study.sum(|one| one.opponent() == opponent && !one.condition.is_of_equals());
    let all: Vec<(String, Sample)> = study
        .names
        .opponents
        .iter()
        .enumerate()
        .map(|(place, name)| (name.label.clone(), against(place)))
        .filter(|(_, sample)| sample.score().is_some())
        .collect();
    if all.len() < 2 {
        return None;
    }
    let standings = standings(all.iter().map(|(_, one)| one));
    let pick = |standing| -> Vec<String> {
        let of_opponent = all.iter().zip(&standings).filter(|(_, one)| **one == standing);
        of_opponent.map(|((name, _), _)| name.clone()).collect()
    };
    let (beats, loses_to, open) = (pick(Standing::Better), pick(Standing::Worse), pick(Standing::Open));
    let seems_clear = all
        .iter()
        .zip(&standings)
        .any(|((_, one), standing)| *standing == Standing::Open && one.p_value() < SIGNIFICANCE);
    let rows = scores(all.into_iter());
    let ends = [rows.last()?, rows.first()?].map(|row| (row.name.clone(), row.value));
    let caption = format!("Score of {} against each opponent, with 95 % intervals", code(&player.label));
    let player = player.label.clone();
    let opposition = Opposition { player, beats, loses_to, open, seems_clear, ends };
    Some(Found::new(Claim::Opposition(opposition), Vec::new(), Some(picture_of_scores(caption, rows))))
}

/// In how many cells a player is better: the answer where players cannot be compared.
fn of_cells(study: &StudyAnalysis<'_>) -> Found {
    if study.conditions.iter().all(|one| one.condition.is_of_equals()) {
        return Found::default();
    }
    let played = study.conditions.iter().filter(|one| one.games() > 0);
    let standings: Vec<Standing> = played.map(ConditionAnalysis::standing).collect();
    let count = |standing| standings.iter().filter(|one| **one == standing).count();
    let (better, worse) = (count(Standing::Better), count(Standing::Worse));
    let claim = Claim::Cells { better, worse, cells: standings.len() };
    Found::new(claim, needs(study, None), None)
}
