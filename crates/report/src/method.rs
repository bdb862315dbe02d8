//! How the games were played and what was computed from them, in words.

use std::collections::BTreeMap;

use connect_toe_arena::FirstMover;
use connect_toe_experiment::{Cell, Openings, Repeats};

use super::ExperimentReport;
use super::analysis::StudyAnalysis;
use super::text;

/// A point of the method.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) term: &'static str,
    pub(crate) text: String,
}

/// What a reader must know before everything else.
pub(crate) fn notices(report: &ExperimentReport<'_>) -> Vec<String> {
    unfinished(report).into_iter().chain(repeated_games(report)).collect()
}

/// If not all pairs have been played.
fn unfinished(report: &ExperimentReport<'_>) -> Option<String> {
    let provenance = &report.provenance;
    if provenance.is_complete() {
        return None;
    }
    let share = 100.0 * provenance.pairs_done as f64 / provenance.pairs as f64;
    Some(format!(
        "Not complete: {} of {} pairs have been played ({share:.0} %). Everything below is about the games played so \
         far; intervals and tests do not allow for stopping as soon as a result looks good.",
        text::count(provenance.pairs_done),
        text::count(provenance.pairs),
    ))
}

/// In how many cells games repeat each other, and what that means: only the opening makes a game of two players without
/// random choices differ from the last one.
fn repeated_games(report: &ExperimentReport<'_>) -> Option<String> {
    let share = |repeats: &Repeats| repeats.different() as f64 / repeats.games() as f64;
    let (mut cells, mut are_fixed, mut are_drawn) = (0, false, false);
    let mut worst: Option<(String, &Repeats)> = None;
    for study in &report.studies {
        for cell in &study.cells {
            let Some(repeats) = &cell.tally.repeats else { continue };
            if repeats.different() == repeats.games() {
                continue;
            }
            cells += 1;
            match cell.cell.openings {
                Openings::Random { plies: 1.. } => are_drawn = true,
                _ => are_fixed = true,
            }
            if worst.as_ref().is_none_or(|(_, worst)| share(repeats) < share(worst)) {
                let place = &cell.place;
                let (player, opponent) = (
                    &study.layout.players[place.player].label,
                    &study.layout.opponents[place.opponent].label,
                );
                let game = super::analysis::game_name(&cell.cell.game.to_string());
                worst = Some((format!("{player} against {opponent} on {game}"), repeats));
            }
        }
    }
    let (where_worst, repeats) = worst?;
    let first = if repeats.games() == 2 * Repeats::PAIRS { "the first " } else { "" };
    let mut caution = format!(
        "Caution: in {} of {} neither player has a random choice and games repeat each other, most of all {where_worst}: \
         {} among {first}{}. Such a game follows from its opening; a repetition adds nothing about other openings.",
        text::count(cells),
        text::of(report.plan.cells.len() as u64, "cell"),
        text::of(repeats.different(), "different game"),
        text::count(repeats.games()),
    );
    if are_fixed {
        caution += " Where openings are not drawn at random, intervals and tests take repetitions for new games and \
                    claim too much.";
    }
    if are_drawn {
        caution +=
            " Where openings are drawn at random, intervals and tests speak about openings drawn like these.";
    }
    Some(caution)
}

/// All points, in the order in which they are printed.
pub(crate) fn method(report: &ExperimentReport<'_>) -> Vec<Entry> {
    let mut entries = games(report);
    entries.extend(statistics(report));
    entries
}

