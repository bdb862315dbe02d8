//! Several threads that search one position together.

use std::ops::ControlFlow;

use connect_toe_eval::{Settings, WIN};
use connect_toe_game::{Bits, Game, Record, with_game};
use connect_toe_search::{Algorithm, SearchReport, Stopped, Task, Want};
use connect_toe_testkit::random_game::{Options, RandomGame};

use crate::{after, reach, search};

/// Searches until the watch has heard of more nodes than this; gives the report and the nodes that it heard of last.
fn on<B: Bits>(record: &Record<B>, player: &str, nodes: Option<u64>, patience: u64) -> (SearchReport, u64) {
    let (name, settings) = player.split_once(':').expect("has settings");
    let settings: Settings = settings.parse().expect("settings");
    let (rules, board) = (record.rules(), record.board());
    let row = Algorithm::find(name).expect("a search");
    let mut searcher = row.build(rules, &settings).expect("possible settings");
    let moves = rules.legal_moves(board);
    let task = Task { moves: &moves, want: Want::OneBest, nodes, deepen: true };
    let mut heard = 0;
    let report = searcher.search(rules, board, &task, &mut |progress| {
        assert!(progress.nodes >= heard, "{} after {heard}", progress.nodes);
        heard = progress.nodes;
        if heard <= patience { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (report, heard)
}

fn searched(game: &Game, player: &str, nodes: Option<u64>, patience: u64) -> (SearchReport, u64) {
    with_game!(game, record => on(record, player, nodes, patience))
}

#[test]
fn decided_values_are_true_with_helpers() {
    let mut decided = 0;
    for seed in 0..400 {
        let drawn = RandomGame::draw(seed, &Options::solvable());
        let mut game: Game = drawn.game.parse().expect("game text");
        with_game!(&mut game, record => {
            if !reach(record, &drawn.moves) {
                continue;
            }
            let exact = search(record.rules(), record.board(), "perfect", Want::OneBest).value;
            for player in ["selective:width=100,depth=16,threads=3", "best:threads=2"] {
                let value = on(record, player, Some(100_000), u64::MAX).0.value;
                if value.abs() >= WIN {
                    assert_eq!(value.signum(), exact.signum(), "{} {:?} {player}", drawn.game, drawn.moves);
                    decided += 1;
                }
            }
        });
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn nodes_of_all_threads_count() {
    let game = after("15x15:5", "h8 i9 g10");
    for (player, threads) in [("selective:depth=100,threads=2", 2), ("best:threads=4", 4)] {
        let (report, heard) = searched(&game, player, Some(200_000), u64::MAX);
        // The calling thread ends with its part; the others do about as much until then.
        assert!(report.nodes > 200_000 / threads && report.nodes >= heard, "{player}: {}", report.nodes);
        assert_eq!((report.best.len(), report.stopped), (1, Stopped::Early), "{player}");
    }
}

#[test]
fn a_watch_stops_all_threads() {
    let game = after("15x15:5", "h8 i9 g8 i8 i7 f10");
    let (report, heard) = searched(&game, "selective:depth=100,threads=2", None, 100_000);
    assert_eq!((report.best.len(), report.stopped), (1, Stopped::Early));
    assert!((100_000..10_000_000).contains(&heard), "{heard}");
}

#[test]
fn the_number_of_threads_has_limits() {
    for name in ["selective", "best"] {
        let row = Algorithm::find(name).expect("a search");
        for (threads, is_possible) in
            [("0", false), ("257", false), ("two", false), ("1", true), ("256", true)]
        {
            let settings = Settings::default().with("threads", threads);
            assert_eq!(row.check(&settings).is_ok(), is_possible, "{name}, {threads}");
        }
    }
}
