//! Players that ask the exact solver, and what they do where it cannot tell.

use std::ops::ControlFlow;
use std::sync::Arc;

use connect_toe_eval::{Settings, WIN};
use connect_toe_game::{Bits, Cell, Game, Record, Rules, with_game};
use connect_toe_search::{
    Algorithm, Book, Exact, Findings, SearchProgress, SearchReport, Stopped, Task, Want, unwatched,
};
use connect_toe_testkit::oracle;
use connect_toe_testkit::random_game::{Options, RandomGame, SplitMix64};

use crate::{after, search};

fn report(game: &Game, player: &str, want: Want) -> SearchReport {
    with_game!(game, record => search(record.rules(), record.board(), player, want))
}

/// One best move with a limit, or step by step and stopped by a watch.
fn limited(game: &Game, player: &str, nodes: Option<u64>, patience: u64) -> SearchReport {
    once(game, player, |moves| Task { moves, want: Want::OneBest, nodes, deepen: true }, patience)
}

fn once(
    game: &Game,
    player: &str,
    task: impl for<'a> Fn(&'a [Cell]) -> Task<'a>,
    patience: u64,
) -> SearchReport {
    fn asked<B: Bits>(
        record: &Record<B>,
        player: &str,
        task: impl for<'a> Fn(&'a [Cell]) -> Task<'a>,
        patience: u64,
    ) -> SearchReport {
        let (name, settings) = player.split_once(':').unwrap_or((player, ""));
        let settings = settings.parse().expect("settings");
        let row = connect_toe_search::Algorithm::find(name).expect("a search");
        let mut searcher = row.build(record.rules(), &settings).expect("possible settings");
        let moves = record.rules().legal_moves(record.board());
        searcher.search(record.rules(), record.board(), &task(&moves), &mut |progress| {
            if progress.nodes < patience { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }
    with_game!(game, record => asked(record, player, task, patience))
}

fn texts(game: &Game, report: &SearchReport) -> Vec<String> {
    report.best.iter().map(|&cell| game.geometry().cell_text(cell)).collect()
}

/// Each of these takes a search more nodes than it may look at before the solver is asked.
#[test]
fn the_solver_and_a_full_search_agree_on_every_rule() {
    let cases = [
        ("5x4:4:-2", "a1 b1"),
        ("5x5:4:-2", "c1 c2 b1 d1 a1"),
        ("4x4:4", "a1 b2 c3 d4 b1"),
        ("4x4:3:free:misere", "a1 c2 d4 b3"),
        ("5x4:4:-2:misere", "a1 b1 c1"),
        ("4x4:4:free:torus", "a1 b2 d3 c1"),
        ("4x4:3:+1,-2,+2", "a1 d4"),
        ("3x3x2:3:-3", "a1.1"),
    ];
    let mut with_solver = 0;
    for (text, moves) in cases {
        let game = after(text, moves);
        let perfect = report(&game, "perfect", Want::EveryMove);
        let full = report(&game, "alpha-beta:depth=30,eval=undecided,hurry=true", Want::EveryMove);
        with_solver += u32::from(full.nodes > 20_000);
        let plain: Vec<i64> = full.moves.iter().map(|found| found.value - found.value.signum()).collect();
        let values: Vec<i64> = perfect.moves.iter().map(|found| found.value).collect();
        assert_eq!((values, &perfect.best), (plain, &full.best), "{text} {moves}");
        assert_eq!(perfect.value, full.value - full.value.signum());
        assert_eq!((perfect.stopped, perfect.line.first()), (Stopped::Done, perfect.best.first()));
        // The line is one of best play: it ends when the value says.
        let cells = game.geometry().cells().len() as i64;
        if perfect.value != 0 && full.nodes > 20_000 {
            assert_eq!(perfect.line.len() as i64, cells + 1 - perfect.value.abs(), "{text} {moves}");
        }
        // One best move is the first of them.
        for player in ["perfect", "solver"] {
            let one = report(&game, player, Want::OneBest);
            assert_eq!(one.best, perfect.best[..1], "{player}: {text} {moves}");
        }
        let solver = report(&game, "solver", Want::EveryMove);
        let exact = perfect.moves.iter().map(|found| found.value + found.value.signum() * WIN);
        assert!(solver.moves.iter().map(|found| found.value).eq(exact), "{text} {moves}");
        assert_eq!(solver.line, report(&game, "solver", Want::EveryMove).line);
    }
    assert!(with_solver >= 5, "{with_solver} of the cases ask the solver");
}

/// A search to the end of the game, without the solver, would take days. After two plies, with `RUN_SLOW_TESTS` alone,
/// the solver takes ten seconds.
#[test]
fn connect_four_is_played_perfectly_from_early_on() {
    let after_six = ("d1 d2 d3 d4 d5 d6", vec![-7, 0, 8, 8, 0, -7], vec!["c1", "e1"], 35, 4_000_000);
    let after_two = ("d1 d2", vec![-7, -7, -5, 4, -5, -7, -7], vec!["d3"], 39, 25_000_000);
    let slowly = std::env::var_os("RUN_SLOW_TESTS").map(|_| after_two);
    for (moves, values, best, line, most) in [Some(after_six), slowly].into_iter().flatten() {
        let game = after("connect-four", moves);
        let found = once(&game, "perfect", every_move, u64::MAX);
        let values_found: Vec<i64> = found.moves.iter().map(|found| found.value).collect();
        assert_eq!((Some(&found.value), &values_found), (values.iter().max(), &values), "{moves}");
        assert_eq!(texts(&game, &found), best, "{moves}");
        assert_eq!((found.line.len(), found.stopped), (line, Stopped::Done), "{moves}");
        assert!(found.nodes < most, "{moves}: {} nodes", found.nodes);
    }
}

#[test]
fn where_the_solver_cannot_tell_a_search_plays() {
    for (text, moves) in [("gomoku", ""), ("gomoku", "h8 i9 g7"), ("7x7:4:-2", "d1"), ("qubic", "a1.1")] {
        let game = after(text, moves);
        for want in [Want::OneBest, Want::EveryMove] {
            let solver = report(&game, "solver:exact=1000,depth=2", want);
            let search = report(&game, "alpha-beta:depth=2,eval=runs,hurry=true", want);
            assert_eq!((solver.value, &solver.best), (search.value, &search.best), "{text} {moves}");
            assert_eq!((solver.moves, solver.stopped), (search.moves, Stopped::Done), "{text} {moves}");
            assert!(solver.nodes > search.nodes && solver.nodes < search.nodes + 1100, "{text} {moves}");
        }
    }
}

/// A turn of the solver can be longer than all the time that there is.
#[test]
fn there_is_a_move_however_soon_the_search_is_stopped() {
    for (text, moves) in
        [("7x7:4:-2", ""), ("qubic", "a1.1"), ("gomoku", "h8 i9"), ("20x20:5:free:exact", "")]
    {
        let game = after(text, moves);
        for patience in [0, 1, 1000] {
            let found = limited(&game, "solver", None, patience);
            assert_eq!((found.best.len(), found.stopped), (1, Stopped::Early), "{text} {moves}, {patience}");
        }
    }
}

#[test]
fn limits_are_kept_and_the_answer_is_the_same_each_time() {
    let game = after("7x7:4:-2", "d1 d2 d3 d4");
    for player in ["solver:depth=30", "solver:exact=5000,depth=30", "perfect"] {
        for nodes in [1, 2, 1000, 2000, 30_000, 300_000] {
            let found = limited(&game, player, Some(nodes), u64::MAX);
            assert_eq!((found.stopped, found.best.len()), (Stopped::Early, 1), "{player}, {nodes}");
            // The search hears of the solver's turn when it next asks.
            assert!(found.nodes <= nodes + 1100, "{player}, {nodes}: {}", found.nodes);
            assert_eq!(found, limited(&game, player, Some(nodes), u64::MAX), "{player}, {nodes}");
        }
        let found = limited(&game, player, None, 100_000);
        assert_eq!((found.stopped, found.best.len()), (Stopped::Early, 1), "{player}");
        assert!((100_000..130_000).contains(&found.nodes), "{player}: {}", found.nodes);
        assert_eq!(found, limited(&game, player, None, 100_000), "{player}");
    }
    // A long game: a win that is near is seen all the same.
    let game = after("gomoku", "h8 a1 i8 a2 j8 a3");
    let found = limited(&game, "solver:depth=10", Some(40_000), u64::MAX);
    assert!(found.value > WIN && ["g8", "k8"].contains(&texts(&game, &found)[0].as_str()), "{found:?}");
}

/// Nodes to name the move of a proof, and those of the solver's searches for threats, are of the limit too.
#[test]
fn few_nodes_are_kept_to() {
    // In this game many wins are proven late.
    const MOVES: &str = "c2.4 c1.4 c1.3 a1.4 d1.4 a1.1 a4.4 b3.4 d4.1 a4.1 d4.4 d1.1 d3.4 d2.4 d3.2 d2.3 b4.3 \
                         c4.2 b4.4 c4.4 d4.3 d4.2 b4.2 b4.1 c4.3 a4.3 c3.3 c2.3 d3.3 d3.1 b3.3 c3.4";
    let moves: Vec<&str> = MOVES.split_whitespace().collect();
    let mut games: Vec<Game> =
        (4..=moves.len()).step_by(2).map(|plies| after("qubic", &moves[..plies].join(" "))).collect();
    let mut random = SplitMix64::new(7);
    for text in ["qubic", "6x6:4", "9x9:5", "5x5x3:4:-3", "7x7:4:free:torus", "6x5:4:-2"] {
        for plies in 2..14 {
            let mut game = Game::new(&text.parse().expect("a game")).expect("fits");
            while game.moves().len() < plies && game.outcome().is_none() {
                let cell = *random.choose(&game.legal_moves()).expect("goes on");
                game.play(cell).expect("a legal move");
            }
            games.extend(game.outcome().is_none().then_some(game));
        }
    }
    assert!(games.len() > 80, "{} games", games.len());
    for game in games {
        for (player, limit) in [("solver", 600), ("solver:exact=1000", 2000), ("best", 1000)] {
            let found = limited(&game, player, Some(limit), u64::MAX);
            let name = format!("{player} of {limit}, {} after {:?}", game.spec(), game.moves());
            assert_eq!(found.best.len(), 1, "{name}");
            assert!(found.nodes <= limit * 11 / 10, "{name}: {}", found.nodes);
        }
    }
}

/// Against moves at random the player never gets less than the position is worth, and no win comes later.
#[test]
fn the_solver_keeps_what_a_position_is_worth() {
    let mut won = 0;
    for seed in 0..300 {
        let options = Options { max_cells: 12, ..Options::default() };
        let drawn = RandomGame::draw(seed, &options);
        let mut game: Game = drawn.game.parse().expect("drawn");
        let slow = oracle::Game::parse(&drawn.game).expect("drawn");
        // Half of the moves, so that there is something to play.
        for text in drawn.moves.iter().take(drawn.moves.len() / 2) {
            let cell = game.parse_move(text).expect("drawn");
            game.play(cell).expect("drawn");
        }
        if game.outcome().is_some() || game.geometry().cells().len() - game.moves().len() > 9 {
            continue;
        }
        let texts: Vec<String> = game.moves().iter().map(|&cell| game.geometry().cell_text(cell)).collect();
        let solution = slow.replay(&texts.join(" ")).expect("drawn").solve();
        let (side, start) = (game.to_move(), game.moves().len());
        for ply in 0.. {
            if game.outcome().is_some() {
                break;
            }
            let moves = game.legal_moves();
            let cell = if game.to_move() == side {
                once(&game, "solver", one_best, u64::MAX).best[0]
            } else {
                moves[(seed as usize + 7 * ply) % moves.len()]
            };
            game.play(cell).expect("a legal move");
        }
        let name = format!("{} after {texts:?}", drawn.game);
        let got = game.outcome().expect("is over").value_for(side);
        let worth = match solution.result {
            oracle::ExactResult::Win => 1,
            oracle::ExactResult::Draw => 0,
            oracle::ExactResult::Loss => -1,
        };
        assert!(got >= worth, "{name}");
        if worth == 1 {
            won += 1;
            assert!(Some(game.moves().len() - start) <= solution.distance, "{name}");
        }
    }
    assert!(won > 40, "{won} of the positions are won");
}

fn every_move(moves: &[Cell]) -> Task<'_> {
    Task { moves, want: Want::EveryMove, nodes: None, deepen: false }
}

fn one_best(moves: &[Cell]) -> Task<'_> {
    Task { moves, want: Want::OneBest, nodes: None, deepen: false }
}

