//! The searches against an independent slow implementation, and against each other.

mod best;
mod colours;
mod equal_values;
mod exact_first;
mod guided;
mod helpers;
mod monte_carlo;
mod null_moves;
mod oracle;
mod proof_number;
mod selective;
mod signature;
mod threat_settings;
mod threats;
mod wider_class;
mod worked_examples;

use connect_toe_eval::Settings;
use connect_toe_game::{Bits, Board, Game, Record, Rules};
use connect_toe_search::{Algorithm, SearchReport, Task, Want, unwatched};

/// Searches with a player's text, ties aside; `want` decides how much is said.
fn search<B: Bits>(rules: &Rules<B>, board: &Board<B>, player: &str, want: Want) -> SearchReport {
    search_within(rules, board, player, want, None)
}

/// The same with a limit of nodes.
fn search_within<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    player: &str,
    want: Want,
    nodes: Option<u64>,
) -> SearchReport {
    let moves = rules.legal_moves(board);
    search_task(rules, board, player, &Task { moves: &moves, want, nodes, deepen: false })
}

/// The same of any task.
fn search_task<B: Bits>(rules: &Rules<B>, board: &Board<B>, player: &str, task: &Task) -> SearchReport {
    let (name, settings) = player.split_once(':').unwrap_or((player, ""));
    let settings: Settings = settings.parse().expect("settings");
    let mut searcher =
        Algorithm::find(name).expect("a search").build(rules, &settings).expect("possible settings");
    let report = searcher.search(rules, board, task, &mut unwatched);
    let again = searcher.search(rules, board, task, &mut unwatched);
    assert_eq!(report, again, "a search depends on the position alone");
    report
}

/// Brings a record to the position after moves; `false` if the game is over there.
fn reach<B: Bits>(record: &mut Record<B>, moves: &[String]) -> bool {
    for text in moves {
        let cell = record.rules().geometry().parse_cell(text).expect("a cell");
        record.play(cell).expect("a legal move");
    }
    record.rules().outcome(record.board()).is_none()
}

/// A game after moves, which are separated by spaces.
fn after(game: &str, moves: &str) -> Game {
    let mut game: Game = game.parse().expect("a game");
    for text in moves.split_whitespace() {
        let cell = game.parse_move(text).expect("a legal move");
        game.play(cell).expect("a legal move");
    }
    game
}
