//! What a reader must know before everything else.

use connect_toe_experiment::{Openings, Repeats};
use connect_toe_stats::numbers::{count, counted, decimal};

use crate::Report;
use crate::analysis::game_name;
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
    Some(format!(
        "Caution: {} {} lost by a player that gave no move: a program that crashed, broke the rules or took too long. Such a \
         game says nothing about how well it plays.{most_of_them}",
        counted(games, "game"),
        if games == 1 { "was" } else { "were" },
    ))
}

/// In how many conditions games repeat each other, and what that means. A game of two players without random choices
/// follows from its opening.
fn repeated_games(report: &Report<'_>) -> Option<String> {
    let share = |repeats: &Repeats| repeats.different() as f64 / repeats.games() as f64;
    let (mut conditions, mut are_fixed, mut are_drawn) = (0, false, false);
    let mut worst: Option<(String, &Repeats)> = None;
    for study in &report.studies {
        for condition in &study.conditions {
            let Some(repeats) = &condition.tally.repeats else { continue };
            if repeats.different() == repeats.games() {
                continue;
            }
            conditions += 1;
            match condition.condition.protocol.openings {
                Openings::Random { plies: 1.. } => are_drawn = true,
                _ => are_fixed = true,
            }
            if worst.as_ref().is_none_or(|(_, worst)| share(repeats) < share(worst)) {
                let player = code(&study.names.players[condition.player()].label);
                let opponent = code(&study.names.opponents[condition.opponent()].label);
                let game = code(&game_name(&condition.condition.game));
                worst = Some((format!("{player} against {opponent} on {game}"), repeats));
            }
        }
    }
    let (worst, repeats) = worst?;
    let first = if repeats.games() == 2 * Repeats::PAIRS { "the first " } else { "" };
    let mut caution = format!(
        "Caution: in {} of {}, neither player makes random choices, and some games are identical. The worst case is {worst}: \
         {} among {first}{}. Such a game follows from its opening; a repetition says nothing about other openings.",
        count(conditions),
        counted(report.plan.conditions.len() as u64, "cell"),
        counted(repeats.different(), "different game"),
        count(repeats.games()),
    );
    if are_fixed {
        caution += " Where openings are not drawn at random, intervals and tests count repetitions as new games: the \
                    intervals are too narrow, and the p-values too small.";
    }
    if are_drawn {
        caution +=
            " Where openings are drawn at random, intervals and tests are about openings drawn in this way.";
    }
    Some(caution)
}
