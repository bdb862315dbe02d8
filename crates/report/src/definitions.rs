//! What the players are, and what words mean.

use std::collections::HashSet;

use connect_toe_game::{GameSpec, Turn};
use connect_toe_players::{Entry, PlayerSpec};

use crate::Report;
use crate::analysis::StudyAnalysis;
use crate::document::{Block, Definition, Folded, Section};

/// The section of players and words.
pub(crate) fn section(report: &Report<'_>) -> Section {
    Section::new("players", "The players").listed_as("Players and words").with([
        Block::Definitions(players(report)),
        Folded::new("Other words", [Block::Definitions(words(report))]).into(),
    ])
}

/// Every search and heuristic that a player of the experiment is made of, and the settings that occur.
fn players(report: &Report<'_>) -> Vec<Definition> {
    let mut searches: Vec<Definition> = Vec::new();
    let mut heuristics: Vec<Definition> = Vec::new();
    let mut settings: Vec<Definition> = Vec::new();
    let add = |definitions: &mut Vec<Definition>, term: &str, text: String| {
        if definitions.iter().all(|definition| definition.term != term) {
            definitions.push(Definition::new(term, text));
        }
    };
    let conditions = report.plan.conditions.iter();
    let met: Vec<(&PlayerSpec, &GameSpec)> =
        conditions.flat_map(|one| [&one.player, &one.opponent].map(|player| (player, &one.game))).collect();
    let mut seen = HashSet::new();
    for (player, game) in met.iter().copied().filter(|&pair| seen.insert(pair)) {
        if player.level().is_some() {
            add(&mut searches, &player.to_string(), of_level(player, &met));
        }
        let player = player.for_game(game);
        for (place, entry) in player.entries().into_iter().enumerate() {
            let (definitions, kind) = match place {
                0 if player.is_search() => (&mut searches, "A search"),
                0 => (&mut searches, "A player"),
                _ => (&mut heuristics, "A heuristic"),
            };
            add(definitions, entry.name, definition(kind, &entry));
        }
        for key in player.known_keys() {
            // The names of players show their heuristic without its key; ties are broken whether a player sets it or
            // not.
            let occurs = player.settings().text(key.name).is_some() && key.name != "eval";
            if occurs || key.name == "ties" {
                add(&mut settings, key.name, format!("A setting: {}.", key.about));
            }
        }
    }
    searches.into_iter().chain(heuristics).chain(settings).collect()
}

/// What a level is, and the player that it stands for in each game in which it plays.
fn of_level(level: &PlayerSpec, met: &[(&PlayerSpec, &GameSpec)]) -> String {
    let mut seen = HashSet::new();
    let games = met.iter().filter(|(player, game)| *player == level && seen.insert(*game));
    let games: Vec<String> =
        games.map(|(player, game)| format!("in {game} `{}`", player.for_game(game))).collect();
    format!("A level: a player that depends on the game, {}.", games.join(", "))
}

/// What the entry says of itself. What a program adds may have no definition, or not even a line about it.
fn definition(kind: &str, entry: &Entry) -> String {
    match (entry.definition, entry.about) {
        ("", "") => format!("{kind} that a program added."),
        ("", about) => format!("{kind}: {about}."),
        (definition, _) => format!("{kind}. {definition}"),
    }
}

fn game_text(games: &[&GameSpec]) -> String {
    let mut text = "The sizes of the board, the number of stones in a row that make a line, and the faces through which stones \
                    enter: `7x6:4:-2` is a board of 7 by 6 cells, 4 in a row, on which stones fall from the high end (−) of \
                    dimension 2. Without faces, a stone may be placed on any empty cell."
        .to_owned();
    if games.iter().any(|game| game.run_length().is_none()) {
        text += " Other lines stand in place of the number: those of a `plane`, a `shape` in all its positions, or a list.";
    }
    if games.iter().any(|game| !game.flags().is_empty()) {
        text += " Words at the end change the rules; “The games” says how.";
    }
    text
}

fn line(games: &[&GameSpec]) -> String {
    let rows = "Neighbouring cells in a row, in any direction, as many as the game asks for.";
    let sets = "A set of cells that the game names as one: a line of a plane, a shape, or one of a list.";
    let has_rows = games.iter().any(|game| game.run_length().is_some());
    let has_sets = games.iter().any(|game| game.run_length().is_none());
    let what = match (has_rows, has_sets) {
        (true, true) => format!(
            "{rows} Where lines are no rows, a set of cells: a line of a plane, a shape, or one of a list."
        ),
        (false, true) => sets.to_owned(),
        _ => rows.to_owned(),
    };
    format!("{what} A player who fills one with their own stones completes it.")
}

fn results(report: &Report<'_>) -> Definition {
    if report.any_study(|study| study.sides.has_draws()) {
        Definition::new("W, D, L", "The games that the player of the row won, drew and lost.")
    } else {
        Definition::new("W, L", "The games that the player of the row won and lost.")
    }
}

/// The words that tables and drawings use.
fn words(report: &Report<'_>) -> Vec<Definition> {
    let games: Vec<&GameSpec> = report.plan.conditions.iter().map(|condition| &condition.game).collect();
    let ply = if games.iter().all(|game| game.turn == Turn::default()) {
        "One move of one side. The length of a game counts the plies of its opening too."
    } else {
        "One stone of one side; a turn can have several. The length of a game counts the plies of its opening too."
    };
    let mut words = vec![
        Definition::new("Game text", game_text(&games)),
        Definition::new("Line", line(&games)),
        Definition::new("Ply", ply),
        Definition::new(
            "Cell of a study",
            "One game, one player and one opponent at one level of each factor, with all games played under these \
             conditions.",
        ),
        results(report),
        Definition::new(
            "Elo",
            "A scale of strength. A player who is d points above another is expected to score 1/(1 + 10^(−d/400)): 64 % for \
             100 points, 76 % for 200.",
        ),
        Definition::new(
            "95 %",
            "The level of an interval: such intervals contain the true value in 95 of 100 experiments like this one.",
        ),
        Definition::new(
            "p",
            "The p-value: the probability of a result at least as far from equality if there were no difference.",
        ),
        Definition::new(
            "Significant",
            "Of a difference: its p-value, corrected for the number of tests, is below 0.05.",
        ),
    ];
    if report.any_study(StudyAnalysis::has_nodes) {
        words.push(Definition::new(
            "Nodes/move",
            "The positions that a player’s search looked at, per move that it chose. The opponent’s are in the next column.",
        ));
    }
    words
}
