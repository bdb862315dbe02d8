//! How the games were played and what was computed from them, in words.

use std::collections::BTreeMap;

use connect_toe_arena::FirstMover;
use connect_toe_experiment::{Cell, Openings};

use super::ExperimentReport;
use super::text;

/// A point of the method.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) term: &'static str,
    pub(crate) text: String,
}

/// What a reader must know before everything else, if not all pairs have been played.
pub(crate) fn notice(report: &ExperimentReport<'_>) -> Option<String> {
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
        Entry { term: "Experiment", text: format!("SHA-256 {}, seed {}", provenance.plan_hash, plan.seed) },
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
                Openings::None => "every game starts from the empty board".to_owned(),
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
    let same = plan.cells.iter().filter(|cell| repeats_games(cell)).count();
    if same > 0 {
        entries.push(Entry {
            term: "Caution",
            text: format!(
                "In {} neither player has a random choice, so that games from one position are all alike. They count as \
                 many games here but say no more than one: the intervals are too narrow.",
                text::of(same as u64, "cell")
            ),
        });
    }
    entries
}

/// Whether games are repeated move by move: fixed positions, more games than positions, and no random choice.
fn repeats_games(cell: &Cell) -> bool {
    let is_random = |name: &str, ties: String| name == "random" || ties == "random";
    let fixed = match &cell.openings {
        Openings::None => cell.games > 2,
        Openings::List(moves) => cell.pairs() > moves.len() as u64,
        Openings::All { .. } | Openings::Random { .. } => false,
    };
    let (player, opponent) = (&cell.player, &cell.opponent);
    let is_chance = is_random(player.name(), player.ties().to_string())
        || is_random(opponent.name(), opponent.ties().to_string());
    fixed && !is_chance
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
                   defines it; draws do not count. Intervals: Wilson (1927), 95 %."
                .to_owned(),
        },
        Entry {
            term: "Score",
            text: "Points per game, a draw counting one half. Where games come in pairs with the sides exchanged, pairs \
                   are what is independent, and intervals are computed from the five possible results of a pair, else \
                   from single games: score intervals after Tango (1998), 95 %. Elo differences are those of the score \
                   and of the ends of its interval (Elo 1978)."
                .to_owned(),
        },
        Entry {
            term: "Tests",
            text: "A cell’s p-value is that of the exact test of equal strength: the sign test, for pairs Fisher’s \
                   randomization test (1935). Where the player always moves first, it is about both together, the \
                   player and the first move. Players are compared by their scores against the same opposition (Zou \
                   & Donner 2008 for the interval). The p-values of a study are corrected together after Holm (1979), and \
                   a difference is called shown if the corrected value is below 0.05."
                .to_owned(),
        },
    ];
    if report.studies.iter().any(|study| !study.ratings.is_empty()) {
        entries.push(Entry {
            term: "Ratings",
            text: "Bradley & Terry (1952) with draws (Davidson 1970) and the first mover’s advantage (Davidson & Beaver \
                   1977), maximum likelihood with a weak prior; 0 is the mean of the rated players. A difference from \
                   the best one is called shown if it exceeds the bound for all comparisons with the best together \
                   (Dunn 1961). Games count as independent here."
                .to_owned(),
        });
    }
    if report.studies.iter().any(super::analysis::StudyAnalysis::has_printed) {
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
