//! Matches, tournaments and experiments with own parts.

use connect_toe::laboratory::{Error, Experiment, Work};
use connect_toe::{Engine, Stop};

use crate::engine::{engine, game};

#[test]
fn threads_change_no_result_of_own_players() {
    let game = game("4x4:3");
    let result = |threads: usize| {
        engine(threads)
            .play_match(&game, "minimax:depth=1,eval=mine", "last", "auto", 40, 7)
            .expect("are known")
    };
    assert_eq!(result(1), result(3));
    let table = |threads: usize| {
        let players = ["last", "random", "two-ply:eval=mine"];
        engine(threads).play_tournament(&game, &players, "auto", 20, 7).expect("are known")
    };
    assert_eq!(table(1), table(3));
}

#[test]
fn matches_start_from_the_openings_that_are_asked_for() {
    let game = game("connect-four");
    let played = |openings| {
        let players = ["alpha-beta:depth=2,eval=runs,ties=first", "two-ply:ties=first"];
        Engine::new().play_match(&game, players[0], players[1], openings, 20, 7)
    };
    let (alike, usual) = (played("none").expect("is played"), played("auto").expect("is played"));
    assert_eq!((alike.distinct, alike.openings.as_str()), (2, "the empty board"));
    assert!(alike.cautions[0].contains("only 2 of 20 games are different"), "{:?}", alike.cautions);
    assert_eq!((usual.distinct, usual.openings.as_str()), (20, "4 random plies"));
    assert_eq!(played("random:2").expect("is played").openings, "2 random plies");
    assert!(
        played("fair").expect_err("are no openings").to_string().contains("`fair` does not name openings")
    );
}

#[test]
fn a_stop_of_the_engine_stops_the_laboratory() {
    let stop = Stop::new();
    stop.request();
    let stopped =
        Engine::new().with_stop(stop).play_match(&game("gomoku"), "random", "random", "none", 1_000_000, 1);
    assert_eq!(stopped, Err(Error::Interrupted));
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
        let work = Work::from(&engine(threads));
        assert!(experiment.run(&work).expect("can be played").done);
        assert!(experiment.run(&work).expect("nothing is missing").done);
        let mut table = Vec::new();
        experiment.export(&work, &mut table).expect("is written");
        table
    };
    assert_eq!(run("one.sqlite", 1), run("two.sqlite", 3));
    let without = Experiment::new(file.display().to_string()).run(&Work::from(&Engine::new()));
    assert!(matches!(without, Err(Error::Request { .. })), "{without:?}");
}

#[test]
fn requests_and_the_engine_give_the_same_answers() {
    use connect_toe::api::{Analyze, Choose, Eval, Playouts, Position, Solve};
    let mut game = game("5x4:3:-2");
    game.set_board("_____/_____/_____/x_o__", Some(connect_toe::Side::X)).expect("is a board");
    game.play("c2").expect("is legal");
    let text = game.spec().to_string();
    let position = Position { to_move: Some("o".to_owned()), ..Position::of_board(game.board_text()) };
    let (engine, work) = (Engine::new(), Work::new());

    let heuristic = Some("optimistic".to_owned());
    let eval = Eval { position: position.clone(), heuristic, ..Eval::new(text.as_str()) };
    let value = eval.run(&work).expect("is known").values["optimistic"];
    assert_eq!(engine.evaluate(&game, "optimistic").expect("is known"), value);

    let texts = |cells: &[_]| cells.iter().map(|&cell| game.cell_text(cell)).collect::<Vec<_>>();
    let analysis = Analyze { position: position.clone(), ..Analyze::new(text.as_str()) };
    let analysis = analysis.run(&work).expect("is known");
    let report = engine.analyze(&game, Analyze::PLAYER).expect("is known");
    assert_eq!((texts(&report.best), texts(&report.line)), (analysis.best, analysis.line));

    let solution = Solve { position: position.clone(), ..Solve::new(text.as_str()) };
    let solution = solution.run(&work).expect("is known");
    let answer = engine.solve(&game).expect("is known");
    assert_eq!(answer.result().map(|result| result.to_string()), solution.result);
    assert_eq!(answer.distance(), solution.distance);
    assert_eq!(answer.moves.map(|moves| texts(&moves.best)), Some(solution.best));

    let playouts = Playouts { position, games: 100, seed: 1, ..Playouts::new(text.as_str()) };
    let (played, expected) =
        (engine.play_randomly(&game, 100, 1).expect("threads start"), playouts.run(&work).expect("is known"));
    assert_eq!((played.x, played.o, played.draws), (expected.x, expected.o, expected.draws));

    let mut begun: connect_toe::Game = text.parse().expect("a game");
    begun.play("a1 b1").expect("are legal");
    let choose = Choose { position: Position::after("a1 b1"), seed: 7, ..Choose::new(text, "random") };
    let choice = engine.choose(&begun, "random", 7).expect("is known");
    assert_eq!(game.cell_text(choice.cell), choose.run(&work).expect("is known").cell);
}
