//! Every heuristic with a definition of its own agrees with the independent reference implementation, on
//! any board of any game.

use connect_toe_game::Side;
use connect_toe_testkit::oracle::{Game, Player};
use connect_toe_testkit::random_game::{Options, RandomGame};
use connect_toe_testkit::strategy;
use proptest::prelude::*;

use crate::support::{evaluator, rules, value_of};

const NAMES: [&str; 6] =
    ["terminal", "open-lines", "weighted-lines", "optimistic", "pessimistic", "undecided"];

/// Asserts that every position on the way has the values of the reference implementation, with the same evaluators.
fn check(RandomGame { game, moves }: &RandomGame) -> Result<(), TestCaseError> {
    let rules = rules(game);
    let reference = Game::parse(game).expect("canonical game text");
    let mut evaluators = NAMES.map(|name| evaluator(&rules, name));
    let mut board = rules.start();
    let mut played = reference.start();
    let cells = rules.parse_moves(&moves.join(" ")).expect("legal moves");
    for turn in 0..=moves.len() {
        for (name, evaluator) in NAMES.into_iter().zip(&mut evaluators) {
            for (side, player) in [(Side::X, Player::X), (Side::O, Player::O)] {
                let value = evaluator.static_value(&rules, &board, side);
                prop_assert_eq!(
                    Some(i128::from(value)),
                    played.evaluate(name, player),
                    "{} for {} of {} {}",
                    name,
                    side,
                    game,
                    rules.board_text(&board)
                );
            }
        }
        if let (Some(&cell), Some(text)) = (cells.get(turn), moves.get(turn)) {
            board = rules.play(&board, cell);
            played = played.play(text).expect("a legal move");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_reference_implementation_agrees(
        drawn in strategy::game_and_moves(Options::default(), 24)
    ) {
        check(&drawn)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn the_reference_implementation_agrees_on_the_wider_class(
        drawn in strategy::game_and_moves(Options::wider(), 24)
    ) {
        check(&drawn)?;
    }
}

/// O has won without a line where X has none and no move is left.
#[test]
fn a_maker_without_a_line_has_failed() {
    for (game, sign) in [("3x3:3:free:maker", -1), ("3x3:3:free:maker:misere", 1)] {
        let value = |name, side| value_of(game, "xox/xxo/oxo", None, name, side);
        assert_eq!([Side::X, Side::O].map(|side| value("terminal", side)), [10 * sign; 2], "{game}");
        for name in ["optimistic", "pessimistic", "undecided"] {
            assert_eq!([Side::X, Side::O].map(|side| value(name, side)), [sign, -sign], "{name} of {game}");
        }
    }
}

/// The breaker's stones only take lines away.
#[test]
fn only_the_makers_lines_count() {
    let value = |board, name, side| value_of("3x3:3:free:maker", board, None, name, side);
    assert_eq!([Side::X, Side::O].map(|side| value("x__/_o_/___", "open-lines", side)), [4, -4]);
    assert_eq!([Side::X, Side::O].map(|side| value("x__/_o_/___", "weighted-lines", side)), [20, -20]);
    // Two rows, one of them with two stones of O alone.
    assert_eq!(value("xx_/oo_/___", "weighted-lines", Side::X), 100);
}
