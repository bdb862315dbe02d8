//! Every heuristic with a definition of its own agrees with the independent reference implementation, on
//! any board of any game.

use connect_toe_game::Side;
use connect_toe_testkit::oracle::{Game, Player};
use connect_toe_testkit::random_game::{Options, RandomGame};
use connect_toe_testkit::strategy;
use proptest::prelude::*;

use crate::support::{evaluator, rules};

const NAMES: [&str; 6] =
    ["terminal", "open-lines", "weighted-lines", "optimistic", "pessimistic", "undecided"];

proptest! {
    #[test]
    fn the_reference_implementation_agrees(
        RandomGame { game, moves } in strategy::game_and_moves(Options::default(), 24)
    ) {
        let rules = rules(&game);
        let reference = Game::parse(&game).expect("canonical game text");
        let mut evaluators = NAMES.map(|name| evaluator(&rules, name));
        // Every position on the way, with the same evaluators.
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
                        "{} for {} of {}", name, side, rules.board_text(&board)
                    );
                }
            }
            if let (Some(&cell), Some(text)) = (cells.get(turn), moves.get(turn)) {
                board = rules.play(&board, cell);
                played = played.play(text).expect("a legal move");
            }
        }
    }
}
