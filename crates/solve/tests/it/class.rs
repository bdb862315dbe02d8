//! Every game of the class: the solver says what the oracle says.

use connect_toe_testkit::cases::class;
use connect_toe_testkit::oracle::Game;
use connect_toe_testkit::random_game::{Options, PlacementKind, RandomGame, SplitMix64, game, moves};

use crate::support::{answer, check};

#[test]
fn shared_cases() {
    let cases = class::load().solve;
    assert!(cases.len() > 20);
    for case in cases {
        check(&case.game, &case.moves, 1);
    }
}

#[test]
fn random_small_games_from_the_start() {
    let mut random = SplitMix64::new(1);
    let options = Options::solvable();
    for _ in 0..800 {
        check(&game(&mut random, &options).to_string(), "", 1);
    }
}

#[test]
fn random_positions_of_random_games() {
    let options = Options::solvable();
    for seed in 0..1500 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &options);
        check(&game, &moves.join(" "), 1);
    }
}

/// Boards of up to 12 cells, of which at most 9 are empty.
#[test]
fn random_positions_of_larger_games() {
    let mut random = SplitMix64::new(2);
    let options = Options { max_cells: 12, max_size: 6, ..Options::default() };
    for _ in 0..400 {
        let game = game(&mut random, &options);
        let least = game.cells().len().saturating_sub(8);
        let plies = least + random.below(3);
        let moves = moves(&mut random, &game, plies);
        check(&game.to_string(), &moves.join(" "), 1);
    }
}

/// Several faces can close the way to a cell: threats vanish, boards jam.
#[test]
fn games_through_several_faces() {
    let mut random = SplitMix64::new(3);
    let options = Options {
        max_cells: 10,
        max_dimensions: 3,
        max_run: 4,
        placements: vec![PlacementKind::SomeFaces, PlacementKind::AllFaces],
        ..Options::default()
    };
    for _ in 0..600 {
        let game = game(&mut random, &options);
        let plies = game.cells().len().saturating_sub(7);
        let moves = moves(&mut random, &game, plies);
        check(&game.to_string(), &moves.join(" "), 1);
    }
    for text in ["2x2:3:+1,+2", "3x3:3:all", "3x3:3:+1,-2:misere", "4x2:3:+1,-1", "3x3:2:all:exact"] {
        check(text, "", 1);
    }
}

#[test]
fn threads_change_no_answer() {
    for seed in 0..100 {
        let RandomGame { game, moves } = RandomGame::draw(10_000 + seed, &Options::solvable());
        let moves = moves.join(" ");
        let (one, three) = (answer(&game, &moves, 1), answer(&game, &moves, 3));
        assert_eq!(one, three, "{game} after {moves}");
    }
    // One of two questions takes more nodes than one thread searches alone: others are started.
    let (one, three) = (answer("6x4:4:+1,-2", "", 1), answer("6x4:4:+1,-2", "", 3));
    assert!(one.nodes.value > 250_000, "too easy to tell: {} nodes", one.nodes.value);
    assert_eq!((one.bounds, one.line, one.moves), (three.bounds, three.line, three.moves));
}

/// Where several provers take a game, all give the oracle's answers.
#[test]
fn every_engine_gives_the_same_answers() {
    use connect_toe_solve::{Control, Engine, Memory, Solver};
    let placements = vec![PlacementKind::Free, PlacementKind::OneFace, PlacementKind::SomeFaces];
    let options = Options { placements, flags: Vec::new(), ..Options::solvable() };
    for seed in 0..400 {
        let RandomGame { game: text, moves } = RandomGame::draw(seed, &options);
        let reference = Game::parse(&text).expect("game text");
        let position = reference.replay(&moves.join(" ")).expect("legal moves");
        let expected = crate::support::expected(&mut connect_toe_testkit::oracle::Solver::new(), &position);
        let game: connect_toe_game::Game = text.parse().expect("game text");
        connect_toe_game::with_game!(&game, record => {
            let rules = record.rules();
            let cells = rules.parse_moves(&moves.join(" ")).expect("legal moves");
            let board = cells.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell));
            for engine in Engine::all() {
                let Some(prover) = engine.build(rules, Memory(1 << 18)) else { continue };
                let mut solver = Solver::with_prover(rules.clone(), prover, 1);
                let answer = solver.solve(&board, crate::support::EVERYTHING, &Control::new(), |_| {});
                let told = crate::support::told(rules, &board, &answer);
                assert_eq!(told, expected, "{} on {text} after {moves:?}", engine.name);
                crate::support::check_line(rules, &board, &answer, &text);
            }
        });
    }
}

/// A table of a few slots is overwritten all the time.
#[test]
fn little_memory_changes_no_answer() {
    use connect_toe_solve::{Control, Memory, Solver};
    let mut random = SplitMix64::new(5);
    for _ in 0..60 {
        let text = game(&mut random, &Options::solvable()).to_string();
        let full = answer(&text, "", 1);
        let record: connect_toe_game::Game = text.parse().expect("game text");
        connect_toe_game::with_game!(&record, record => {
            let mut solver = Solver::new(record.rules().clone(), Memory(0), 1);
            let board = record.rules().start();
            let answer = solver.solve(&board, crate::support::EVERYTHING, &Control::new(), |_| {});
            assert_eq!((answer.bounds, answer.moves), (full.bounds, full.moves), "{text}");
            assert_eq!(answer.line, full.line, "{text}");
        });
    }
}

/// What was asked before changes nothing but the time.
#[test]
fn one_solver_for_many_positions() {
    use connect_toe_solve::{Control, Memory, Solver};
    let text = "4x3:3:-2:exact";
    let oracle_game = Game::parse(text).expect("game text");
    let record: connect_toe_game::Game = text.parse().expect("game text");
    connect_toe_game::with_game!(&record, record => {
        let mut solver = Solver::new(record.rules().clone(), Memory(1 << 14), 1);
        let mut oracle = connect_toe_testkit::oracle::Solver::new();
        let mut random = SplitMix64::new(6);
        for round in 0..300 {
            let plies = random.below(12);
            let played = moves(&mut random, &oracle_game, plies).join(" ");
            let position = oracle_game.replay(&played).expect("legal moves");
            let mut board = record.rules().start();
            for cell in record.rules().parse_moves(&played).expect("legal moves") {
                board = record.rules().play(&board, cell);
            }
            if round % 3 == 0 {
                solver.forget();
            }
            let answer = solver.solve(&board, crate::support::EVERYTHING, &Control::new(), |_| {});
            let expected = crate::support::expected(&mut oracle, &position);
            assert_eq!(crate::support::told(record.rules(), &board, &answer), expected, "{played}");
        }
    });
}
