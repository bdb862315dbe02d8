//! Every claim against exhaustive search: the slow reference on small boards, the solver on larger ones.

use std::collections::BTreeMap;

use connect_toe_game::{Game, with_game};
use connect_toe_puzzles::{Attempt, Goal, Puzzle, attempt};
use connect_toe_solve::{Control, Memory, Question, Scope, Solver, Value};
use connect_toe_testkit::oracle::{self, ExactResult, Outcome, Position};
use connect_toe_testkit::random_game::{Options, RandomGame};
use connect_toe_work::Stop;

use crate::{found, game};

/// The result of a move for the side that makes it, with the plies to the end.
type MoveResult = (ExactResult, Option<u32>);
type Moves = BTreeMap<String, MoveResult>;

fn by_oracle(text: &str, moves: &str) -> Moves {
    let game = oracle::Game::parse(text).expect("a game");
    let solution = game.replay(moves).expect("moves").solve();
    let plies = |distance: Option<usize>| distance.map(|plies| plies as u32);
    solution
        .per_move
        .into_iter()
        .map(|(cell, (result, distance))| (cell, (result, plies(distance))))
        .collect()
}

fn by_solver(text: &str, moves: &str) -> Moves {
    let mut game = game(text);
    game.play(moves).expect("moves");
    let values: Vec<_> = with_game!(&game, record => {
        let mut solver = Solver::new(record.rules().clone(), Memory(1 << 24), 1);
        let question = Question { scope: Scope::AllMoves, ..Question::default() };
        let answer = solver.solve(record.board(), question, &Control::new(), |_| {});
        let all = answer.moves.clone().expect("is not stopped").all;
        all.iter().map(|found| (found.cell, answer.move_value(found).expect("is solved"))).collect()
    });
    let result = |value| match value {
        Value::Win(plies) => (ExactResult::Win, Some(plies)),
        Value::Draw => (ExactResult::Draw, None),
        Value::Loss(plies) => (ExactResult::Loss, Some(plies)),
    };
    values.into_iter().map(|(cell, value)| (game.cell_text(cell), result(value))).collect()
}

fn check(text: &str, puzzle: &Puzzle, moves: &Moves) {
    let mut game = game(text);
    game.play(&game.moves_text(&puzzle.moves)).expect("moves");
    let name = format!("{text} {}: {:?}", game.moves_text(&puzzle.moves), puzzle.goal);
    let solution = game.cell_text(puzzle.solution[0]);
    let is_sooner = |distance: Option<u32>, plies: u32| distance.is_some_and(|found| found <= plies);
    let with = |good: &dyn Fn(&MoveResult) -> bool| -> Vec<&String> {
        moves.iter().filter(|(_, value)| good(value)).map(|(cell, _)| cell).collect()
    };
    match puzzle.goal {
        Goal::Win { .. } | Goal::Fork => {
            let plies = puzzle.goal.distance().expect("it wins");
            let winning =
                with(&|&(result, distance)| result == ExactResult::Win && is_sooner(distance, plies));
            assert_eq!(winning, [&solution], "{name}");
            assert_eq!(moves[&solution], (ExactResult::Win, Some(plies)), "{name}");
            assert_eq!(puzzle.solution.len() as u32, plies, "{name}");
            let mut end = game.clone();
            end.play(&game.moves_text(&puzzle.solution)).expect("legal moves");
            let winner = end.outcome().and_then(connect_toe_game::Outcome::winner);
            assert_eq!(winner, Some(puzzle.to_move), "{name}");
        }
        Goal::Hold { within: None } => {
            let holding = with(&|&(result, _)| result != ExactResult::Loss);
            assert_eq!(holding, [&solution], "{name}");
        }
        Goal::Hold { within: Some(plies) } => {
            let holding =
                with(&|&(result, distance)| result != ExactResult::Loss || !is_sooner(distance, plies));
            assert_eq!(holding, [&solution], "{name}");
        }
    }
    check_attempts(&game, puzzle, &name);
}

