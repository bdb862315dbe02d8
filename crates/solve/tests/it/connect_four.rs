//! Published results of standard Connect Four.

use connect_toe_game::{Bits, Game, with_game};
use connect_toe_solve::{Control, Memory, Question, Scope, Solver, Value};
use connect_toe_testkit::cases::connect_four;
use connect_toe_testkit::oracle::ExactResult;

use crate::support::result;

/// The score that the published lists give: the winner's stones in hand at the end, plus one.
fn published(score: i64, stones: u32) -> (ExactResult, Option<usize>) {
    // The side to move places stones at plies 1, 3, …; of 42 cells each side has 21.
    let placed = |side_moves_now: bool| if side_moves_now { stones / 2 } else { stones.div_ceil(2) };
    let to_come = |side_moves_now: bool| 22 - score.unsigned_abs() as u32 - placed(side_moves_now);
    match score {
        1.. => (ExactResult::Win, Some(2 * to_come(true) as usize - 1)),
        0 => (ExactResult::Draw, None),
        _ => (ExactResult::Loss, Some(2 * to_come(false) as usize)),
    }
}

fn check(set: &str, count: usize) {
    let game: Game = connect_four::GAME.parse().expect("game text");
    let set = connect_four::TEST_SETS.into_iter().find(|one| one.name == set).expect("a published set");
    with_game!(&game, record => {
        let rules = record.rules();
        let mut solver = Solver::new(rules.clone(), Memory(1 << 24), 1);
        for position in set.positions().into_iter().take(count) {
            let cells = rules.parse_moves(position.moves).expect("legal moves");
            let board = cells.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell));
            let bounds = solver.bounds(&board, false, &Control::new());
            let value = bounds.exact().expect("not interrupted").value(rules.empty(&board).count());
            assert_eq!(result(value), published(position.score, board.stones()), "{}", position.moves);
        }
    });
}

/// How many positions of each set are solved: all of them, or what takes a second or two without `RUN_SLOW_TESTS`.
const IN_PART: [(&str, usize); 6] = [
    ("Test_L3_R1", 1000),
    ("Test_L2_R1", 1000),
    ("Test_L2_R2", 100),
    ("Test_L1_R1", 300),
    ("Test_L1_R2", 4),
    ("Test_L1_R3", 0),
];

fn slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

#[test]
fn the_six_public_sets() {
    for (set, count) in IN_PART {
        check(set, if slow() { usize::MAX } else { count });
    }
}

/// Published results of the empty board, for the side that moves first (J. Tromp's table of small boards).
#[test]
fn empty_boards() {
    let results = [
        ("4x4:4:-2", 0),
        ("5x4:4:-2", 0),
        ("4x5:4:-2", 0),
        ("5x5:4:-2", 0),
        ("6x4:4:-2", -1),
        ("6x5:4:-2", 0),
        ("5x6:4:-2", 0),
        ("7x4:4:-2", 0),
        ("3x3x3:3:-3", 1),
    ];
    let slowly = [("7x5:4:-2", 0), ("6x6:4:-2", -1), ("7x6:4:-2", 1), ("8x4:4:-2", -1)];
    for (text, sign) in results.into_iter().chain(slowly.into_iter().filter(|_| slow())) {
        with_solver!(text, "", 1, (solver, board) => {
            let bounds = solver.bounds(&board, true, &Control::new());
            let found = i32::from(bounds.lower.0 > 0) - i32::from(bounds.upper.0 < 0);
            assert_eq!(found, sign, "{text}");
        });
    }
}

/// The value of every first move (V. Allis, J. Allen, 1988): the middle column wins at ply 41, those beside it draw,
/// the others lose at plies 42 and 40, counted from the empty board.
#[test]
fn first_moves() {
    if !slow() {
        return;
    }
    let game: Game = connect_four::GAME.parse().expect("game text");
    with_game!(&game, record => {
        let rules = record.rules();
        let mut solver = Solver::new(rules.clone(), Memory(1 << 26), 2);
        let everything = Question { scope: Scope::AllMoves, ..Question::default() };
        let answer = solver.solve(&rules.start(), everything, &Control::new(), |_| {});
        let moves = answer.moves.as_ref().expect("it was asked for moves");
        let values: Vec<Value> =
            moves.all.iter().map(|found| answer.move_value(found).expect("solved")).collect();
        let (edge, next) = (Value::Loss(40), Value::Loss(42));
        assert_eq!(values, [edge, next, Value::Draw, Value::Win(41), Value::Draw, next, edge]);
    });
}
