//! What an answer says of its position, for each kind of question.

use connect_toe_game::{GameSpec, Rules, Side};
use connect_toe_solve::{
    Answer, Budget, CertifyError, Control, ExactResult, Memory, Missing, Phase, Question, Scope, Solver,
    Value,
};

fn solve(game: &str, board: &str, to_move: Option<Side>, question: Question) -> Answer {
    let rules = Rules::<u64>::compile(&game.parse().expect("game text")).expect("a small game");
    let board = rules.parse_board(board, to_move).expect("a board");
    Solver::new(rules, Memory(1 << 16), 1).solve(&board, question, &Control::new(), |_| {})
}

const WEAK: Question = Question { weak: true, scope: Scope::AllMoves, budget: Budget::Unlimited };

#[test]
fn weak_questions_have_results_without_distances() {
    let answer = solve("3x3:3", "xo_/___/___", None, WEAK);
    assert_eq!((answer.result(), answer.value(), answer.distance()), (Some(ExactResult::Win), None, None));
    assert_eq!(answer.score_pons(), None);
    let moves = answer.moves.clone().expect("the question was for moves").all;
    for found in &moves {
        let expected = (found.bounds.result() == Some(ExactResult::Draw)).then_some(Value::Draw);
        assert_eq!(answer.move_value(found), expected);
    }
    let drawn = solve("3x3:3", "___/___/___", None, WEAK);
    assert_eq!((drawn.value(), drawn.distance(), drawn.score_pons()), (Some(Value::Draw), None, Some(0)));
}

#[test]
fn finished_games_end_in_no_plies() {
    for weak in [false, true] {
        let answer = solve("3x3:3", "xxx/oo_/___", None, Question { weak, ..Question::default() });
        assert!(answer.is_over() && !answer.interrupted);
        assert_eq!((answer.value(), answer.distance()), (Some(Value::Loss(0)), Some(0)));
        // X has two of its five stones in hand.
        assert_eq!(answer.score_pons(), Some(-3));
        assert_eq!(answer.line, Some(Vec::new()));
    }
}

#[test]
fn stones_of_no_game_have_no_pons_score() {
    let answer = solve("3x3:3", "xx_/___/___", Some(Side::X), Question::default());
    assert_eq!((answer.value(), answer.score_pons()), (Some(Value::Win(1)), None));
}

#[test]
fn a_question_for_the_value_alone_looks_for_no_moves() {
    let rules = Rules::<u64>::compile(&"4x4:3".parse().expect("game text")).expect("a small game");
    let board = rules.start();
    let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    let mut phases = Vec::new();
    let question = Question { scope: Scope::Value, ..Question::default() };
    let answer = solver.solve(&board, question, &Control::new(), |phase| phases.push(phase));
    assert_eq!((answer.value(), phases), (Some(Value::Win(5)), vec![Phase::Value]));
    assert_eq!((answer.moves, answer.line, answer.nodes.moves, answer.nodes.line), (None, None, 0, 0));
    assert!(!answer.interrupted);
}

/// Stopped as soon as a phase begins, the answer has what the phases before it found.
#[test]
fn an_interrupt_keeps_what_earlier_phases_found() {
    let rules = Rules::<u64>::compile(&"5x5:4:-2".parse().expect("game text")).expect("a small game");
    let board = rules.start();
    for last in [Phase::Value, Phase::Moves, Phase::Line, Phase::Certificate] {
        let mut solver = Solver::new(rules.clone(), Memory(1 << 20), 1);
        let control = Control::new();
        let stop_at = |phase| {
            if phase == last {
                control.stop();
            }
        };
        let (answer, written) =
            solver.solve_and_certify(&board, Question::default(), &control, stop_at, 1000, Vec::new());
        assert!(answer.interrupted, "{last:?}");
        assert!(matches!(written, Err(CertifyError::Interrupted(_))), "{last:?}");
        assert_eq!(answer.value().is_some(), last > Phase::Value, "{last:?}");
        assert_eq!(answer.moves.as_ref().is_some_and(|moves| !moves.interrupted), last > Phase::Moves);
        assert_eq!(answer.line.is_some(), last > Phase::Line, "{last:?}");
    }
}

/// After the result is known, the rest has a budget, and the answer says what is missing.
#[test]
fn a_budget_limits_what_comes_after_the_result() {
    let asked = |weak, budget| {
        let question = Question { weak, scope: Scope::BestMoves, budget };
        solve("5x5:4:-2", "_____/_____/_____/_____/_____", None, question)
    };
    let whole = asked(false, Budget::Unlimited);
    assert_eq!((whole.missing(), whole.interrupted), (vec![], false));
    let short = asked(false, Budget::Nodes(1));
    assert_eq!(short.result(), whole.result());
    assert!(!short.interrupted, "nobody stopped it");
    for answer in [asked(false, Budget::Proportional), asked(true, Budget::Proportional)] {
        assert_eq!((answer.result(), answer.missing()), (whole.result(), vec![]));
    }
    let win = |weak, budget| {
        solve(
            "6x4:4:-2",
            "______/______/__x___/__o___",
            None,
            Question { weak, budget, ..Question::default() },
        )
    };
    let (whole, short) = (win(false, Budget::Unlimited), win(false, Budget::Nodes(1)));
    assert!(whole.distance().is_some());
    assert_eq!(short.result(), whole.result());
    if short.distance().is_none() {
        assert!(short.missing().contains(&Missing::Distance), "{:?}", short.missing());
    }
    let weak = win(true, Budget::Unlimited);
    assert_eq!(weak.moves.expect("one move").best.len(), 1, "one move is enough");
}

/// The prover alone takes more than six seconds for each of these; threats of the first or second order win.
#[test]
fn a_win_by_threats_is_known_soon() {
    let game: GameSpec = "7x7:5:free:torus".parse().expect("game text");
    let rules = Rules::<u64>::compile(&game).expect("a small game");
    let question = Question { weak: true, budget: Budget::Proportional, ..Question::default() };
    for (moves, first, line) in [
        ("a4 f4 e7 a7 e1 c6 c3 c2 e4 d6 g1 d1 a3 a2", "e3", Some(9)),
        ("e4 b5 e3 c4 b2 d4 b7 e5 f6 d7 f3 c6", "a1", Some(7)),
        ("c4 e1 b2 e3 d1 e7 b5 f5 e6 f6 g6 a4 a5 d6 d7", "f4", None),
    ] {
        let cells = rules.parse_moves(moves).expect("legal moves");
        let board = cells.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell));
        let mut solver = Solver::new(rules.clone(), Memory(1 << 22), 1);
        let answer = solver.solve(&board, question, &Control::new(), |_| {});
        assert_eq!(answer.result(), Some(ExactResult::Win), "{moves}");
        let best = answer.moves.expect("a move").best;
        assert_eq!(rules.moves_text(&best), first, "{moves}");
        assert!(answer.nodes.value < 30_000, "{moves}: {:?}", answer.nodes);
        if line.is_some() {
            assert_eq!(answer.line.map(|line| line.len()), line, "{moves}");
        }
    }
}
