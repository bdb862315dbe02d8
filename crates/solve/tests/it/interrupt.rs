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
                solver.solve(&record.rules().start(), Question::default(), &control, |_| {})
            });
            assert!(answer.interrupted && answer.bounds.exact().is_none(), "{text}");
            assert!(answer.bounds.lower < answer.bounds.upper && answer.moves.is_none(), "{text}");
            assert!(answer.nodes.value > 0 && answer.nodes.total() == answer.nodes.value, "{text}");
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
        let answer = solver.solve(&record.rules().start(), Question::default(), &control, |_| {});
        assert!(answer.nodes.total() < 5000);
    });
}

/// There a node takes long, and so do a look at a position and the list of its moves.
#[test]
fn a_solver_stops_soon_on_the_largest_boards() {
    for text in
        ["8x8x8x8:3:all", "16x16x16:3:all:exact", "4x4x4x4x4x4:2:all", "64x64:7:free:misere", "4x4x4x4x4x4:4"]
    {
        let game: Game = text.parse().expect("game text");
        with_game!(&game, record => {
            let mut solver = Solver::new(record.rules().clone(), Memory(1 << 20), 1);
            let control = Control::new();
            let since = std::thread::scope(|scope| {
                let stopped = scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(700));
                    control.stop();
                    std::time::Instant::now()
                });
                let answer = solver.solve(&record.rules().start(), Question::default(), &control, |_| {});
                let now = std::time::Instant::now();
                assert!(answer.interrupted, "{text}");
                now.saturating_duration_since(stopped.join().expect("it slept"))
            });
            assert!(since.as_secs_f64() < 1.0, "{text}: {since:?}");
        });
    }
}

/// Nobody wins or loses in 0 plies where the game goes on.
#[test]
fn bounds_of_a_stopped_weak_question_are_sharp() {
    for text in ["7x6:4:-2", "4x4:4", "4x4x4:4:all:misere"] {
        let game: Game = text.parse().expect("game text");
        with_game!(&game, record => {
            let rules = record.rules();
            let control = Control::new();
            control.stop();
            let found = |weak| {
                Solver::new(rules.clone(), Memory(1 << 16), 1)
                    .with_book(None)
                    .bounds(&rules.start(), weak, &control)
            };
            assert_eq!(found(true), found(false), "{text}");
            assert_eq!(control.bounds(), found(true), "{text}");
        });
    }
}

/// Stones fall, are free, or come through several faces: three provers.
#[test]
fn a_limit_of_nodes_is_kept() {
    for text in ["7x6:4:-2", "10x10:5", "4x4x4:4", "7x7:4:-1,+1,-2"] {
        let game: Game = text.parse().expect("game text");
        with_game!(&game, record => {
            for limit in [1, 100, 5000, 20_000] {
                let mut solver = Solver::new(record.rules().clone(), Memory(1 << 20), 1);
                let control = Control::new().limited(limit);
                let answer = solver.solve(&record.rules().start(), Question::default(), &control, |_| {});
                assert!(answer.interrupted, "{text}, {limit}");
                let nodes = answer.nodes.total();
                assert!((limit..=limit + limit / 10 + 1).contains(&nodes), "{text}, {limit}: {nodes}");
            }
        });
    }
}
