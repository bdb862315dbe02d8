//! Proof-number search against minimax to the end of the game.

use connect_toe_game::{Bits, Game, Record, with_game};
use connect_toe_search::{Algorithm, Stopped, Task, Want, unwatched};
use connect_toe_testkit::random_game::Options;
use connect_toe_testkit::strategy::game_and_moves;
use proptest::prelude::*;

use crate::{reach, search};

pub(crate) fn compare<B: Bits>(record: &mut Record<B>, moves: &[String]) {
    if !reach(record, moves) {
        return;
    }
    let (rules, board) = (record.rules(), record.board());
    let name = format!("{} after {moves:?}", rules.spec());
    let full = search(rules, board, "alpha-beta:depth=16,eval=undecided", Want::EveryMove);
    let proven = search(rules, board, "proof-number", Want::EveryMove);
    assert_eq!((proven.value, &proven.best, &proven.moves), (full.value, &full.best, &full.moves), "{name}");
    let one = search(rules, board, "proof-number", Want::OneBest);
    assert_eq!((one.value, one.stopped), (full.value, Stopped::Done), "{name}");
    assert!(full.best.contains(&one.best[0]), "{name}: {one:?} is not one of {:?}", full.best);
    // Within a limit, what it says is true, and it says something.
    for nodes in [1, 40, 1500] {
        let legal = rules.legal_moves(board);
        let mut searcher = Algorithm::find("proof-number")
            .expect("a search")
            .build(rules, &"".parse().expect("none"))
            .expect("can");
        let task = Task { moves: &legal, want: Want::OneBest, nodes: Some(nodes), deepen: true };
        let report = searcher.search(rules, board, &task, &mut unwatched);
        assert_eq!(report.best.len(), 1, "{name}");
        if report.stopped == Stopped::Done {
            assert_eq!(report.value, full.value, "{name}");
        }
        let task = Task { want: Want::EveryMove, ..task };
        let report = searcher.search(rules, board, &task, &mut unwatched);
        assert!(!report.best.is_empty(), "{name}: {report:?}");
        for found in report.moves {
            assert!(full.moves.contains(&found), "{name}: {found:?}");
            let is_lost = found.value < 0 && report.value >= 0;
            assert!(!is_lost || !report.best.contains(&found.cell), "{name}: {found:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn proofs_are_what_minimax_finds(
        drawn in game_and_moves(Options { max_cells: 12, ..Options::default() }, 10),
    ) {
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => compare(record, &drawn.moves));
    }
}

/// Small boards whose values are known: an edge in answer to a corner loses Tic-Tac-Toe.
#[test]
fn proofs_of_known_positions() {
    for (game, moves, value) in [
        ("tic-tac-toe", "", 0),
        ("4x4:4:-2", "", 0),
        ("5x1:3:free", "", 0),
        ("4x4:3", "", 1),
        ("tic-tac-toe", "a1 b1", 1),
        ("tic-tac-toe", "a1 b1 a3", -1),
    ] {
        let mut game: Game = game.parse().expect("a game");
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let report = with_game!(&mut game, record => {
            assert!(reach(record, &moves));
            search(record.rules(), record.board(), "proof-number", Want::OneBest)
        });
        assert_eq!(report.value, value, "{} {moves:?}", game.spec());
    }
}
