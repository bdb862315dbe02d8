//! Engines of others, those that play and those that do not.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use connect_toe_game::{BySide, Game, Outcome, Side, with_game};
use connect_toe_gomocup::with_engines;
use connect_toe_players::{Catalogue, Played, Player, PlayerSpec, SearchPlayer, play_game};
use connect_toe_search::{SearchProgress, unwatched};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Games against an engine that plays the first empty cell, or misbehaves in this way.
struct Arena {
    catalogue: Catalogue,
    told: Arc<Mutex<Vec<String>>>,
}

impl Arena {
    fn new() -> Arena {
        let told = Arc::<Mutex<Vec<String>>>::default();
        let heard = Arc::clone(&told);
        let tell = move |reason: &str| heard.lock().expect("nobody panics").push(reason.to_owned());
        Arena { catalogue: with_engines(Catalogue::new(), tell).expect("the name is new"), told }
    }

    fn engine(&self, way: &str) -> PlayerSpec {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/engine.sh");
        // Those that answer have time for it on a busy machine.
        let time =
            if ["silent", "late", "garbage", "refuse", "deaf"].contains(&way) { "500ms" } else { "5s" };
        let text = format!("gomocup:cmd=\"sh '{script}' {way}\",time={time},grace=200ms");
        self.catalogue.player(&text).expect("a player")
    }

    /// A game on a board of 6 × 6 from this position; the engine has O.
    fn play(engine: &PlayerSpec, board: &str) -> Played {
        let mut game: Game = "6x6:5".parse().expect("a game");
        game.set_board(board, None).expect("a board");
        with_game!(&game, record => {
            let rules = record.rules();
            // Never in the first row before the end.
            let last: PlayerSpec = "random:ties=first".parse().expect("a player");
            let mut x = SearchPlayer::new(rules, &last).expect("a search");
            let mut o = engine.build(rules).expect("the game can be stated");
            let players = BySide { x: &mut x as &mut dyn Player<_>, o: &mut *o };
            let mut random = ChaCha8Rng::seed_from_u64(1);
            play_game(rules, record.course(), players, &mut random, |_, _| None)
        })
    }

    fn told(&self) -> Vec<String> {
        std::mem::take(&mut *self.told.lock().expect("nobody panics"))
    }
}

const EMPTY: &str = "______/______/______/______/______/______";
/// X has begun, in the last row of the picture.
const ONE: &str = "______/______/______/______/______/_____x";
const THREE: &str = "______/______/______/______/______/__o_xx";

#[test]
fn an_engine_plays() {
    for way in ["good", "chatty", "suggests", "greets", "forgetful", "twice", "complains", "deaf", "listens"]
    {
        let arena = Arena::new();
        let engine = arena.engine(way);
        for board in [EMPTY, ONE, THREE, EMPTY] {
            let played = Arena::play(&engine, board);
            assert!(!played.forfeited, "{way}: {:?}", arena.told());
        }
        assert_eq!(arena.told(), [""; 0], "{way}");
    }
}

#[test]
fn an_engine_that_does_not_answer_a_new_game_is_started_again() {
    let arena = Arena::new();
    let engine = arena.engine("absent");
    for _ in 0..2 {
        assert!(!Arena::play(&engine, EMPTY).forfeited, "{:?}", arena.told());
    }
    assert_eq!(arena.told(), [""; 0]);
}

#[test]
fn one_process_plays_game_after_game() {
    let arena = Arena::new();
    let engine = arena.engine("good");
    let mut processes = Vec::new();
    for _ in 0..3 {
        Arena::play(&engine, EMPTY);
        processes.push(children("good"));
    }
    assert_eq!(processes[0].len(), 1);
    assert_eq!(processes[1..], [processes[0].clone(), processes[0].clone()]);
}

