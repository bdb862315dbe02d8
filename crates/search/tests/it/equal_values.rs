//! Searches that cut find the values of minimax, and the same set of best moves.

use std::collections::BTreeSet;

use connect_toe_eval::Heuristic;
use connect_toe_game::{Bits, Game, Record, with_game};
use connect_toe_search::{SearchReport, Want};
use connect_toe_testkit::random_game::Options;
use connect_toe_testkit::strategy::game_and_moves;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::{reach, search};

const CUTTING: [&str; 3] = ["alpha-beta", "principal-variation", "mtdf"];

pub(crate) fn compare<B: Bits>(record: &mut Record<B>, moves: &[String], settings: &str) {
    if !reach(record, moves) {
        return;
    }
    let full = search(record.rules(), record.board(), &format!("minimax:{settings}"), Want::EveryMove);
    for algorithm in CUTTING {
        compare_with(&full, record, moves, algorithm, settings);
    }
}

fn compare_with<B: Bits>(
    full: &SearchReport,
    record: &Record<B>,
    moves: &[String],
    algorithm: &str,
    settings: &str,
) {
    let (rules, board) = (record.rules(), record.board());
    let name = format!("{} after {moves:?}, {algorithm}:{settings}", rules.spec());
    let cut = search(rules, board, &format!("{algorithm}:{settings}"), Want::EveryMove);
    assert_eq!((cut.value, &cut.best, &cut.moves), (full.value, &full.best, &full.moves), "{name}");

    // Whatever the order of the moves, the first best of that order is found: over all rotations every best
    // move comes up, and no other.
    let legal = rules.legal_moves(board);
    let mut found = BTreeSet::new();
    for turn in 0..legal.len() {
        let mut order = legal.clone();
        order.rotate_left(turn);
        let settings = settings.parse().expect("settings");
        let mut searcher = connect_toe_search::Algorithm::find(algorithm)
            .expect("a search")
            .build(rules, &settings)
            .expect("possible settings");
        let task =
            connect_toe_search::Task { moves: &order, want: Want::OneBest, nodes: None, deepen: false };
        let report = searcher.search(rules, board, &task, &mut connect_toe_search::unwatched);
        let first_best = order.iter().find(|cell| full.best.contains(cell));
        assert_eq!(report.best.first(), first_best, "{name}");
        assert_eq!(report.value, full.value, "{name}");
        found.extend(report.best);
    }
    assert_eq!(found, full.best.iter().copied().collect(), "{name}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn searches_that_cut_are_minimax(
        drawn in game_and_moves(Options { max_cells: 16, ..Options::default() }, 12),
        depth in 1_u32..=4,
        heuristic: Index,
        hurry: bool,
    ) {
        let mut game: Game = drawn.game.parse().expect("drawn");
        let values = |heuristic: &&Heuristic| (heuristic.values)(game.spec());
        let heuristics: Vec<&Heuristic> = Heuristic::all().iter().filter(values).collect();
        let heuristic = heuristic.get(&heuristics).name;
        let settings = format!("depth={depth},eval={heuristic},hurry={hurry}");
        with_game!(&mut game, record => compare(record, &drawn.moves, &settings));
    }
}

#[test]
fn searches_that_cut_are_minimax_on_real_boards() {
    let positions = [
        ("connect-four", "d1 d2 d3 c1 e1", "depth=5,eval=weighted-lines"),
        ("connect-four", "d1 d2 d3 c1 e1", "depth=6,eval=undecided"),
        ("connect-four", "", "depth=5,eval=runs"),
        ("tic-tac-toe", "", "depth=9,eval=undecided,hurry=true"),
        ("tic-tac-toe", "b2", "depth=4,eval=open-lines"),
        ("score-four", "a1.1 a1.2 b2.1", "depth=3,eval=weighted-lines"),
        ("qubic", "b2.2 c3.3", "depth=2,eval=runs"),
        ("9x9:5", "e5 e6 d5", "depth=2,eval=runs"),
        ("four-sides", "a1 b1 a2", "depth=4,eval=pessimistic"),
    ];
    for (game, moves, settings) in positions {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let mut game: Game = game.parse().expect("a preset");
        with_game!(&mut game, record => compare(record, &moves, settings));
    }
}