fn games(report: &ExperimentReport<'_>) -> Vec<Entry> {
    let (plan, provenance) = (report.plan, &report.provenance);
    let over_cells = |text: &dyn Fn(&Cell) -> String| variants(&plan.cells, text);
    let mut entries = vec![
        Entry { term: "Program", text: format!("Connect-Toe {}", provenance.version) },
        Entry {
            term: "Experiment",
            text: format!(
                "Seed {}. SHA-256 of what is played, {}: of the seed and, for each cell, study, factors, game, \
                 players, number of games, first mover, openings, limits and adjudication, values said differently \
                 than in the file included; it is not that of the file, whose titles, comments and spelling change \
                 no game.",
                plan.seed, provenance.plan_hash
            ),
        },
    ];
    if !plan.overrides.is_empty() {
        let overrides: Vec<String> = plan.overrides.iter().map(ToString::to_string).collect();
        entries.push(Entry { term: "Said differently than in the file", text: overrides.join(", ") });
    }
    entries.extend([
        Entry {
            term: "Games",
            text: format!(
                "{} in {}, {} of {} played; a cell: {}",
                text::of(report.games(), "game"),
                text::of(plan.cells.len() as u64, "cell"),
                text::count(provenance.pairs_done),
                text::of(provenance.pairs, "pair"),
                over_cells(&|cell| text::of(cell.games, "game")),
            ),
        },
        Entry { term: "First move", text: over_cells(&|cell| first_move(cell.first).to_owned()) },
        Entry {
            term: "Openings",
            text: over_cells(&|cell| match &cell.openings {
                Openings::None | Openings::Random { plies: 0 } => "every game starts from the empty board".to_owned(),
                Openings::All { plies } => format!(
                    "each pair starts from a position after {}: all of them up to symmetry, one after the other",
                    text::of(u64::from(*plies), "ply").replace("plys", "plies")
                ),
                Openings::Random { plies } => {
                    format!("each pair starts from a position after {plies} random plies, drawn anew")
                }
                Openings::List(moves) => {
                    format!("each pair starts from one of {}", text::of(moves.len() as u64, "listed position"))
                }
            }),
        },
        Entry { term: "Thinking", text: over_cells(&|cell| format!("{} beyond the players’ own settings", cell.limits)) },
        Entry { term: "Adjudication", text: over_cells(&|cell| cell.adjudication.to_string()) },
        Entry {
            term: "Reproducibility",
            text: if plan.is_reproducible() {
                "Every game follows from the experiment and its seed; processor, number of threads and the order of \
                 play change nothing."
                    .to_owned()
            } else {
                "Players with a time limit depend on the machine and on what else it does: the same seed gives other \
                 games."
                    .to_owned()
            },
        },
    ]);
    entries
}

const fn first_move(first: FirstMover) -> &'static str {
    match first {
        FirstMover::Player => "the player moves first in every game",
        FirstMover::Alternate => {
            "games come in pairs from one position; the player moves first in one of them, the opponent in the other"
        }
        FirstMover::Random => "a fair coin decides for each game who moves first",
    }
}

/// What is true of all cells, or what is true of how many: `100 games (12 cells), 20 games (3 cells)`.
fn variants(cells: &[Cell], text: &dyn Fn(&Cell) -> String) -> String {
    let mut counts: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for (place, cell) in cells.iter().enumerate() {
        counts.entry(text(cell)).or_insert((place, 0)).1 += 1;
    }
    let mut variants: Vec<(String, (usize, u64))> = counts.into_iter().collect();
    variants.sort_by_key(|(_, (place, _))| *place);
    match &variants[..] {
        [] => text::NOTHING.to_owned(),
        [(one, _)] => one.clone(),
        several => {
            let parts: Vec<String> = several
                .iter()
                .map(|(text, (_, count))| format!("{text} ({})", text::of(*count, "cell")))
                .collect();
            parts.join("; ")
        }
    }
}