/// The processes of this test program that run the script in this way.
fn children(way: &str) -> Vec<String> {
    let own = std::process::id().to_string();
    let output = Command::new("ps").args(["-o", "pid=,args=", "--ppid", &own]).output().expect("ps is there");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter(|line| line.ends_with(&format!("engine.sh {way}")));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn an_engine_that_misbehaves_loses() {
    let ways = [
        ("silent", "it has not answered TURN"),
        ("crash", "it has ended, or closed its output (exit status: 3; standard error: no more ideas)"),
        ("mute", "it has ended, or closed its output"),
        ("off-board", "its move 99,99 is not on the board"),
        ("taken", "is on a stone"),
        ("garbage", "; its last words are `what a game`"),
        ("refuse", "it has not answered BOARD within 700 ms; its last words are `ERROR no`"),
        ("late", "it has not answered TURN"),
        ("two", "is `0,0 1,1`"),
        ("loud", "an error that nobody needs"),
    ];
    for (way, reason) in ways {
        let arena = Arena::new();
        let engine = arena.engine(way);
        for _ in 0..2 {
            let played = Arena::play(&engine, EMPTY);
            assert!(played.forfeited && played.outcome == Outcome::Win(Side::X), "{way}: {played:?}");
            // It made one move, and another one was asked for.
            assert_eq!(played.plies, 3, "{way}");
        }
        let told = arena.told();
        assert!(told.len() == 2 && told.iter().all(|told| told.contains(reason)), "{way}: {told:?}");
        assert!(told.iter().all(|told| told.len() < 6000), "{way}");
        // What the program itself did to the engine is not the reason.
        assert!(told.iter().all(|told| !told.contains("SIGKILL")), "{way}: {told:?}");
        assert_eq!(children(way), [""; 0], "{way}");
    }
}

#[test]
fn a_stop_ends_an_engine_at_any_time() {
    for (way, moves) in [("dumb", 0), ("silent", 1)] {
        let arena = Arena::new();
        let engine = arena.engine(way);
        let game: Game = "6x6:5".parse().expect("a game");
        with_game!(&game, record => {
            let (rules, mut board) = (record.rules(), *record.board());
            let mut player = SearchPlayer::new(rules, &engine).expect("a search");
            let mut random = ChaCha8Rng::seed_from_u64(1);
            for _ in 0..moves {
                let choice = player.choose_watched(rules, &board, &mut random, &mut unwatched);
                board = rules.play(&board, choice.cell);
                board = rules.play(&board, *rules.legal_moves(&board).last().expect("a move"));
            }
            // Later than its time for a move: the stop is heard all the same.
            let (stop_after, started) = (Duration::from_millis(600), Instant::now());
            let mut watch = |_: &SearchProgress<'_>| {
                if started.elapsed() < stop_after { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let choice = player.choose_watched(rules, &board, &mut random, &mut watch);
            assert!(choice.forfeits, "{way}");
            assert!(started.elapsed() < Duration::from_secs(60), "{way}: {:?}", started.elapsed());
        });
        // Nobody has lost a game.
        assert_eq!(arena.told(), [""; 0], "{way}");
        assert_eq!(children(way), [""; 0], "{way}");
    }
}

#[test]
fn what_an_engine_says_to_refuse_a_board_is_told() {
    let arena = Arena::new();
    assert!(Arena::play(&arena.engine("never"), EMPTY).forfeited);
    assert!(Arena::play(&arena.engine("babbles"), EMPTY).forfeited);
    let mut told = arena.told();
    let babble = told.pop().expect("it has lost twice");
    assert!(babble.contains("its answer to START") && babble.contains("is `nothing new`"), "{babble}");
    assert!(told.iter().all(|told| told.contains("is `ERROR a board of others`")), "{told:?}");
    assert!(!told.is_empty());
}

#[test]
fn a_game_from_a_position_is_told_as_a_board() {
    let arena = Arena::new();
    let played = Arena::play(&arena.engine("taken"), THREE);
    assert!(played.forfeited && played.plies == 2, "{played:?} {:?}", arena.told());
}

#[test]
fn processes_of_a_killed_engine_end_with_it() {
    let folder = std::env::temp_dir().join(format!("connect-toe-engine-{}", std::process::id()));
    let arena = Arena::new();
    let engine = arena.engine(&format!("child '{}'", folder.display()));
    assert!(Arena::play(&engine, EMPTY).forfeited);
    let child = fs::read_to_string(&folder).expect("it wrote its number");
    fs::remove_file(&folder).expect("it is there");
    let is_there = || {
        let status = fs::read_to_string(format!("/proc/{}/stat", child.trim()));
        status.is_ok_and(|status| !status.contains(") Z"))
    };
    let since = Instant::now();
    while Path::new("/proc").is_dir() && is_there() {
        assert!(since.elapsed() < Duration::from_secs(60), "process {child} runs");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn games_that_the_protocol_cannot_state_are_refused() {
    let arena = Arena::new();
    let engine = arena.engine("good");
    for text in [
        "7x6:4:-2",
        "6x6:4",
        "5x5x5:5",
        "9x9:5:free:misere",
        "9x9:5:free:torus",
        "9x9x1:5",
        "25:5",
        "9x9:5:free:maker",
        "9x9:5:free:turn=1+2",
        "9x9:5:free:blocked=a1",
        "9x9:5:free:blocked=a1:renju",
        "5x5:plane",
    ] {
        let game: Game = text.parse().expect("a game");
        let error = with_game!(&game, record => engine.build(record.rules()).map(drop)).expect_err(text);
        assert!(error.to_string().contains("the Gomocup protocol has no words for"), "{error}");
    }
    for text in ["6x6:5", "9x30:5:free:exact", "15x15:5:free:renju"] {
        let game: Game = text.parse().expect("a game");
        assert!(with_game!(&game, record => engine.build(record.rules()).map(drop)).is_ok());
    }
}

#[test]
fn settings_are_checked_at_once() {
    let arena = Arena::new();
    for text in [
        "gomocup",
        "gomocup:cmd=/",
        "gomocup:cmd=no-such-program",
        "gomocup:cmd=sh,memory=0",
        "gomocup:cmd=sh,grace=1",
        "gomocup:cmd=sh,clock=60s",
        "gomocup:cmd=sh,nodes=1000",
    ] {
        assert!(arena.catalogue.player(text).is_err(), "{text}");
    }
    let player = arena.catalogue.player("gomocup:cmd=\"sh -c 'echo a,b:c'\",time=2s").expect("a player");
    assert_eq!(arena.catalogue.player(&player.to_string()).expect("its own text"), player);
}
