//! Who is called X changes no move.

use connect_toe_eval::Heuristic;
use connect_toe_game::{Bits, BySide, Game, Record, Side, with_game};
use connect_toe_search::{Algorithm, Want};
use connect_toe_testkit::random_game::Options;
use connect_toe_testkit::strategy::game_and_moves;
use proptest::prelude::*;

use crate::{reach, search_within};

fn compare<B: Bits>(record: &mut Record<B>, moves: &[String]) {
    if !reach(record, moves) {
        return;
    }
    let (rules, board) = (record.rules(), record.board());
    let stones = BySide::from_fn(|side: Side| board.stones_of(side.other()));
    let swapped = rules.position(stones, board.to_move().other());
    // How far `best` comes with its nodes follows from places in tables, and those from colours. Its parts are here.
    for algorithm in Algorithm::all().iter().filter(|algorithm| algorithm.name != "best") {
        let evals: Vec<String> = match algorithm.heuristic {
            Some(_) => Heuristic::all().iter().map(|heuristic| format!("eval={}", heuristic.name)).collect(),
            None => vec![String::new()],
        };
        for eval in evals {
            // `terminal` takes the view of X whoever moves; `published` refuses values that vary.
            let settings = eval.parse().expect("settings");
            if eval == "eval=terminal" || algorithm.build(rules, &settings).is_err() {
                continue;
            }
            // The solver with little, so that its search has something to say too, and random games that prove little.
            let little = match algorithm.name {
                "solver" => ",exact=500",
                "monte-carlo" => ",simulations=40",
                _ => "",
            };
            let player = format!("{}:{eval}{little}", algorithm.name);
            // Proofs to the end of every game would take minutes.
            let nodes = (algorithm.name == "proof-number").then_some(5000);
            let report = search_within(rules, board, &player, Want::EveryMove, nodes);
            let other = search_within(rules, &swapped, &player, Want::EveryMove, nodes);
            let name = format!("{player} on {} after {moves:?}", rules.spec());
            assert_eq!(
                (report.value, &report.best, &report.moves),
                (other.value, &other.best, &other.moves),
                "{name}"
            );
        }
    }
}

/// A quarter of them without `RUN_SLOW_TESTS`.
fn cases() -> ProptestConfig {
    ProptestConfig::with_cases(if std::env::var_os("RUN_SLOW_TESTS").is_some() { 256 } else { 64 })
}

proptest! {
    #![proptest_config(cases())]
    #[test]
    fn colours_do_not_matter(drawn in game_and_moves(Options { max_cells: 16, ..Options::default() }, 12)) {
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => compare(record, &drawn.moves));
    }
}

#[test]
fn colours_do_not_matter_where_the_solver_comes_to_its_limit() {
    let moves = ["c1", "a1", "d1", "a3", "c2"].map(str::to_owned);
    let mut game: Game = "5x3:5:free:exact:torus".parse().expect("a game");
    with_game!(&mut game, record => compare(record, &moves));
}
