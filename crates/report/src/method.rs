//! How the games were played, and what was computed from them.

use std::collections::BTreeMap;
use std::path::Path;

use connect_toe_experiment::{Condition, Openings, Plan, Protocol};
use connect_toe_game::Side;
use connect_toe_players::FirstMover;
use connect_toe_stats::numbers::{self, count, counted};

use crate::Report;
use crate::analysis::Sides;
use crate::document::{Block, Definition, Folded, Section};
use crate::inline::code;
use crate::words::capital;
use crate::{statistics, tables};

/// The last section of a report.
pub(crate) fn section(report: &Report<'_>) -> Section {
    let mut definitions = games(report);
    definitions.extend(statistics::definitions(report));
    let mut section = Section::new("method", "Method").with([Block::Definitions(definitions)]);
    section.blocks.extend(tables::sessions(report).map(Block::from));
    if !report.plan.text.is_empty() {
        let summary = match &report.provenance.file_name {
            // The text of a results file is in the file, and not the whole of it.
            Some(name) if Path::new(name).extension().is_some_and(|end| end == "toml") => {
                format!("The experiment file, {name}")
            }
            Some(name) => format!("The experiment file, as {name} has it"),
            None => "The experiment file".to_owned(),
        };
        section.blocks.push(Folded::on_screen(summary, [Block::Literal(report.plan.text.clone())]).into());
    }
    section
}

fn games(report: &Report<'_>) -> Vec<Definition> {
    let (plan, provenance) = (report.plan, &report.provenance);
    let of_protocol = |text: fn(&Protocol) -> String| variants(&plan.conditions, text);
    let mut definitions = vec![
        Definition::new("Program", format!("Connect-Toe {}.", provenance.version)),
        Definition::new(
            "Experiment",
            format!(
                "Seed {}. SHA-256 of what is played: `{}`. The hash covers the seed and, for each cell, the study, factors, \
                 game, players, number of games, first mover, openings, limits and adjudication, with all overrides. It is \
                 not the hash of the file: titles, comments and spelling do not change the games.",
                plan.seed, provenance.plan_hash
            ),
        ),
    ];
    if !plan.overrides.is_empty() {
        let overrides: Vec<String> = plan.overrides.iter().map(|one| format!("`{one}`")).collect();
        let text = format!("These values replace those of the file: {}.", overrides.join(", "));
        definitions.push(Definition::new("Overrides", text));
    }
    definitions.extend([
        Definition::new("Games", games_played(report)),
        who_begins(plan),
        Definition::new("Openings", sentence(&of_protocol(openings)) + &balanced(report)),
    ]);
    if plan.conditions.iter().any(|condition| condition.protocol.swap) {
        definitions.push(Definition::new("Sides", sentence(&of_protocol(sides))));
    }
    definitions.extend([
        Definition::new(
            "Limits",
            sentence(&of_protocol(|protocol| format!("{} besides the players’ own settings", protocol.limits))),
        ),
        Definition::new("Adjudication", sentence(&of_protocol(|protocol| protocol.adjudication.to_string()))),
        Definition::new(
            "Reproducibility",
            if plan.is_reproducible() {
                "Every game follows from the experiment and its seed. The processor, the number of threads and the order of \
                 play change nothing."
            } else {
                "Players with a time limit or several threads depend on the machine and on its load: the same seed can give other games."
            },
        ),
    ]);
    definitions
}

fn sides(protocol: &Protocol) -> String {
    if protocol.swap {
        "the player that would have O chooses its side after the opening: by its own search it takes the better one, and \
         without a value it keeps O; without an opening the other player makes the first move before, one whose value is \
         nearest to 0"
            .to_owned()
    } else {
        "nobody chooses".to_owned()
    }
}

/// What balanced openings are, and how many were found.
fn balanced(report: &Report<'_>) -> String {
    let plan = report.plan;
    if plan.conditions.iter().all(|one| one.balanced_place().is_none()) {
        return String::new();
    }
    let text = " In a balanced position neither side has a win by threats, a search gives it a value near 0, the first \
                mover gets between 35 and 65 % of the points in quick games from it, and the exact solver, where it \
                comes to an end, says that it is a draw."
        .to_owned();
    let found = plan.balanced.iter().map(|((game, _), book)| {
        let decided = if book.are_decided { ", all of them won for a side" } else { "" };
        let number = count(book.moves.len() as u64);
        format!("{number} on {} (among {}{decided})", code(game), counted(book.tried, "position"))
    });
    let found: Vec<String> = found.collect();
    if found.is_empty() { text } else { format!("{text} Found: {}.", found.join(", ")) }
}

