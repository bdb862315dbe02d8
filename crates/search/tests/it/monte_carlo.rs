//! `monte-carlo`: what it proves is true, and it keeps to its limits.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use connect_toe_eval::{Settings, WIN};
use connect_toe_game::{Bits, Cell, Game, Record, with_game};
use connect_toe_search::{Algorithm, SearchReport, Stopped, Task, Want, unwatched};
use connect_toe_testkit::oracle::{self, ExactResult};
use connect_toe_testkit::random_game::{Options, RandomGame};
use connect_toe_testkit::strategy::game_and_moves;
use proptest::prelude::*;

use crate::guided::Innocent;
use crate::{after, reach};

/// Searches with settings until the watch has had enough nodes; gives the report and the nodes that the watch heard of.
fn watched(
    game: &Game,
    settings: &str,
    want: Want,
    nodes: Option<u64>,
    patience: u64,
) -> (SearchReport, Vec<u64>) {
    fn on<B: Bits>(
        record: &Record<B>,
        settings: &str,
        task: impl FnOnce(&[Cell]) -> Task<'_>,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> SearchReport {
        let rules = record.rules();
        let row = Algorithm::find("monte-carlo").expect("is in the table");
        let mut searcher = row.build(rules, &settings.parse().expect("settings")).expect("possible");
        let moves = rules.legal_moves(record.board());
        searcher.search(rules, record.board(), &task(&moves), &mut |progress| watch(progress.nodes))
    }
    let mut heard = Vec::new();
    let report = with_game!(game, record => {
        on(record, settings, |moves| Task { moves, want, nodes, deepen: false }, &mut |nodes| {
            heard.push(nodes);
            if nodes < patience { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    (report, heard)
}

fn report(game: &Game, settings: &str, want: Want) -> SearchReport {
    watched(game, settings, want, None, u64::MAX).0
}

/// To value the moves of one position can take a minute where there are hundreds of them, with hundreds of rows through each.
#[test]
fn valuing_moves_can_be_stopped() {
    let game: Game = "3x3x3x3x3:3".parse().expect("a game");
    for settings in ["eval=runs", "leaves=games,eval=runs"] {
        let (stopped, heard) = watched(&game, settings, Want::OneBest, None, 0);
        assert_eq!((heard[0], stopped.stopped), (0, Stopped::Early), "{settings}");
        assert!(!stopped.best.is_empty(), "{settings}");
    }
}

/// On a board of nine cells, the value of a win with the next stone.
const WON: i64 = WIN + 9;

fn text(game: &Game, cells: &[Cell]) -> String {
    let texts: Vec<String> = cells.iter().map(|&cell| game.geometry().cell_text(cell)).collect();
    texts.join(" ")
}

#[test]
fn a_won_draw_and_lost_move_are_proven() {
    let mut game: Game = "3x3:3".parse().expect("a game");
    game.set_board("xox/oox/___", None).expect("a board");
    for settings in
        ["", "decisive=false", "rave=100", "rave-from=50", "eval=runs", "leaves=games,eval=runs,eval-from=0"]
    {
        let found = report(&game, settings, Want::EveryMove);
        let values: Vec<i64> = found.moves.iter().map(|found| found.value).collect();
        // a1 lets O complete b1; after b1 nobody can complete a line; c1 completes one.
        assert_eq!(values, [-WIN, 0, WON], "{settings}");
        assert_eq!((found.value, text(&game, &found.best), found.stopped), (WON, "c1".into(), Stopped::Done));
        // The best move alone is proven without a simulation.
        let found = report(&game, settings, Want::OneBest);
        assert_eq!((found.value, text(&game, &found.best), found.nodes), (WON, "c1".into(), 0), "{settings}");
    }
}

/// Of moves that are proven to win, those that win at once are the best.
#[test]
fn a_win_at_once_is_better_than_a_later_one() {
    let game = after("4x3:3:+1,-1,-2:exact", "a2 b1 a1 a3 c1 c2 c3");
    let found = report(&game, "", Want::EveryMove);
    let worth: Vec<String> =
        found.moves.iter().map(|&found_move| found.worth_of(found_move).to_string()).collect();
    assert_eq!(worth, ["W", "L", "L", "W1"]);
    assert_eq!((text(&game, &found.best), text(&game, &found.line)), ("d3".into(), "d3".into()));
}

/// Random games prefer a move that loses on the empty board of Connect Four with some seeds, however many there are.
#[test]
fn values_find_the_only_winning_move() {
    let game: Game = "connect-four".parse().expect("a game");
    for simulations in [100, 2000] {
        let found = report(&game, &format!("eval=learned,simulations={simulations}"), Want::OneBest);
        assert_eq!(text(&game, &found.best), "d1", "{simulations}");
    }
}

/// The other side can only block three stones in a row with both ends open at one of them.
#[test]
fn values_see_more_than_as_many_random_games() {
    let game = after("15x15:5", "h8 a1 i8 c1 j8 e1");
    let found = report(&game, "eval=runs,simulations=100", Want::OneBest);
    assert!(["g8", "k8"].contains(&text(&game, &found.best).as_str()), "{}", text(&game, &found.best));
    assert!(found.worth().score().is_some_and(|score| score > 0.9), "{}", found.worth());
}

#[test]
fn values_need_a_heuristic_that_says_the_score_to_expect() {
    let game: Game = "connect-four".parse().expect("a game");
    let row = Algorithm::find("monte-carlo").expect("is in the table");
    let error = |settings: &str| {
        let settings = settings.parse().expect("settings");
        with_game!(&game, record => row.build(record.rules(), &settings).err().map(|error| error.to_string()))
    };
    let refused = error("leaves=values,eval=undecided").expect("all values are the same");
    assert!(refused.contains("eval=runs"), "{refused}");
    assert_eq!(error("leaves=values,eval=runs"), None);
    assert!(row.check(&"leaves=both".parse().expect("settings")).is_err());
}

/// RAVE holds against the only winning move that games in which it came later were lost.
#[test]
fn a_move_that_later_games_speak_against_is_looked_at() {
    let game = after("connect-four", "f1 d1 f2 b1 g1 a1 f3 f4 g2 a2 c1 c2 c3 a3 c4 f5 b2");
    for settings in ["rave=300", "rave=3000", "rave-from=50", "eval=runs", "leaves=games,eval=runs"] {
        let found = report(&game, &format!("simulations=2000,{settings}"), Want::EveryMove);
        // Each move is listed, and g3 among them.
        assert_eq!(found.moves.len(), 7, "{settings}");
    }
    // All that five simulations see are losses; the moves without one are not as good.
    assert!(is_best_known(&report(&game, "simulations=5", Want::EveryMove)));
}

/// Whether the best moves are among those with a value.
fn is_best_known(found: &SearchReport) -> bool {
    found.best.iter().all(|cell| found.moves.iter().any(|one| one.cell == *cell && one.value == found.value))
}

#[test]
fn every_move_has_a_value_after_as_many_simulations_as_there_are_moves() {
    for text in ["9x9:5", "connect-four", "qubic", "5x5:4:free:torus", "4x4:3:free:misere"] {
        let game: Game = text.parse().expect("a game");
        let moves = game.position().legal_moves().len();
        for settings in ["rave=300", "rave=0", "eval=runs", "leaves=games,eval=runs", "urgency=-10"] {
            let found = |simulations: usize| {
                report(&game, &format!("simulations={simulations},{settings}"), Want::EveryMove)
            };
            assert_eq!(found(moves).moves.len(), moves, "{text}, {settings}");
            // Fewer are not the end of the search.
            let short = found(moves - 1);
            assert_eq!((short.moves.len(), short.stopped), (moves - 1, Stopped::Early), "{text}, {settings}");
        }
    }
}

#[test]
fn a_move_without_a_simulation_has_no_value() {
    let game: Game = "9x9:5".parse().expect("a game");
    for settings in ["simulations=20", "simulations=20,rave=0", "simulations=20,eval=runs"] {
        let found = report(&game, settings, Want::EveryMove);
        assert_eq!(found.moves.len(), 20, "{settings}");
        assert!(is_best_known(&found), "{settings}");
    }
}

/// Simulations that prove everything on the boards of these tests; where no line fits, 3 × 3 cells take more than a million.
const MOST: u64 = 5_000_000;

/// Proven values, and what bounds say of the others, against the oracle; says how many moves were proven.
pub(crate) fn compare<B: Bits>(record: &mut Record<B>, drawn: &RandomGame, settings: &str) -> usize {
    if !reach(record, &drawn.moves) {
        return 0;
    }
    let slow = oracle::Game::parse(&drawn.game).expect("drawn");
    let solution = slow.replay(&drawn.moves.join(" ")).expect("drawn").solve();
    let rules = record.rules();
    let at_once = WIN + rules.geometry().cells().len() as i64;
    let value = |result, plies| match result {
        ExactResult::Win if plies == Some(1) => at_once,
        ExactResult::Win => WIN,
        ExactResult::Draw => 0,
        ExactResult::Loss => -WIN,
    };
    let name = format!("{} after {:?}, monte-carlo:{settings}", drawn.game, drawn.moves);
    let expected: BTreeMap<String, i64> = solution
        .per_move
        .iter()
        .map(|(text, &(result, plies))| (text.clone(), value(result, plies)))
        .collect();
    let moves = rules.legal_moves(record.board());
    let search = |want, limit: u64| {
        let settings: Settings = format!("simulations={limit},{settings}").parse().expect("settings");
        let row = Algorithm::find("monte-carlo").expect("is in the table");
        let built = match settings.text("batch") {
            Some(_) => row.build_with(rules, &settings, Box::new(Innocent)),
            None => row.build(rules, &settings),
        };
        let mut searcher = built.expect("possible settings");
        let task = Task { moves: &moves, want, nodes: None, deepen: false };
        searcher.search(rules, record.board(), &task, &mut unwatched)
    };
    // A small tree, which proves some moves, and one that proves all.
    let some = search(Want::EveryMove, 20);
    for found in &some.moves {
        let exact = expected[&rules.geometry().cell_text(found.cell)];
        assert!(found.value.abs() < WIN || found.value == exact, "{name}: {found:?}");
        // What is at least a draw has no negative value, and what is at most one no positive value; so much need not be known.
        assert!(found.value.abs() <= 2000 || found.value.abs() >= WIN, "{name}: {found:?}");
    }
    let all = search(Want::EveryMove, MOST);
    let values: BTreeMap<String, i64> =
        all.moves.iter().map(|found| (rules.geometry().cell_text(found.cell), found.value)).collect();
    let most = expected.values().max().copied().unwrap_or(0);
    assert_eq!((values, all.value, all.stopped), (expected, most, Stopped::Done), "{name}");
    let one = search(Want::OneBest, MOST);
    assert_eq!((one.value, one.moves.len(), one.stopped), (all.value, 1, Stopped::Done), "{name}");
    let best = all.moves.iter().find(|found| found.cell == one.best[0]).map(|found| found.value);
    assert_eq!((best, one.line.first()), (Some(all.value), one.best.first()), "{name}");
    some.moves.iter().filter(|found| found.value.abs() >= WIN).count()
}

const KINDS: [&str; 11] = [
    "batch=1",
    "batch=7",
    "batch=3,decisive=false",
    "rave=0",
    "decisive=false,rave=0",
    "rave=50",
    "rave=50,rave-from=8",
    "eval=weighted-lines",
    "leaves=games,eval=runs,eval-from=0",
    "eval=runs",
    "decisive=false,eval=runs,implicit=0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn what_is_proven_is_true(
        drawn in game_and_moves(Options { max_cells: 9, ..Options::default() }, 8),
        kind in 0..KINDS.len(),
    ) {
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => compare(record, &drawn, KINDS[kind]));
    }
}

/// Larger boards with few cells left, so that every way to look for lines is met.
#[test]
fn what_is_proven_is_true_on_boards_of_all_kinds() {
    let games = [
        ("5x4:4:-2", 9),
        ("4x4x2:4", 9),
        ("5x5:4:free:torus", 8),
        ("5x5:4:free:exact", 8),
        ("4x4:3:free:misere", 8),
        ("5x4:4:-2:misere", 9),
        ("5x5:3:+1,-2,+2", 9),
        ("4x4:3:all:exact", 8),
        ("12x12:5", 7),
        ("12x12:5:free:exact", 7),
        ("3x3x3:3:all", 8),
        ("10x2:9", 8),
    ];
    let mut proven = 0;
    for (text, left) in games {
        for seed in 0..12 {
            let mut random = connect_toe_testkit::random_game::SplitMix64::new(seed);
            let mut game: Game = text.parse().expect("a game");
            let mut moves = Vec::new();
            // Few games on a large board last until only a few cells are left: they avoid lines as long as they can.
            while game.outcome().is_none() && game.geometry().cells().len() - moves.len() > left {
                let legal = game.legal_moves();
                let quiet: Vec<Cell> = legal
                    .iter()
                    .copied()
                    .filter(|&cell| {
                        let mut next = game.clone();
                        next.play(cell).expect("is legal");
                        next.outcome().is_none()
                    })
                    .collect();
                let Some(&cell) = random.choose(if quiet.is_empty() { &legal } else { &quiet }) else {
                    break;
                };
                moves.push(game.geometry().cell_text(cell));
                game.play(cell).expect("is legal");
            }
            let drawn = RandomGame { game: text.to_owned(), moves };
            for kind in ["rave=0", "decisive=false", "eval=runs", "batch=8"] {
                let mut start: Game = text.parse().expect("a game");
                proven += with_game!(&mut start, record => compare(record, &drawn, kind));
            }
        }
    }
    assert!(proven > 300, "{proven} moves were proven by 20 simulations");
}

#[test]
fn the_report_depends_on_position_and_task_alone() {
    let games = [after("connect-four", "d1 d2"), after("9x9:5", "e5"), after("4x4:3:free:misere", "a1")];
    for settings in [
        "rave=0",
        "decisive=false,rave=0",
        "rave=500",
        "rave-from=50",
        "leaves=games,eval=runs,eval-from=32",
        "eval=runs",
    ] {
        for game in &games {
            let settings = format!("simulations=2000,{settings}");
            let first = report(game, &settings, Want::EveryMove);
            assert_eq!(first, report(game, &settings, Want::EveryMove), "{settings}");
            // Other random games, if there are any.
            let other = report(game, &format!("{settings},seed=1"), Want::EveryMove);
            assert_eq!(first.moves == other.moves, settings.ends_with(",eval=runs"), "{settings}");
            // The searcher has seen other positions before.
            with_game!(game, record => {
                let rules = record.rules();
                let row = Algorithm::find("monte-carlo").expect("is in the table");
                let mut searcher = row.build(rules, &settings.parse().expect("settings")).expect("possible");
                let start = rules.start();
                for board in [&start, record.board(), record.board()] {
                    let moves = rules.legal_moves(board);
                    let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
                    let found = searcher.search(rules, board, &task, &mut unwatched);
                    assert!(board == &start || found == first, "{settings}");
                }
            });
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = after("connect-four", "d1 d2");
    for want in [Want::OneBest, Want::EveryMove] {
        let moves = if want == Want::OneBest { 1 } else { 7 };
        for nodes in [1, 2, 100, 5000] {
            let (found, heard) = watched(&game, "", want, Some(nodes), u64::MAX);
            assert_eq!((found.nodes, found.stopped), (nodes, Stopped::Early));
            assert_eq!(heard.last(), Some(&nodes));
            // A move without a simulation has no value.
            assert_eq!(found.moves.len(), moves.min(nodes as usize), "{nodes}: {found:?}");
        }
        let (found, _) = watched(&game, "simulations=300", want, None, u64::MAX);
        assert_eq!((found.nodes, found.stopped), (300, Stopped::Done));
        let (found, _) = watched(&game, "", want, None, u64::MAX);
        assert_eq!((found.nodes, found.stopped), (10_000, Stopped::Done));
        let (found, heard) = watched(&game, "", want, None, 1);
        assert_eq!((found.nodes, found.stopped, heard.len()), (heard[0], Stopped::Early, 1));
        assert!(found.nodes < 1000);
    }
    // A search that was not let begin has nothing to say, unless it sees a win.
    let (found, _) = watched(&game, "", Want::OneBest, Some(0), u64::MAX);
    assert!(found.best.is_empty() && found.moves.is_empty() && found.stopped == Stopped::Early);
}

/// On the largest boards each simulation is followed by a look at the watch.
#[test]
fn large_boards_hear_of_a_stop_in_time() {
    for text in ["64x64:5", "64x64:6:-2", "4x4x4x4x4x4:4:free:torus", "4x2x2x2x2x2x2x2:4", "16x16x16:5:all"] {
        let game: Game = text.parse().expect("a game");
        let (found, heard) = watched(&game, "", Want::OneBest, None, 3);
        assert!(found.nodes <= 40 && heard[0] <= 16, "{text}: {heard:?}");
        assert_eq!(found.best.len(), 1, "{text}");
    }
}

#[test]
fn a_full_tree_is_searched_on() {
    let game = after("12x12:5", "f6 g7");
    let search = |settings: &str| report(&game, &format!("{settings},simulations=30000"), Want::EveryMove);
    let (small, large) = (search("memory=1"), search("memory=64"));
    assert_eq!((small.nodes, small.stopped), (30_000, Stopped::Done));
    assert_eq!((large.nodes, large.stopped), (30_000, Stopped::Done));
    // 1 MiB is full after some 230 expansions: the line is shorter, and other moves were looked at.
    assert!(small.moves != large.moves && small.line.len() < large.line.len(), "{small:?} {large:?}");
    assert_eq!(small, search("memory=1"));
    // All moves of the largest board fit in any case.
    let huge: Game = "64x64:5".parse().expect("a game");
    let found = report(&huge, "memory=1,simulations=5", Want::OneBest);
    assert_eq!((found.nodes, found.best.len()), (5, 1));
}

/// Without a limit, or with one that each position on the way reaches, RAVE looks at a position's own simulations.
#[test]
fn rave_looks_at_ancestors_only_where_it_is_to() {
    for game in [after("connect-four", "d1 d2"), after("9x9:5", "e5")] {
        let search = |settings: &str| report(&game, &format!("simulations=3000{settings}"), Want::EveryMove);
        assert_eq!(search(",rave-from=0"), search(""));
        assert_eq!(search(",rave-from=1"), search(""));
        assert_ne!(search(",rave-from=50").moves, search("").moves);
        // Without RAVE there is nothing to look at.
        assert_eq!(search(",rave=0,rave-from=50"), search(",rave=0"));
    }
}

/// The heuristic and the results of later moves change what is looked at; the likely moves stay the same.
#[test]
fn every_way_finds_what_is_plain_to_see() {
    // X has three in a row with both ends open: O must have blocked one of them, and X completes the other.
    let open = after("9x9:5", "d5 a1 e5 a2 f5 b9");
    let closed = after("9x9:5", "d5 c5 e5 a2 f5 b9 g5");
    let ways = [
        "proofs=true",
        "decisive=false",
        "rave=1000",
        "rave-from=50",
        "eval=runs",
        "eval=runs,implicit=0.8",
        "proofs=false",
    ];
    for settings in ways {
        let settings = format!("simulations=6000,{settings}");
        let found = report(&open, &settings, Want::OneBest);
        assert!(["c5", "g5"].contains(&text(&open, &found.best).as_str()), "{settings}: {found:?}");
        let found = report(&closed, &settings, Want::OneBest);
        assert_eq!(text(&closed, &found.best), "h5", "{settings}");
    }
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let row = Algorithm::find("monte-carlo").expect("is in the table");
    for settings in [
        "explore=-1",
        "explore=nan",
        "explore=101",
        "urgency=11",
        "decisive=1",
        "proofs=maybe",
        "rave=-3",
        "rave=inf",
        "rave-from=-1",
        "eval-from=1.5",
        "implicit=1.1",
        "memory=0",
        "memory=65537",
        "seed=-1",
        "simulations=0",
        "simulations=2147483648",
    ] {
        assert!(row.check(&settings.parse().expect("settings")).is_err(), "{settings}");
    }
    let all = "leaves=values,explore=1.5,urgency=-2,decisive=false,proofs=false,rave=100,rave-from=50,eval-from=9,implicit=0,memory=16,seed=18446744073709551615,simulations=1";
    assert_eq!(row.check(&all.parse().expect("settings")), Ok(()));
}

/// All games are drawn, so every position has to be proven: without lines, and with a heuristic that says nothing.
#[test]
fn a_board_on_which_no_line_fits_is_proven() {
    let drawn = RandomGame { game: "3x3x1:4:+3:misere:torus".to_owned(), moves: Vec::new() };
    let mut game: Game = drawn.game.parse().expect("a game");
    with_game!(&mut game, record => assert_eq!(compare(record, &drawn, "decisive=false,eval=runs"), 0));
}
