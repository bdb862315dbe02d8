//! The terms of an explanation add up to the value.

use connect_toe_eval::Explanation;
use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};
use connect_toe_testkit::random_game::{Options, RandomGame};
use connect_toe_testkit::strategy;
use proptest::prelude::*;

use crate::support::{Wide, evaluator, heuristics, rules};

fn sum(explanation: &Explanation) -> i128 {
    explanation.terms.iter().map(|term| i128::from(term.value)).sum()
}

/// Explains a board by every heuristic, for both players.
fn check(rules: &Rules<Wide>, board: &Board<Wide>) {
    for heuristic in heuristics(rules) {
        let mut evaluator = evaluator(rules, heuristic.name);
        for side in Side::ALL {
            let value = evaluator.static_value(rules, board, side);
            let explanation = evaluator.explain(rules, board, side);
            let place = || format!("{} of {} {}", heuristic.name, rules.spec(), rules.board_text(board));
            assert_eq!(sum(&explanation), i128::from(value) * i128::from(explanation.units), "{}", place());
            assert_eq!(explanation.value(), value, "{}", place());
            for term in &explanation.terms {
                assert!(term.value != 0 && !term.about.is_empty(), "{term:?}: {}", place());
                for side in Side::ALL {
                    let on = |cell: &&Cell| board.stones_of(side).contains(cell.bit());
                    let stones = term.cells.iter().filter(on).count();
                    let is_counted = term.stones != BySide::default();
                    assert!(!is_counted || stones == usize::from(term.stones[side]), "{term:?}: {}", place());
                }
            }
            // An explanation leaves no trace.
            assert_eq!(evaluator.static_value(rules, board, side), value, "{}", place());
        }
    }
}

/// Explains every position of a game.
fn check_all(RandomGame { game, moves }: &RandomGame) {
    let rules = rules(game);
    let mut board = rules.start();
    check(&rules, &board);
    for cell in rules.parse_moves(&moves.join(" ")).expect("legal moves") {
        board = rules.play(&board, cell);
        check(&rules, &board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]
    #[test]
    fn terms_add_up_in_every_game(drawn in strategy::game_and_moves(Options::default(), 40)) {
        check_all(&drawn);
    }

    #[test]
    fn terms_add_up_in_every_game_of_the_wider_class(drawn in strategy::game_and_moves(Options::wider(), 40)) {
        check_all(&drawn);
    }
}

#[test]
fn terms_add_up_on_long_lines() {
    let rules = rules("20x2:20");
    let board = rules.start();
    check(&rules, &board);
    let rows = ["x".repeat(19) + "_", "o".repeat(18) + "__"].join("/");
    let stones = rules.parse_stones(&rows).expect("stones");
    check(&rules, &rules.position(stones, Side::X));
}

#[test]
fn the_articles_values_are_explained() {
    let rules = rules("3x3:3");
    let terms = |board: &str, name: &str| -> Vec<(String, i64)> {
        let stones = rules.parse_stones(board).expect("stones");
        let board = rules.position(stones, Side::X);
        let explanation = evaluator(&rules, name).explain(&rules, &board, Side::X);
        explanation.terms.iter().map(|term| (rules.moves_text(&term.cells), term.value)).collect()
    };
    assert_eq!(terms("x_o/_xo/__x", "terminal"), [("a3 b2 c1".to_owned(), 10)]);
    assert_eq!(terms("x__/_x_/___", "open-lines").len(), 6);
    let weighted = terms("x__/_x_/___", "weighted-lines");
    assert_eq!(weighted.iter().filter(|(_, value)| *value == 100).count(), 1);
    assert_eq!(weighted.iter().map(|(_, value)| value).sum::<i64>(), 150);
    assert_eq!(terms("___/___/___", "undecided"), []);
}
