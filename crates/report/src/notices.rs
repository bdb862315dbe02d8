//! What a reader must know before everything else.

use connect_toe_experiment::Forfeits;
use connect_toe_stats::numbers::{count, counted, decimal};

use crate::Report;
use crate::analysis::{ConditionAnalysis, game_name};
use crate::inline::code;
use crate::too_few;

/// All notices, each a paragraph.
pub(crate) fn notices(report: &Report<'_>) -> Vec<String> {
    let too_few = too_few::caution(&too_few::all(report.plan));
    let games = [forfeited_games(report), repeated_games(report)].into_iter().flatten();
    unfinished(report).into_iter().chain(too_few).chain(games).collect()
}

/// A notice if not all pairs have been played.
fn unfinished(report: &Report<'_>) -> Option<String> {
    let provenance = &report.provenance;
    if provenance.is_complete() {
        return None;
    }
    let share = 100.0 * provenance.pairs_done as f64 / provenance.pairs as f64;
    Some(format!(
        "Not complete: {} of {} pairs have been played ({} %). The results below are those of the games played so \
         far. Their intervals and tests are valid only if the run was not stopped because of its results.",
        count(provenance.pairs_done),
        count(provenance.pairs),
        decimal(share, 0),
    ))
}

/// How many games a player lost because it gave no move, and where most of them are.
fn forfeited_games(report: &Report<'_>) -> Option<String> {
    let conditions =
        report.studies.iter().flat_map(|study| study.conditions.iter().map(move |one| (study, one)));
    let forfeits = conditions.filter(|(_, condition)| condition.tally.forfeited > 0);
    let games: u64 = forfeits.clone().map(|(_, condition)| condition.tally.forfeited).sum();
    let (study, most) = forfeits.max_by_key(|(_, condition)| condition.tally.forfeited)?;
    // Where each of several has a few of them, none is worth a name.
    let most_of_them = if 2 * most.tally.forfeited > games {
        format!(
            " Most of them, {}, are in {} against {} on {}.",
            count(most.tally.forfeited),
            code(&study.names.players[most.player()].label),
            code(&study.names.opponents[most.opponent()].label),
            code(&game_name(&most.condition.game)),
        )
    } else {
        String::new()
    };
    let last_words = Forfeits::last_words(&report.extras.last_words);
    Some(format!(
        "Caution: {} {} lost by a player that gave no move: a program that crashed, broke the rules or took too long. Such a \
         game says nothing about how well it plays: scores, ratings and tests leave it out.{most_of_them}{last_words}",
        counted(games, "game"),
        if games == 1 { "was" } else { "were" },
    ))
}

/// In how many conditions games repeat each other, and what that means.
fn repeated_games(report: &Report<'_>) -> Option<String> {
    let of = |condition: &ConditionAnalysis<'_>| {
        let tally = &condition.tally;
        let chance_was_seen = tally.repeats.as_ref()?.chance_was_seen();
        let (games, different) = (tally.games(), tally.distinct()?);
        let is_meant = different < games && (!chance_was_seen || different < games - games / FEW_REPEATS);
        is_meant.then_some((different, games, chance_was_seen))
    };
    let (mut conditions, mut are_fixed, mut are_drawn) = (0, false, false);
    let mut worst: Option<(String, u64, u64)> = None;
    let share = |different: u64, games: u64| different as f64 / games as f64;
    for study in &report.studies {
        for condition in &study.conditions {
            let Some((different, games, chance_was_seen)) = of(condition) else { continue };
            conditions += 1;
            are_drawn |= chance_was_seen;
            are_fixed |= !chance_was_seen;
            if worst.as_ref().is_none_or(|worst| share(different, games) < share(worst.1, worst.2)) {
                let player = code(&study.names.players[condition.player()].label);
                let opponent = code(&study.names.opponents[condition.opponent()].label);
                let game = code(&game_name(&condition.condition.game));
                worst = Some((format!("{player} against {opponent} on {game}"), different, games));
            }
        }
    }
    let (worst, different, games) = worst?;
    let mut caution = format!(
        "Caution: in {} of {}, games repeat each other up to symmetry. The worst case is {worst}: {} among {}.",
        count(conditions),
        counted(report.plan.conditions.len() as u64, "cell"),
        counted(different, "different game"),
        count(games),
    );
    if are_fixed {
        caution += " Where no two games from one start differ, a game that comes again is no new evidence: intervals, tests \
                    and ratings count it once.";
    }
    if are_drawn {
        caution += " Where players choose at random between few games, intervals, tests and ratings are about these players \
                    from these starts alone.";
    }
    Some(caution + " More openings give more games.")
}

/// Repetitions by chance are worth a word from one game in so many.
const FEW_REPEATS: u64 = 10;
