//! The engine: own parts beside built-in ones, threads, stops, errors.

use connect_toe::random::Rng;
use connect_toe::{Catalogue, Cell, Engine, Error, Game, Outcome, Position, Score, Side, Stop};

fn open_lines(position: &Position<'_>, player: Side) -> i64 {
    let open =
        |side: Side| position.lines().filter(|line| position.count(side.other(), line) == 0).count() as i64;
    open(player) - open(player.other())
}

fn last(position: &Position<'_>, _: &mut dyn Rng) -> Cell {
    *position.legal_moves().last().expect("the game goes on")
}

pub(crate) fn engine(threads: usize) -> Engine {
    let catalogue = Catalogue::new()
        .with_heuristic("mine", |_| Ok(open_lines))
        .and_then(|all| all.with_player("last", |_| Ok(last)))
        .expect("the names are free");
    Engine::new().with_threads(threads).with_catalogue(catalogue)
}

pub(crate) fn game(text: &str) -> Game {
    text.parse().expect("a game")
}

#[test]
fn own_heuristics_have_the_values_of_built_in_ones() {
    let (engine, mut game) = (engine(2), game("connect-four"));
    game.play("d1 d2 c1").expect("are legal");
    let value = |heuristic| engine.evaluate(&game, heuristic).expect("is known");
    assert_eq!(value("mine"), value("open-lines"));
    let analysis = |eval: &str| {
        let report = engine.analyze(&game, &format!("alpha-beta:depth=4,eval={eval}")).expect("is known");
        (report.best, report.line, report.nodes)
    };
    assert_eq!(analysis("mine"), analysis("open-lines"));
}

#[test]
fn players_take_turns_at_moving_first() {
    let (engine, game) = (engine(1), game("4x4:3"));
    // Whoever moves first wins.
    let score = engine.play_games(&game, "perfect", "last", 2, 7).expect("are known");
    assert_eq!(score, Score { wins: 2, ..Score::default() });
    let score = engine.play_games(&game, "last", "perfect", 2, 7).expect("are known");
    assert_eq!(score, Score { losses: 2, ..Score::default() });

    // The side to move is the one that moves first.
    let mut begun = game;
    begun.play("a1").expect("is legal");
    let score = engine.play_games(&begun, "perfect", "perfect", 2, 7).expect("are known");
    assert_eq!((score.wins, score.losses), (1, 1), "X wins both, and is the player in the second");
}

#[test]
fn a_seed_gives_one_game() {
    let play = |seed| {
        let mut game = game("connect-four");
        let played = engine(1).play_out(&mut game, ["minimax:depth=1,eval=mine", "random"], seed);
        let outcome = played.expect("are known").outcome;
        assert_eq!(game.outcome(), Some(outcome));
        game.moves().to_vec()
    };
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
}

#[test]
fn threads_change_no_answer() {
    let game = game("4x4:3");
    let random = |threads| engine(threads).play_randomly(&game, 5000, 7).expect("threads start");
    assert_eq!(random(1), random(3));
    let solved = |threads| {
        let answer = engine(threads).solve(&game).expect("has an answer");
        (answer.value(), answer.moves, answer.line)
    };
    assert_eq!(solved(1), solved(3));
}

#[test]
fn large_boards_have_room_on_the_stack() {
    let game = game("64x64:5");
    let engine = Engine::new();
    assert!(engine.analyze(&game, "alpha-beta:nodes=10,eval=runs").is_ok());
    assert!(engine.choose(&game, "best:nodes=100", 1).is_ok());
}

#[test]
fn a_finished_game_has_values_and_no_moves() {
    let mut game = game("tic-tac-toe");
    game.play("a1 b1 a2 b2 a3").expect("are legal");
    let engine = Engine::new();
    let is_over = |error: Error| matches!(error, Error::GameOver(Outcome::Win(Side::X)));
    assert!(engine.analyze(&game, "alpha-beta").is_err_and(is_over));
    assert!(engine.choose(&game, "random", 1).is_err_and(is_over));
    assert!(engine.play_out(&mut game, ["random", "random"], 1).is_err_and(is_over));
    assert_eq!(engine.find_threats(&game), None);
    assert!(engine.solve(&game).is_ok_and(|answer| answer.is_over()));
    assert_eq!(engine.play_randomly(&game, 10, 1).expect("threads start").x, 10);
}

#[test]
fn errors_have_types() {
    let (engine, mut game) = (engine(1), game("connect-four"));
    assert!(matches!("7x6:4:-3".parse::<Game>().map_err(Error::from), Err(Error::Game(_))));
    assert!(matches!(engine.evaluate(&game, "mime"), Err(Error::Player(_))));
    assert!(matches!(engine.analyze(&game, "last"), Err(Error::Player(_))));
    assert!(matches!(engine.play_games(&game, "random", "nobody", 1, 1), Err(Error::Player(_))));
    assert!(matches!(game.play("d1 d9").map_err(Error::from), Err(Error::Moves(error)) if error.number == 2));
    assert!(game.moves().is_empty());
}

#[test]
fn a_stop_ends_everything() {
    let (stop, game) = (Stop::new(), game("gomoku"));
    let engine = Engine::new().with_stop(stop.clone());
    stop.request();
    assert!(matches!(engine.choose(&game, "best", 1), Err(Error::Stopped)));
    assert!(matches!(engine.play_out(&mut game.clone(), ["random", "random"], 1), Err(Error::Stopped)));
    assert!(engine.play_randomly(&game, 1_000_000_000, 1).is_ok_and(|counts| counts.games < 1_000_000));
    assert!(engine.solve(&game).is_ok_and(|answer| answer.interrupted));
    assert!(matches!(engine.prove(&game, std::io::sink()), Err(Error::Proof(_))));
}

#[test]
fn levels_are_players() {
    let (engine, game) = (engine(1), game("tic-tac-toe"));
    let level = engine.choose(&game, "casual", 1).expect("is known");
    let stands_for = Catalogue::new().player("casual").expect("a player");
    let player = stands_for.for_game(game.spec()).to_string();
    assert_eq!(level, engine.choose(&game, &player, 1).expect("is known"));
}
