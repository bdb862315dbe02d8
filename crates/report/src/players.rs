//! What the players are, and what words mean.

use connect_toe_experiment::Cell;

use super::ExperimentReport;
use super::method::Entry;
use super::tables::shows_nodes;

/// Every search and heuristic that a player of the experiment is made of, and the settings that occur.
pub(crate) fn players(report: &ExperimentReport<'_>) -> Vec<Entry> {
    let mut searches: Vec<Entry> = Vec::new();
    let mut heuristics: Vec<Entry> = Vec::new();
    let mut settings: Vec<Entry> = Vec::new();
    let add = |entries: &mut Vec<Entry>, term: &'static str, text: &str| {
        if entries.iter().all(|entry| entry.term != term) {
            entries.push(Entry { term, text: text.replace('`', "") });
        }
    };
    for player in report.plan.cells.iter().flat_map(|cell: &Cell| [&cell.player, &cell.opponent]) {
        for (place, (name, definition)) in player.definitions().into_iter().enumerate() {
            add(if place == 0 { &mut searches } else { &mut heuristics }, name, definition);
        }
        for key in player.known_keys() {
            // What the names of players show needs no key, and ties are broken whether it is said how or not.
            let occurs = player.settings().text(key.name).is_some() && key.name != "eval";
            if occurs || key.name == "ties" {
                add(&mut settings, key.name, &format!("A setting: {}.", key.about));
            }
        }
    }
    for heuristic in &mut heuristics {
        heuristic.text.insert_str(0, "A heuristic. ");
    }
    for search in &mut searches {
        search.text.insert_str(0, "A search. ");
    }
    searches.into_iter().chain(heuristics).chain(settings).collect()
}

/// The words that tables and drawings use.
pub(crate) fn terms(report: &ExperimentReport<'_>) -> Vec<Entry> {
    let mut terms = vec![
        Entry {
            term: "Game text",
            text: "Sizes of the board, how many stones in a row are a line, and the faces through which stones enter: \
                   7x6:4:-2 is 7 by 6 cells, 4 in a row, stones falling from the high end (−) of dimension 2. Without \
                   faces any empty cell may be taken."
                .to_owned(),
        },
        Entry {
            term: "Line",
            text: "So many neighbouring cells in a row, in any direction, as the game asks for. Whoever fills one with \
                   own stones has it."
                .to_owned(),
        },
        Entry { term: "Ply", text: "One move of one side. Those of the opening count in lengths of games.".to_owned() },
        Entry {
            term: "Cell of a study",
            text: "One game, one player and one opponent under one set of conditions, and all games played so.".to_owned(),
        },
        Entry { term: "W, D, L", text: "Games won, drawn and lost by the player of the line.".to_owned() },
        Entry {
            term: "Elo",
            text: "A scale of strength: a player d points above another is expected to score 1/(1 + 10^(−d/400)), which \
                   is 64 % for 100 points and 76 % for 200."
                .to_owned(),
        },
        Entry {
            term: "95 %",
            text: "An interval that contains the true value in 95 of 100 experiments like this one.".to_owned(),
        },
        Entry {
            term: "p",
            text: "How probable a result at least as far from equality is if there is no difference.".to_owned(),
        },
    ];
    if report.studies.iter().any(shows_nodes) {
        terms.push(Entry {
            term: "Nodes/move",
            text: "Positions that a player looked at in its search, for each move that it chose; the opponent’s beside it."
                .to_owned(),
        });
    }
    terms
}
