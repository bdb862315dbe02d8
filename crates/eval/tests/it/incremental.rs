//! An evaluator that has seen other positions gives the same values as a new one.

use connect_toe_eval::WIN;
use connect_toe_game::Side;
use connect_toe_testkit::random_game::{Options, RandomGame};
use connect_toe_testkit::strategy;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::{evaluator, heuristics, rules};

/// Looks at the positions of two games, in order and then by jumps, with the same evaluators and with new ones.
fn check(RandomGame { game, moves }: &RandomGame, jumps: &[Index]) -> Result<(), TestCaseError> {
    let rules = rules(game);
    let mut boards = vec![rules.start()];
    for cell in rules.parse_moves(&moves.join(" ")).expect("legal moves") {
        boards.push(rules.play(&boards[boards.len() - 1], cell));
    }
    // A second game from the same start, so that jumps lead to unrelated stones too.
    let mut board = rules.start();
    while rules.outcome(&board).is_none() {
        let legal = rules.legal_moves(&board);
        board = rules.play(&board, legal[boards.len() * 7 % legal.len()]);
        boards.push(board);
    }
    // Positions in order, then jumps among them.
    let steps = boards.iter().chain(jumps.iter().map(|jump| jump.get(&boards)));
    let steps: Vec<_> = steps.collect();
    for heuristic in heuristics(&rules) {
        let mut seasoned = evaluator(&rules, heuristic.name);
        for &board in &steps {
            let mut fresh = evaluator(&rules, heuristic.name);
            for side in Side::ALL {
                prop_assert_eq!(
                    seasoned.static_value(&rules, board, side),
                    fresh.static_value(&rules, board, side),
                    "{} of {}",
                    heuristic.name,
                    rules.board_text(board)
                );
                if rules.outcome(board).is_none() {
                    let value = seasoned.evaluate(&rules, board, side);
                    prop_assert_eq!(value, fresh.evaluate(&rules, board, side));
                    prop_assert!(value.abs() < WIN && value.abs() <= seasoned.win_value());
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn values_do_not_depend_on_the_positions_before(
        drawn in strategy::game_and_moves(Options::default(), 24),
        jumps in proptest::collection::vec(any::<Index>(), 1..12),
    ) {
        check(&drawn, &jumps)?;
    }

    #[test]
    fn values_in_the_wider_class_do_not_depend_on_the_positions_before(
        drawn in strategy::game_and_moves(Options::wider(), 24),
        jumps in proptest::collection::vec(any::<Index>(), 1..12),
    ) {
        check(&drawn, &jumps)?;
    }
}
