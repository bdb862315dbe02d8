//! Blocked cells, turns of several stones, makers and breakers, and lines that are not rows: the solver says what the
//! oracle says, and finds what is known.

use connect_toe_solve::{Budget, Control, ExactResult, Memory, Question, Scope, Solver};
use connect_toe_testkit::oracle::Game;
use connect_toe_testkit::random_game::{Options, RandomGame};

use crate::support::check;

#[test]
fn random_positions_of_random_games() {
    for seed in 0..1500 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::wider_solvable());
        check(&game, &moves.join(" "), 1);
    }
}

/// The last plies of larger boards.
#[test]
fn ends_of_larger_games() {
    let mut checked = 0;
    for seed in 0..2000 {
        let RandomGame { game, moves } =
            RandomGame::draw(seed, &Options { max_cells: 14, ..Options::wider() });
        let reference = Game::parse(&game).expect("drawn");
        if reference.cells().len() <= moves.len() + 8 {
            check(&game, &moves.join(" "), 1);
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

fn result(text: &str) -> Option<ExactResult> {
    let game: connect_toe_game::Game = text.parse().expect("game text");
    connect_toe_game::with_game!(&game, record => {
        let mut solver = Solver::new(record.rules().clone(), Memory(16 << 20), 1);
        let question = Question { weak: true, scope: Scope::Value, budget: Budget::Unlimited };
        solver.solve(record.board(), question, &Control::new(), |_| {}).result()
    })
}

/// Counts name positions by their stones; whose turn it is follows from the rules.
#[test]
fn positions_of_several_stones_a_turn_are_counted() {
    use connect_toe_game::Rules;
    use connect_toe_solve::count_positions;
    use connect_toe_work::Stop;
    for text in ["3x3:3:free:turn=1+2", "3x3:3:free:turn=2+1", "3x3:3:free:maker", "2x4:3:-2:turn=2+2"] {
        let rules = Rules::<u64>::compile(&text.parse().expect("a game")).expect("fits");
        let reference = Game::parse(text).expect("a game");
        let counted = count_positions(&rules, 5, Memory(1 << 24), &Stop::new(), |_| {}).expect("has room");
        let expected: Vec<u64> = reference.positions_per_ply(5).iter().map(|ply| ply.total).collect();
        assert_eq!(counted.positions, expected, "{text}");
    }
}

/// M. Carroll and S. T. Dougherty, "Tic-tac-toe on a finite plane" (2004): the first player wins on affine planes of
/// order up to 4 and on the projective plane of order 2, and the others are draws.
#[test]
fn finite_planes() {
    for text in ["2x2:plane", "3x3:plane", "4x4:plane", "7:projective"] {
        assert_eq!(result(text), Some(ExactResult::Win), "{text}");
    }
    for text in ["5x5:plane", "13:projective", "21:projective"] {
        assert_eq!(result(text), Some(ExactResult::Draw), "{text}");
    }
}

/// Harary's animals on boards where they are known to be winners, or not: El and Tic win on 3x3 and 4x3 boards, Fatty
/// never does.
#[test]
fn animals() {
    assert_eq!(result("2x2:shape=a1+a2"), Some(ExactResult::Win));
    assert_eq!(result("3x3:shape=a1+a2+b1"), Some(ExactResult::Win));
    for size in ["3x3", "4x4", "5x5"] {
        // Pairing dominoes like bricks stops the square.
        assert_eq!(result(&format!("{size}:shape=a1+a2+b1+b2")), Some(ExactResult::Draw), "{size}");
    }
}
