//! What an answer says of its position, for each kind of question.

use connect_toe_game::{Rules, Side};
use connect_toe_solve::{
    Answer, CertifyError, Control, ExactResult, Memory, Phase, Question, Scope, Solver, Value,
};

fn solve(game: &str, board: &str, to_move: Option<Side>, question: Question) -> Answer {
    let rules = Rules::<u64>::compile(&game.parse().expect("game text")).expect("a small game");
    let board = rules.parse_board(board, to_move).expect("a board");
    Solver::new(rules, Memory(1 << 16), 1).solve(&board, question, &Control::new(), |_| {})
}

const WEAK: Question = Question { weak: true, scope: Scope::AllMoves };

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
        let answer = solve("3x3:3", "xxx/oo_/___", None, Question { weak, scope: Scope::BestMoves });
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
    let question = Question { weak: false, scope: Scope::Value };
    let answer = solver.solve(&board, question, &Control::new(), |phase| phases.push(phase));
    assert_eq!((answer.value(), phases), (Some(Value::Win(5)), vec![Phase::Value]));
    assert_eq!((answer.moves, answer.line, answer.nodes.moves, answer.nodes.line), (None, None, 0, 0));
    assert!(!answer.interrupted);
}

/// Stopped as soon as a phase begins, the answer has what the phases before it found.
#[test]
fn an_interrupt_keeps_what_earlier_phases_found() {
    let rules = Rules::<u64>::compile(&"5x4:4:-2".parse().expect("game text")).expect("a small game");
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
