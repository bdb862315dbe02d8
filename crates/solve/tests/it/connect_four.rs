//! Published results of standard Connect Four.

use connect_toe_game::{Bits, Game, with_game};
use connect_toe_solve::{Control, Memory, Solver};
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

fn check(set: &str, step: usize) {
    let game: Game = connect_four::GAME.parse().expect("game text");
    let set = connect_four::TEST_SETS.into_iter().find(|one| one.name == set).expect("a published set");
    with_game!(&game, record => {
        let rules = record.rules();
        let mut solver = Solver::new(rules.clone(), Memory(1 << 24), 1);
        for position in set.positions().into_iter().step_by(step) {
            let cells = rules.parse_moves(position.moves).expect("legal moves");
            let board = cells.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell));
            let bounds = solver.bounds(&board, false, &Control::new());
            let value = bounds.exact().expect("not interrupted").value(rules.empty(&board).count());
            assert_eq!(result(value), published(position.score, board.stones()), "{}", position.moves);
        }
    });
}

#[test]
fn ends_of_games() {
    check("Test_L3_R1", 1);
}

#[test]
fn middles_of_games() {
    check("Test_L2_R1", 10);
}