fn statistics(report: &ExperimentReport<'_>) -> Vec<Entry> {
    let mut entries = vec![
        Entry {
            term: "Winning percentage",
            text: "Wins of the games that either side won, as the Connect-Toe paper (Mercialdi & Wilamowska, 2004) \
                   defines it; draws do not count. Intervals: Wilson (1927), 95 %, as if all games were independent."
                .to_owned(),
        },
        Entry {
            term: "Score",
            text: "Points per game, a draw counting one half. Where the two games of a pair start from one opening, or are \
                   played with the sides exchanged, pairs are what is independent, and intervals are computed from the five \
                   possible results of a pair, else from single games: score intervals after Tango (1998), 95 %. Elo \
                   differences are those of the score and of the ends of its interval (Elo 1978)."
                .to_owned(),
        },
    ];
    entries.extend(tests(report));
    if report.studies.iter().any(|study| !study.ratings.is_empty()) {
        entries.push(Entry {
            term: "Ratings",
            text: "Bradley & Terry (1952) with draws (Davidson 1970) and the first mover’s advantage (Davidson & Beaver \
                   1977), maximum likelihood with a weak prior; 0 is the mean of the rated players. A difference from \
                   the best one is called shown if it exceeds the bound for all comparisons with the best of a list, in \
                   all lists of a study together (Dunn 1961). Over several games stands the mean of a player’s ratings on \
                   each of them. Games count as independent here, although the two of a pair share their opening."
                .to_owned(),
        });
    }
    if report.studies.iter().any(StudyAnalysis::has_printed) {
        entries.push(Entry {
            term: "The paper’s values",
            text: "Beside ours stands what the 2004 paper prints for the same game and players, with the counts \
                   recovered from it. The p-value is that of the exact binomial test of these counts under our rate; \
                   where several counts fit, the largest. Who moves first may differ: in the paper it is the player."
                .to_owned(),
        });
    }
    entries
}

/// The families of tests, each as it is corrected.
fn tests(report: &ExperimentReport<'_>) -> Vec<Entry> {
    let any = |has: &dyn Fn(&StudyAnalysis<'_>) -> bool| report.studies.iter().any(has);
    let has_factor = |is_number: bool| {
        any(&|study| study.study.factors.iter().any(|factor| factor.numbers().is_some() == is_number))
    };
    let compares = any(&|study| !study.comparisons.is_empty());
    let mut families = vec![
        "every cell’s p-value, of the exact test of equal strength: the sign test, for pairs Fisher’s randomization \
         test (1935); where the player always moves first, it is about the player and the first move together (Holm)"
            .to_owned(),
    ];
    if compares {
        families.push(
            "all pairs of players, by their scores over all games against the same opposition (Holm)"
                .to_owned(),
        );
    }
    if compares && any(&|study| study.layout.games.len() > 1) {
        families
            .push("all pairs of players on each game, for changes of order between games (Holm)".to_owned());
    }
    if has_factor(true) {
        families.push(
            "for each factor of numbers, every player’s scores at its two ends (Holm), and apart from them every \
             player’s steps from one value to the next (Holm)"
                .to_owned(),
        );
    }
    if has_factor(false) {
        families.push(
            "for each factor of words, the highest score against the lowest, corrected for all pairs of values among \
             which they were chosen (Bonferroni)"
                .to_owned(),
        );
    }
    if any(&|study| study.by_game().len() > 1 && study.sides_are_balanced()) {
        families.push(
            "the games on which moving first scores most and least, in the same way (Bonferroni)".to_owned(),
        );
    }
    if any(&|study| study.has_printed()) {
        families.push("the paper’s values against ours (Holm)".to_owned());
    }
    let mut entries = vec![Entry {
        term: "Tests",
        text: format!(
            "A difference is called shown if its p-value is below 0.05 after correction for all tests of its family. \
             The families of a study are: {}. Scores of independent samples are compared by the score test with the \
             variance of both together; the interval of their difference is Zou & Donner’s (2008). Bonferroni’s \
             correction multiplies a p-value by the number of tests, Holm’s (1979) the smallest by it and each larger \
             one by 1 less. A family without \
             any difference shows one with a chance of 5 % at most; nothing is corrected over families or studies.",
            families.join("; ")
        ),
    }];
    if report.studies.iter().any(StudyAnalysis::sides_are_balanced) {
        entries.push(Entry {
            term: "What games are like",
            text: "The worth of the first move, the share of draws and the length of games are told by the games of \
                   players against their like, if a study has such of each of its games, else by all of its games: who is \
                   the stronger one would blur them. The first move’s score is counted as other scores are, by pairs where \
                   these are what is independent."
                .to_owned(),
        });
    }
    entries.push(Entry {
        term: "Intervals",
        text: "Every interval holds with 95 % by itself; those of the games on which moving first scores most and least \
               hold together. That moving first is an advantage is said where the interval of its score lies above \
               50 %, without correction."
            .to_owned(),
    });
    entries
}
