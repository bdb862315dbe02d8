//! A solver's answers as text, to be compared with the oracle's.

use std::collections::BTreeMap;

use connect_toe_game::{Bits, Board, Rules};
use connect_toe_solve::{Answer, Bounds, Budget, Control, Memory, Question, Scope, Solver, Value};
use connect_toe_testkit::oracle::{self, ExactResult};

/// A result and a distance.
pub(crate) type Result = (ExactResult, Option<usize>);

pub(crate) fn result(value: Value) -> Result {
    let distance = value.distance().map(|plies| plies as usize);
    match value {
        Value::Win(_) => (ExactResult::Win, distance),
        Value::Draw => (ExactResult::Draw, distance),
        Value::Loss(_) => (ExactResult::Loss, distance),
    }
}

/// An exact answer in the oracle's words.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) value: Result,
    pub(crate) best: Vec<String>,
    pub(crate) moves: BTreeMap<String, Result>,
}

pub(crate) fn told<B: Bits>(rules: &Rules<B>, board: &Board<B>, answer: &Answer) -> Told {
    let empty = rules.empty(board).count();
    let value = answer.value().expect("an exact answer");
    if rules.outcome(board).is_none() {
        assert_eq!(answer.bounds, Bounds::exactly(value.score(empty)));
    }
    let text = |cell| rules.geometry().cell_text(cell);
    let moves = answer.moves.as_ref().expect("it was asked for moves");
    let mut best: Vec<String> = moves.best.iter().map(|&cell| text(cell)).collect();
    best.sort();
    let row = |found| result(answer.move_value(found).expect("an exact answer"));
    Told {
        value: result(value),
        best,
        moves: moves.all.iter().map(|found| (text(found.cell), row(found))).collect(),
    }
}

/// What the oracle says.
pub(crate) fn expected(solver: &mut oracle::Solver, position: &oracle::Position<'_>) -> Told {
    let solution = solver.solve(position);
    Told {
        value: (solution.result, solution.distance),
        best: solution.best,
        moves: solution.per_move.into_iter().collect(),
    }
}

pub(crate) const EVERYTHING: Question =
    Question { weak: false, scope: Scope::AllMoves, budget: Budget::Unlimited };

/// A solver for a game and a closure's worth of code that is generic in its bitboard type.
macro_rules! with_solver {
    ($text:expr, $moves:expr, $threads:expr, ($solver:ident, $board:ident) => $body:expr) => {{
        let mut game: connect_toe_game::Game = $text.parse().expect("game text");
        connect_toe_game::with_game!(&mut game, record => {
            for cell in record.rules().parse_moves($moves).expect("legal moves") {
                record.play(cell).expect("a legal move");
            }
            let mut $solver = connect_toe_solve::Solver::new(
                record.rules().clone(), connect_toe_solve::Memory(1 << 20), $threads);
            let $board = *record.board();
            $body
        })
    }};
}

/// Checks that the line is legal, keeps the value at every ply, and ends when it should.
pub(crate) fn check_line<B: Bits>(rules: &Rules<B>, board: &Board<B>, answer: &Answer, text: &str) {
    let mut solver = Solver::new(rules.clone(), Memory(1 << 16), 1);
    let mut here = *board;
    let mut score = answer.bounds.exact().expect("an exact answer");
    for &cell in answer.line.as_deref().expect("it was asked for a line") {
        assert!(rules.outcome(&here).is_none() && rules.legal(&here).contains(cell.bit()), "{text}");
        score = if rules.moves_again(&here) { score } else { -score };
        here = rules.play(&here, cell);
        let bounds = solver.bounds(&here, false, &Control::new());
        assert_eq!(bounds.exact(), Some(score), "{text}: the line leaves the value");
    }
    assert!(rules.outcome(&here).is_some(), "{text}: the line stops before the end");
}

/// Checks everything about one position.
pub(crate) fn check(text: &str, moves: &str, threads: usize) {
    let oracle_game = oracle::Game::parse(text).expect("game text");
    let position = oracle_game.replay(moves).expect("legal moves");
    let expected = expected(&mut oracle::Solver::new(), &position);
    with_solver!(text, moves, threads, (solver, board) => {
        let answer = solver.solve(&board, EVERYTHING, &Control::new(), |_| {});
        let what = format!("{text} after {moves:?}");
        assert_eq!(told(solver.rules(), &board, &answer), expected, "{what}");
        check_line(solver.rules(), &board, &answer, &what);
        assert!(!answer.interrupted);

        let weak = solver.solve(&board, Question { weak: true, ..EVERYTHING }, &Control::new(), |_| {});
        let sign = |value: Result| value.0;
        assert_eq!(weak.result().map(weak_result), Some(sign(expected.value)), "{what}");
        let moves = weak.moves.expect("it was asked for moves");
        for found in &moves.all {
            let value = expected.moves[&solver.rules().geometry().cell_text(found.cell)];
            assert_eq!(found.bounds.result().map(weak_result), Some(sign(value)), "{what}");
        }
        assert_eq!(moves.all.len(), expected.moves.len());
        let keeping = expected.moves.values().filter(|value| sign(**value) == sign(expected.value)).count();
        assert_eq!(moves.best.len(), keeping, "{what}");
    });
}

fn weak_result(result: connect_toe_solve::ExactResult) -> ExactResult {
    match result {
        connect_toe_solve::ExactResult::Win => ExactResult::Win,
        connect_toe_solve::ExactResult::Draw => ExactResult::Draw,
        connect_toe_solve::ExactResult::Loss => ExactResult::Loss,
    }
}

/// The whole answer about a position, found by `threads` threads.
pub(crate) fn answer(text: &str, moves: &str, threads: usize) -> Answer {
    with_solver!(text, moves, threads, (solver, board) => {
        solver.solve(&board, EVERYTHING, &Control::new(), |_| {})
    })
}