/// With few nodes the solver knows less, and nothing that is wrong.
#[test]
fn a_little_of_the_solver_is_true_too() {
    let game = after("6x5:4:-2", "c1 d1 c2");
    let moves = game.legal_moves();
    let exact = |nodes: u64, want| -> Findings {
        let task = Task { moves: &moves, want, nodes: Some(nodes), deepen: false };
        with_game!(&game, record => {
            Exact::new(nodes).find_out(record.rules(), record.board(), &task, &mut unwatched)
        })
    };
    let all = exact(100_000_000, Want::EveryMove);
    assert_eq!((all.stopped, all.moves.len()), (Stopped::Done, moves.len()));
    let mut lesser = 0;
    for nodes in [1, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000] {
        for want in [Want::OneBest, Want::EveryMove] {
            let some = exact(nodes, want);
            assert_eq!(some, exact(nodes, want), "{nodes}");
            assert!(some.value.is_none_or(|value| Some(value) == all.value), "{nodes}");
            assert!(some.moves.iter().all(|found| all.moves.contains(found)), "{nodes}");
            assert!(some.value.is_none() || some.best.iter().all(|cell| all.best.contains(cell)), "{nodes}");
            assert!(some.value.is_none() || !some.best.is_empty(), "{nodes}: a best move was proven");
            lesser += u32::from(some.stopped == Stopped::Early && !some.best.is_empty());
        }
    }
    assert!(lesser > 0, "some limit is met between the value and the last move");
}

