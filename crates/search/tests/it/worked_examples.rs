//! The examples of the sources.

use std::ops::ControlFlow;

use connect_toe_eval::Settings;
use connect_toe_game::{GameSpec, Rules};
use connect_toe_search::{Algorithm, Stopped, Task, Want};

use crate::search;

fn tic_tac_toe() -> Rules<u64> {
    Rules::compile(&"3x3:3".parse::<GameSpec>().expect("a game")).expect("fits")
}

/// The values of the three moves of the minimax article's example, by move text.
fn article(player: &str) -> Vec<(String, i64)> {
    let rules = tic_tac_toe();
    let board = rules.parse_board("xox/oox/___", None).expect("a board");
    let report = search(&rules, &board, player, Want::EveryMove);
    report.moves.iter().map(|found| (rules.geometry().cell_text(found.cell), found.value)).collect()
}

#[test]
fn the_minimax_article_finds_the_winning_move() {
    let values = |a: i64, b: i64, c: i64| vec![("a1".into(), a), ("b1".into(), b), ("c1".into(), c)];
    assert_eq!(article("minimax:depth=9,eval=terminal"), values(-10, 0, 10));
    // With the depth term: X wins at once; after a1 O wins with b1.
    assert_eq!(article("perfect"), values(-8, 0, 9));
    assert_eq!(article("minimax:depth=3,eval=terminal,magnitude=7"), values(-7, 0, 7));
}

#[test]
fn perfect_play_draws_tic_tac_toe() {
    let rules = tic_tac_toe();
    let report = search(&rules, &rules.start(), "perfect", Want::EveryMove);
    assert_eq!((report.value, report.best.len()), (0, 9));
}

#[test]
fn two_ply_blocks_and_wins() {
    let rules = tic_tac_toe();
    let best = |text: &str| {
        let board = rules.parse_board(text, None).expect("a board");
        let report = search(&rules, &board, "two-ply", Want::EveryMove);
        let names: Vec<String> = report.best.iter().map(|&cell| rules.geometry().cell_text(cell)).collect();
        names
    };
    assert_eq!(best("xx_/oo_/___"), ["c3"]);
    assert_eq!(best("xx_/o__/___"), ["c3"]);
}

#[test]
fn the_published_reading_wastes_its_wins() {
    // Depth 1 takes a win; from depth 2 on a winning move counts 0, like any that is not answered by a loss.
    let rules = tic_tac_toe();
    let board = rules.parse_board("xx_/oo_/___", None).expect("a board");
    let values = |player: &str| -> Vec<i64> {
        search(&rules, &board, player, Want::EveryMove).moves.iter().map(|found| found.value).collect()
    };
    // Moves in canonical order: a1, b1, c1, c2, c3. After c2 O has no win; c3 wins.
    assert_eq!(values("published:depth=1,eval=pessimistic"), [-1, -1, -1, -1, 1]);
    assert_eq!(values("published:depth=2,eval=pessimistic"), [-1, -1, -1, -1, 0]);
    assert_eq!(values("published:depth=2,eval=optimistic"), [-1, -1, -1, 0, 0]);
    assert_eq!(values("published:depth=3,eval=optimistic"), [-1, -1, -1, -1, 0]);
    assert_eq!(values("published:depth=3,eval=undecided"), [-1, -1, -1, 0, 0]);
    assert_eq!(values("published:depth=8,eval=optimistic"), [-1, -1, -1, 0, 0]);
}

