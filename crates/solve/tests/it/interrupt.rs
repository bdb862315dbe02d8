//! A solver that is stopped says what it knows.

use connect_toe_game::{Game, with_game};
use connect_toe_solve::{Control, Memory, Question, Solver};

#[test]
fn a_stopped_solver_gives_true_bounds() {
    for (text, threads) in [("15x15:5", 1), ("15x15:5", 2), ("64x64:5", 1), ("4x4x4:4:all:misere", 3)] {
        let game: Game = text.parse().expect("game text");
        with_game!(&game, record => {
            let control = Control::new();
            let answer = std::thread::scope(|scope| {
                scope.spawn(|| {
                    // Some work is done before the stop.
                    while control.nodes() == 0 {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
                    control.stop();
                });
                let mut solver = Solver::new(record.rules().clone(), Memory(1 << 20), threads);
                solver.answer(&record.rules().start(), Question::default(), &control)
            });
            assert!(answer.interrupted && answer.bounds.exact().is_none(), "{text}");
            assert!(answer.bounds.lower < answer.bounds.upper && answer.best.is_empty(), "{text}");
            assert!(answer.nodes > 0, "{text}");
            assert_eq!(control.bounds(), answer.bounds, "{text}");
        });
    }
}

#[test]
fn a_stopped_control_stops_at_once() {
    let game: Game = "4x4:4".parse().expect("game text");
    with_game!(&game, record => {
        let control = Control::new();
        control.stop();
        let mut solver = Solver::new(record.rules().clone(), Memory(1 << 16), 2);
        let answer = solver.answer(&record.rules().start(), Question::default(), &control);
        assert!(answer.nodes < 5000);
    });
}