/// A thousand of its nodes take longer on this board than a search may go on after its time.
#[test]
fn the_watch_is_asked_soon_on_large_boards() {
    let game = Game::new(&"15x15:5".parse().expect("a game")).expect("fits");
    let findings = with_game!(&game, record => {
        let moves = record.rules().legal_moves(record.board());
        let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: true };
        Exact::new(20_000).find_out(record.rules(), record.board(), &task, &mut |_| ControlFlow::Break(()))
    });
    assert!(findings.nodes < 500, "{findings:?}");
}

#[test]
fn a_panic_of_the_watch_ends_the_solver() {
    let game: Game = "7x7:4:-2".parse().expect("a game");
    let (ended, panic) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let find_out = || {
            with_game!(&game, record => {
                let moves = record.rules().legal_moves(record.board());
                let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: false };
                // The solver waits for an answer to its first report.
                let mut watch = |progress: &SearchProgress<'_>| {
                    assert!(progress.nodes == 0, "enough");
                    ControlFlow::Continue(())
                };
                Exact::new(1000).find_out(record.rules(), record.board(), &task, &mut watch)
            })
        };
        ended.send(std::panic::catch_unwind(std::panic::AssertUnwindSafe(find_out)))
    });
    let panic = panic.recv_timeout(std::time::Duration::from_secs(60)).expect("the solver ends");
    let message = *panic.expect_err("the watch panics").downcast::<&str>().expect("a text");
    assert_eq!(message, "enough");
}

#[test]
fn a_book_that_is_given_is_the_one_that_is_used() {
    let rules = Rules::<u64>::compile(&"connect-four".parse().expect("a preset")).expect("a game");
    let (board, moves) = (rules.start(), rules.legal_moves(&rules.start()));
    let task = Task { moves: &moves, want: Want::OneBest, nodes: Some(50_000), deepen: true };
    for name in ["best", "perfect", "solver"] {
        let solved = |book: Option<Option<Arc<Book<u64>>>>| {
            let row = Algorithm::find(name).expect("a search");
            let mut search = row.build(&rules, &Settings::default()).expect("has no settings");
            if let Some(book) = book {
                search.set_book(book);
            }
            search.search(&rules, &board, &task, &mut unwatched).is_solved()
        };
        // The program has a book of this game.
        assert_eq!((solved(None), solved(Some(None))), (true, false), "{name}");
        assert!(solved(Some(Book::shipped(&rules))), "{name}");
    }
}
