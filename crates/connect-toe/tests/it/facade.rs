//! The facade against the engine, and own parts through every door.

use connect_toe::random::Rng;
use connect_toe::{Catalogue, Cell, Error, Experiment, Game, Position, Side, Stop, Work};

fn open_lines(position: &Position<'_>, player: Side) -> i64 {
    let open =
        |side: Side| position.lines().filter(|line| position.count(side.other(), line) == 0).count() as i64;
    open(player) - open(player.other())
}

fn last(position: &Position<'_>, _: &mut dyn Rng) -> Cell {
    *position.legal_moves().last().expect("the game goes on")
}

fn work(threads: usize) -> Work {
    let catalogue = Catalogue::new()
        .with_heuristic("mine", |_| Ok(open_lines))
        .and_then(|all| all.with_player("last", |_| Ok(last)))
        .expect("the names are free");
    Work::new().with_threads(threads).with_catalogue(catalogue)
}

fn game(text: &str, threads: usize) -> Game {
    Game::new(text).expect("a game").with(work(threads))
}

#[test]
fn moves_are_played_all_or_none() {
    let mut game = Game::new("connect-four").expect("a game");
    assert!(game.play("4 4 d3 d9").is_err());
    assert!(game.moves().is_empty());
    game.play("4 4 d3").expect("are legal");
    assert_eq!((game.moves(), game.to_move()), (vec!["d1".into(), "d2".into(), "d3".into()], Side::O));
}

#[test]
fn own_heuristics_have_the_values_of_built_in_ones() {
    let mut game = game("connect-four", 2);
    game.play("d1 d2 c1").expect("are legal");
    assert_eq!(game.evaluate("mine"), game.evaluate("open-lines"));
    let analysis = |eval: &str| game.analyze(&format!("alpha-beta:depth=4,eval={eval}")).expect("is known");
    assert_eq!(analysis("mine"), analysis("open-lines"));
}

#[test]
fn threads_change_no_result_of_own_players() {
    let result = |threads: usize| {
        let players = ["minimax:depth=1,eval=mine", "last"];
        game("4x4:3", threads).play_match(players[0], players[1], 40, 7).expect("are known")
    };
    assert_eq!(result(1), result(3));
    let table = |threads: usize| {
        game("4x4:3", threads)
            .play_tournament(&["last", "random", "two-ply:eval=mine"], 20, 7)
            .expect("are known")
    };
    assert_eq!(table(1), table(3));
}

#[test]
fn experiments_know_own_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.toml");
    let text = "games_per_cell = 12\n[[study]]\nname = \"own\"\ngame = \"3x3:3\"\nplayer = [\"last\", \"minimax:depth=1,eval=mine\"]\nopponent = \"random\"\n";
    std::fs::write(&file, text).expect("is written");
    let run = |results: &str, threads: usize| {
        let path = folder.path().join(results).display().to_string();
        let experiment = Experiment::new(file.display().to_string()).with_results(path);
        let work = work(threads);
        assert!(experiment.run(&work).expect("can be played").done);
        assert!(experiment.run(&work).expect("nothing is missing").done);
        let mut table = Vec::new();
        experiment.export(&work, &mut table).expect("is written");
        table
    };
    assert_eq!(run("one.sqlite", 1), run("two.sqlite", 3));
    let without = Experiment::new(file.display().to_string()).run(&Work::new());
    assert!(matches!(without, Err(Error::Request { .. })), "{without:?}");
}

#[test]
fn errors_say_who_is_at_fault() {
    let game = game("connect-four", 1);
    for error in [
        Game::new("7x6:4:-3").map(drop),
        game.evaluate("mime").map(drop),
        game.analyze("last").map(drop),
        game.play_match("random", "nobody", 10, 1).map(drop),
    ] {
        assert!(matches!(error, Err(Error::Request { .. })), "{error:?}");
    }
    let stop = Stop::new();
    stop.request();
    let stopped = Game::new("gomoku").expect("a game").with(Work::new().with_stop(stop));
    assert_eq!(stopped.play_match("random", "random", 1_000_000, 1), Err(Error::Interrupted));
}

#[test]
fn a_position_is_asked_about_as_its_text_is() {
    use connect_toe::api::{Analyze, Eval, Playouts, Position, Solve};
    let mut game = game("5x4:3:-2", 2);
    game.set_board("_____/_____/_____/x_o__", Some(Side::X)).expect("is a board");
    game.play("c2").expect("is legal");
    let text = game.to_string();
    let position = Position { to_move: Some("o".to_owned()), ..Position::of_board(game.board()) };
    let eval = Eval {
        position: position.clone(),
        heuristic: Some("optimistic".to_owned()),
        ..Eval::new(text.as_str())
    };
    let value = eval.run(&Work::new()).expect("is known").values["optimistic"];
    assert_eq!(game.evaluate("optimistic"), Ok(value));
    let analyze = Analyze { position: position.clone(), ..Analyze::new(text.as_str()) };
    assert_eq!(game.analyze(Analyze::PLAYER), analyze.run(&Work::new()));
    let solve = Solve { position: position.clone(), ..Solve::new(text.as_str()) };
    let (solved, expected) = (game.solve().expect("is known"), solve.run(&Work::new()).expect("is known"));
    assert_eq!(
        (solved.result, solved.distance, solved.best),
        (expected.result, expected.distance, expected.best)
    );
    let playouts = Playouts { position, games: 100, seed: 1, ..Playouts::new(text) };
    let (played, expected) = (game.play_randomly(100, 1), playouts.run(&Work::new()));
    let counts = |counts: connect_toe::PlayoutCounts| (counts.x, counts.o, counts.draws, counts.plies);
    assert_eq!(played.map(counts), expected.map(counts));
}