/// How many games there are, and how many a cell was to have.
fn games_played(report: &Report<'_>) -> String {
    let (plan, provenance) = (report.plan, &report.provenance);
    let games = counted(report.games(), "game");
    let cells = counted(plan.conditions.len() as u64, "cell");
    let of_cell = variants(&plan.conditions, |protocol| counted(protocol.games, "game"));
    let (done, pairs) = (count(provenance.pairs_done), counted(provenance.pairs, "pair"));
    if provenance.pairs < plan.pairs() {
        // A test ended the games when it was decided.
        let planned = count(plan.pairs());
        return format!(
            "{games} in {cells}: {pairs} of at most {planned}. Each cell could have {of_cell}; a sequential test \
             ended the games before."
        );
    }
    format!("{games} in {cells}; {done} of {pairs} played. Each cell has {of_cell}.")
}

fn sentence(text: &str) -> String {
    capital(text) + "."
}

/// Who moves first, or where it matters which side one has, who has X.
fn who_begins(plan: &Plan) -> Definition {
    let sides = Sides::of(plan.conditions.iter().map(|condition| &condition.game));
    if !sides.matter() {
        return Definition::new("First move", sentence(&variants(&plan.conditions, first_move)));
    }
    let [x, o] = Side::ALL.map(|side| sides.name(side));
    let names = if x == "X" {
        String::new()
    } else {
        format!(" Where only X’s lines count, X is {x}, and O is {o}.")
    };
    Definition::new("X and O", sentence(&variants(&plan.conditions, who_has_x)) + " X moves first." + &names)
}

fn who_has_x(protocol: &Protocol) -> String {
    let text = match protocol.first {
        FirstMover::Player => "the player has X in every game",
        FirstMover::Alternate => {
            "games come in pairs from one position; the player has X in one of them, the opponent in the other"
        }
        FirstMover::Random => "a fair coin decides for each game who has X",
    };
    text.to_owned()
}

fn first_move(protocol: &Protocol) -> String {
    let text = match protocol.first {
        FirstMover::Player => "the player moves first in every game",
        FirstMover::Alternate => {
            "games come in pairs from one position; the player moves first in one of them, the opponent in the other"
        }
        FirstMover::Random => "a fair coin decides for each game who moves first",
    };
    text.to_owned()
}

fn openings(protocol: &Protocol) -> String {
    match &protocol.openings {
        Openings::None | Openings::Random { plies: 0 } => "every game starts from the empty board".to_owned(),
        Openings::All { plies } => format!(
            "each pair starts from a position after {}; all such positions, up to symmetry, take turns",
            counted(u64::from(*plies), "ply")
        ),
        Openings::Random { plies } => {
            format!("each pair starts from a new random position after {}", counted(u64::from(*plies), "ply"))
        }
        Openings::Balanced { plies } => format!(
            "the pairs start in turn from balanced positions after {}",
            counted(u64::from(*plies), "ply")
        ),
        Openings::List(list) => {
            format!("the pairs start from {} in turn", counted(list.moves.len() as u64, "listed position"))
        }
    }
}

/// The value that all conditions share, or each value with its number of cells: `100 games (12 cells); 20 games (3
/// cells)`.
fn variants(conditions: &[Condition], text: fn(&Protocol) -> String) -> String {
    let mut counts: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for (place, condition) in conditions.iter().enumerate() {
        counts.entry(text(&condition.protocol)).or_insert((place, 0)).1 += 1;
    }
    let mut variants: Vec<(String, (usize, u64))> = counts.into_iter().collect();
    variants.sort_by_key(|(_, (place, _))| *place);
    match &variants[..] {
        [] => numbers::NOTHING.to_owned(),
        [(one, _)] => one.clone(),
        several => {
            let parts: Vec<String> = several
                .iter()
                .map(|(text, (_, conditions))| format!("{text} ({})", counted(*conditions, "cell")))
                .collect();
            parts.join("; ")
        }
    }
}
