//! The two views are opposite, and mirror images are worth the same.

use connect_toe_game::{Board, BySide, Cell, Rules, Side};
use connect_toe_testkit::random_game::{Options, RandomGame, SplitMix64};
use connect_toe_testkit::strategy;
use proptest::prelude::*;

use crate::support::{Wide, evaluator, rules};

const SYMMETRIC: [&str; 3] = ["open-lines", "weighted-lines", "runs"];

proptest! {
    #[test]
    fn one_sides_gain_is_the_others_loss(
        RandomGame { game, moves } in strategy::game_and_moves(Options::default(), 24)
    ) {
        let rules = rules(&game);
        let cells = rules.parse_moves(&moves.join(" ")).expect("legal moves");
        let board = cells.into_iter().fold(rules.start(), |board, cell| rules.play(&board, cell));
        for name in SYMMETRIC {
            let mut evaluator = evaluator(&rules, name);
            let x = evaluator.static_value(&rules, &board, Side::X);
            prop_assert_eq!(x, -evaluator.static_value(&rules, &board, Side::O), "{}", name);
            if rules.outcome(&board).is_none() {
                let x = evaluator.evaluate(&rules, &board, Side::X);
                prop_assert_eq!(x, -evaluator.evaluate(&rules, &board, Side::O), "{}", name);
            }
        }
    }
}

/// The board with dimension 1 reversed.
fn mirrored(rules: &Rules<Wide>, board: &Board<Wide>) -> Board<Wide> {
    let geometry = rules.geometry();
    let stones = BySide::from_fn(|side| {
        let mut image = Wide::default();
        for bit in connect_toe_game::Bits::members(board.stones_of(side)) {
            let mut place = geometry.coordinates(Cell::from_bit(bit));
            place[0] = geometry.sizes()[0] - 1 - place[0];
            image =
                connect_toe_game::Bits::with(image, geometry.cell_at(&place).expect("on the board").bit());
        }
        image
    });
    rules.position(stones, board.to_move())
}

#[test]
fn mirror_images_are_worth_the_same() {
    let mut random = SplitMix64::new(1);
    for game in [
        "7x6:4:-2",
        "4x4x4:4:-3",
        "4x4x4:4",
        "9x9:5",
        "6x6:4:+1,-1,+2,-2",
        "9x9:5:free:exact",
        "5x5:4:free:misere",
        "5x4:3:free:torus",
        "6x5:4:+2:misere",
    ] {
        let rules = rules(game);
        for _ in 0..30 {
            let mut board = rules.start();
            while rules.outcome(&board).is_none() {
                let mirror = mirrored(&rules, &board);
                for name in SYMMETRIC {
                    let mut evaluator = evaluator(&rules, name);
                    assert_eq!(
                        evaluator.evaluate(&rules, &board, Side::X),
                        evaluator.evaluate(&rules, &mirror, Side::X),
                        "{name} of {game} {}",
                        rules.board_text(&board)
                    );
                }
                let legal = rules.legal_moves(&board);
                board = rules.play(&board, legal[random.below(legal.len())]);
            }
        }
    }
}