/// The good move is right and every other one wrong.
fn check_attempts(game: &Game, puzzle: &Puzzle, name: &str) {
    for cell in game.legal_moves() {
        let tried =
            attempt(game, puzzle.goal, Some(puzzle.solution[0]), cell, &Stop::new()).expect("is decided");
        let is_right = matches!(tried, Attempt::Right { .. });
        assert_eq!(is_right, cell == puzzle.solution[0], "{name} {}", game.cell_text(cell));
        assert!(!tried.text(game, puzzle.goal).is_empty());
    }
}

/// The cells that can be taken after a move and complete a line then, whatever the opponent answers elsewhere.
fn threats(position: &Position<'_>, cell: &str) -> usize {
    let mover = position.to_move();
    let after = position.play(cell).expect("is legal");
    let mut threats = after.legal_moves();
    threats.retain(|threat| {
        let replies = after.legal_moves().into_iter().filter(|reply| reply != threat);
        replies.into_iter().any(|reply| {
            let position = after.play(&reply).expect("is legal");
            let won = position.play(threat).ok().and_then(|end| end.outcome());
            position.outcome().is_none() && won == Some(Outcome::Win(mover))
        })
    });
    threats.len()
}

#[test]
fn claims_hold_on_small_boards() {
    let mut kinds = [0; 3];
    for text in
        ["3x3:3", "3x3:3:free:misere", "3x3:3:free:torus", "4x3:3", "4x3:3:-2", "4x4:4:-2", "3x3x3:3:-3"]
    {
        for puzzle in found(text, 8, 3, 2).puzzles {
            let game = game(text);
            let empty = game.geometry().cells().len() - puzzle.moves.len();
            let moves = game.moves_text(&puzzle.moves);
            let values = if empty <= 10 { by_oracle(text, &moves) } else { by_solver(text, &moves) };
            check(text, &puzzle, &values);
            kinds[match puzzle.goal {
                Goal::Win { .. } => 0,
                Goal::Hold { .. } => 1,
                Goal::Fork => 2,
            }] += 1;
            if puzzle.goal == Goal::Fork {
                let reference = oracle::Game::parse(text).expect("a game");
                let position = reference.replay(&moves).expect("moves");
                let forks = position.legal_moves().into_iter().filter(|cell| threats(&position, cell) > 1);
                assert_eq!(forks.collect::<Vec<_>>(), [game.cell_text(puzzle.solution[0])], "{text} {moves}");
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 2), "{kinds:?}");
}

#[test]
fn claims_hold_in_games_of_every_kind() {
    let (mut checked, mut seed) = (0, 0);
    while checked < 60 {
        seed += 1;
        let text = RandomGame::draw(seed, &Options::solvable()).game;
        let wanted = connect_toe_puzzles::Wanted { count: 2, seed, threads: 1 };
        let mut go_on = |_| std::ops::ControlFlow::Continue(());
        let Ok(found) = connect_toe_puzzles::find(&game(&text), wanted, &Stop::new(), &mut go_on) else {
            continue;
        };
        for puzzle in found.puzzles {
            check(&text, &puzzle, &by_oracle(&text, &game(&text).moves_text(&puzzle.moves)));
            checked += 1;
        }
    }
}

#[test]
fn claims_hold_on_larger_boards() {
    for text in [
        "4x4:3",
        "4x4:3:free:exact",
        "4x4:4:free:torus",
        "4x4:4:free:misere",
        "5x5:4",
        "5x4:4:-2",
        "connect-four",
        "5x5:4:+1,-1",
    ] {
        for puzzle in found(text, 6, 1, 2).puzzles {
            // Earlier positions take the solver too long for a test.
            if game(text).geometry().cells().len() - puzzle.moves.len() <= 18 {
                check(text, &puzzle, &by_solver(text, &game(text).moves_text(&puzzle.moves)));
            }
        }
    }
}