#[test]
fn a_search_stops_when_told() {
    let spec: GameSpec = "7x7:4:-2".parse().expect("a game");
    let rules = Rules::<u64>::compile(&spec).expect("fits");
    let moves = rules.legal_moves(&rules.start());
    for name in ["minimax", "alpha-beta", "perfect", "solver"] {
        let settings: Settings = if name == "perfect" { "" } else { "depth=20" }.parse().expect("settings");
        let mut searcher = Algorithm::find(name).expect("known").build(&rules, &settings).expect("possible");
        let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
        let (mut calls, mut nodes) = (0, 0);
        let report = searcher.search(&rules, &rules.start(), &task, &mut |progress| {
            calls += 1;
            // The first call can come before the first report of nodes.
            assert!(progress.nodes >= nodes);
            nodes = progress.nodes;
            if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((report.stopped, calls), (Stopped::Early, 3), "{name}");
        let task = Task { moves: &moves, want: Want::EveryMove, nodes: Some(200_000), deepen: false };
        let report = searcher.search(&rules, &rules.start(), &task, &mut connect_toe_search::unwatched);
        assert_eq!(report.stopped, Stopped::Early, "{name}");
        assert!(report.nodes < 400_000, "{name}: {}", report.nodes);
    }
}

#[test]
fn two_ply_stops_when_told() {
    let rules =
        Rules::<connect_toe_game::bits::Words<4>>::compile(&"gomoku".parse().expect("a game")).expect("fits");
    let moves = rules.legal_moves(&rules.start());
    let settings = Settings::default();
    let mut searcher = Algorithm::find("two-ply").expect("known").build(&rules, &settings).expect("possible");
    let task = Task { moves: &moves, want: Want::EveryMove, nodes: Some(1000), deepen: false };
    let report = searcher.search(&rules, &rules.start(), &task, &mut connect_toe_search::unwatched);
    // Each move has 224 replies.
    assert_eq!((report.stopped, report.nodes, report.moves.len()), (Stopped::Early, 5 * 225, 5));
    let task = Task { nodes: None, ..task };
    let report = searcher.search(&rules, &rules.start(), &task, &mut |_| ControlFlow::Break(()));
    assert_eq!((report.stopped, report.moves.len()), (Stopped::Early, 0));
}

/// A limited search looks one ply deeper at a time, so that it has looked at all moves when it is stopped.
#[test]
fn a_limited_search_answers_with_its_deepest_finished_look() {
    let rules: Rules<u64> =
        Rules::compile(&"connect-four".parse::<GameSpec>().expect("a game")).expect("fits");
    let board = rules.start();
    let moves = rules.legal_moves(&board);
    for algorithm in ["minimax", "alpha-beta"] {
        let search = |text: &str, nodes: Option<u64>, deepen: bool| {
            let settings = text.parse().expect("settings");
            let algorithm = connect_toe_search::Algorithm::find(algorithm).expect("one of them");
            let mut searcher = algorithm.build(&rules, &settings).expect("a searcher");
            let task = Task { moves: &moves, want: Want::EveryMove, nodes, deepen };
            searcher.search(&rules, &board, &task, &mut connect_toe_search::unwatched)
        };
        let whole = |depth: u32| search(&format!("depth={depth},eval=runs"), None, false);
        let deep = search("depth=12,eval=runs", Some(2000), true);
        assert_eq!(deep.stopped, Stopped::Early);
        assert!((2000..2000 + 7).contains(&deep.nodes), "{algorithm}: {}", deep.nodes);
        let mut nodes = 0;
        let finished: Vec<_> = (1..12)
            .map(whole)
            .take_while(|look| {
                nodes += look.nodes;
                nodes < 2000
            })
            .collect();
        assert!(finished.len() >= 3, "{algorithm}");
        assert_eq!(deep.moves, finished[finished.len() - 1].moves, "{algorithm}");
        // All looks together, and the values of the last.
        let enough = search("depth=3,eval=runs", Some(1_000_000), true);
        let nodes: u64 = finished[..3].iter().map(|look| look.nodes).sum();
        assert_eq!((enough.nodes, &enough.moves), (nodes, &finished[2].moves), "{algorithm}");
    }
}

/// Readers of JSON keep whole numbers up to 2^53.
#[test]
fn values_can_be_read_everywhere() {
    let largest = (1_i64 << 53) - 1;
    let rules: Rules<u64> = Rules::compile(&"7:7".parse::<GameSpec>().expect("a game")).expect("fits");
    let board = rules.parse_board("xxx_xxx", Some(connect_toe_game::Side::X)).expect("a board");
    let mut values = Vec::new();
    for settings in
        ["eval=open-lines", "eval=weighted-lines", "eval=weighted-lines,weights=1000000000000000000"]
    {
        for player in ["minimax:depth=1", "minimax:depth=1,hurry=true", "two-ply"] {
            let separator = if player.contains(':') { "," } else { ":" };
            values.push(
                search(&rules, &board, &format!("{player}{separator}{settings}"), Want::EveryMove).value,
            );
        }
    }
    assert!(values.iter().all(|value| (1..=largest).contains(value)), "{values:?}");
    // A win that is one ply nearer is worth one more, to a program that reads numbers as doubles, too.
    let [plain, hurried] = [values[0], values[1]];
    assert!(
        hurried > plain && hurried as f64 as i64 == hurried && (hurried as f64 - 1.0) as i64 == hurried - 1
    );
    // The worst that two-ply can say: X cannot close both gaps.
    let rules: Rules<u64> = Rules::compile(&"9:3".parse::<GameSpec>().expect("a game")).expect("fits");
    let lost = rules.parse_board("o_o_o____", Some(connect_toe_game::Side::X)).expect("a board");
    let two_ply = "two-ply:eval=weighted-lines,weights=1000000000000000000";
    let value = search(&rules, &lost, two_ply, Want::EveryMove).value;
    assert!((-largest..-largest / 2).contains(&value), "{value}");
}
