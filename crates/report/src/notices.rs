//! What a reader must know before everything else.

use connect_toe_experiment::{Openings, Plan, Protocol, Repeats, Study};
use connect_toe_stats::numbers::{count, counted, decimal};
use connect_toe_stats::{SIGNIFICANCE, fewest_trials};

use crate::Report;
use crate::analysis::game_name;
use crate::inline::code;

/// All notices, each a paragraph.
pub(crate) fn notices(report: &Report<'_>) -> Vec<String> {
    let too_few = caution(&all_too_few(report.plan));
    let games = [forfeited_games(report), repeated_games(report)].into_iter().flatten();
    unfinished(report).into_iter().chain(too_few).chain(games).collect()
}

/// What the cells of a study are short of, if they have so few games that none of them can show anything.
#[derive(Clone, Debug)]
pub(crate) struct TooFew {
    study: String,
    cells: u64,
    /// What the largest cell has.
    pub(crate) most: u64,
    /// What it takes.
    pub(crate) needed: u64,
    /// What is counted: pairs, or games that are not paired.
    pub(crate) unit: &'static str,
}

impl TooFew {
    pub(crate) fn of<'a>(study: &str, protocols: impl Iterator<Item = &'a Protocol>) -> Option<TooFew> {
        let protocols: Vec<&Protocol> = protocols.collect();
        let trials = |one: &Protocol| if one.is_paired() { one.games / 2 } else { one.games };
        let largest = protocols.iter().max_by_key(|one| trials(one))?;
        let (cells, most) = (protocols.len() as u64, trials(largest));
        let needed = fewest_trials(SIGNIFICANCE / cells as f64);
        let unit = if largest.is_paired() { "pair" } else { "game" };
        (most < needed).then(|| TooFew { study: study.to_owned(), cells, most, needed, unit })
    }
}

/// The studies whose cells have so few games that none of them can show anything: not even a player who won them all
/// would be significantly better after the correction for the number of cells.
fn all_too_few(plan: &Plan) -> Vec<TooFew> {
    let of_study = |(place, study): (usize, &Study)| {
        TooFew::of(&study.title, plan.conditions_of(place).map(|(_, condition)| &condition.protocol))
    };
    plan.studies.iter().enumerate().filter_map(of_study).collect()
}

/// A caution about all of these studies.
fn caution(all: &[TooFew]) -> Option<String> {
    let of_study = |TooFew { study, cells, most, needed, unit }: &TooFew| {
        let many = if *cells == 1 {
            "the cell".to_owned()
        } else {
            format!("any of its {}", counted(*cells, "cell"))
        };
        format!(
            "in {many}, {} cannot show that a player is better, whatever the results, in the study “{study}”: it \
             takes at least {needed}.",
            counted(*most, unit)
        )
    };
    let (first, others) = all.split_first()?;
    let others: Vec<String> =
        others.iter().map(|one| format!(" {}", crate::capital(&of_study(one)))).collect();
    Some(format!(
        "Too few games: {}{} Results over several cells may be clear all the same.",
        of_study(first),
        others.concat()
    ))
}

/// A caution for every study of which no cell has enough games to show that a player is better.
pub fn too_few_games(plan: &Plan) -> Vec<String> {
    all_too_few(plan).into_iter().filter_map(|one| caution(&[one])).collect()
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
