//! The two views are opposite, and mirror images and boards with swapped colours are worth the same.

use connect_toe_game::{Board, BySide, Cell, Rules, Side};
use connect_toe_testkit::random_game::{Options, RandomGame, SplitMix64};
use connect_toe_testkit::strategy;
use proptest::prelude::*;

use crate::support::{Wide, evaluator, heuristics, rules};

const SYMMETRIC: [&str; 3] = ["open-lines", "weighted-lines", "runs"];

fn after(rules: &Rules<Wide>, moves: &[String]) -> Board<Wide> {
    let cells = rules.parse_moves(&moves.join(" ")).expect("legal moves");
    cells.into_iter().fold(rules.start(), |board, cell| rules.play(&board, cell))
}

fn check_views(RandomGame { game, moves }: &RandomGame) -> Result<(), TestCaseError> {
    let rules = rules(game);
    let board = after(&rules, moves);
    for name in SYMMETRIC {
        let mut evaluator = evaluator(&rules, name);
        let x = evaluator.static_value(&rules, &board, Side::X);
        prop_assert_eq!(x, -evaluator.static_value(&rules, &board, Side::O), "{} of {}", name, game);
        if rules.outcome(&board).is_none() {
            let x = evaluator.evaluate(&rules, &board, Side::X);
            prop_assert_eq!(x, -evaluator.evaluate(&rules, &board, Side::O), "{} of {}", name, game);
        }
    }
    Ok(())
}

/// The board with the colours of all stones and the side to move swapped.
fn swapped(rules: &Rules<Wide>, board: &Board<Wide>) -> Board<Wide> {
    let stones = BySide::from_fn(|side: Side| board.stones_of(side.other()));
    rules.position(stones, board.to_move().other())
}

fn check_colours(RandomGame { game, moves }: &RandomGame) -> Result<(), TestCaseError> {
    let rules = rules(game);
    if !rules.sides_are_alike() {
        return Ok(());
    }
    let board = after(&rules, moves);
    let swapped = swapped(&rules, &board);
    for heuristic in heuristics(&rules) {
        let mut evaluator = evaluator(&rules, heuristic.name);
        for side in Side::ALL {
            let value = evaluator.static_value(&rules, &board, side);
            let other = evaluator.static_value(&rules, &swapped, side.other());
            // By its definition `terminal` always takes the view of X.
            let other = if heuristic.name == "terminal" { -other } else { other };
            let place = rules.board_text(&board);
            prop_assert_eq!(value, other, "{} of {} {}", heuristic.name, game, place);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn one_sides_gain_is_the_others_loss(drawn in strategy::game_and_moves(Options::default(), 24)) {
        check_views(&drawn)?;
    }

    #[test]
    fn one_sides_gain_is_the_others_loss_in_the_wider_class(
        drawn in strategy::game_and_moves(Options::wider(), 24)
    ) {
        check_views(&drawn)?;
    }

    /// Who is called X changes no value, neither in games from the start nor in positions that O opened.
    #[test]
    fn colours_do_not_matter(drawn in strategy::game_and_moves(Options::default(), 40)) {
        check_colours(&drawn)?;
    }

    #[test]
    fn colours_do_not_matter_where_sides_are_alike(drawn in strategy::game_and_moves(Options::wider(), 40)) {
        check_colours(&drawn)?;
    }
}

#[test]
fn waiting_threats_belong_to_the_side_that_gets_there() {
    let rules = rules("7x6:4:-2");
    let value = |text: &str, to_move, player| {
        let board = rules.parse_board(text, Some(to_move)).expect("a board");
        evaluator(&rules, "runs").evaluate(&rules, &board, player)
    };
    let board = "_______/____x__/____o__/____o__/__o_x__/_ox_x__";
    let colours_swapped = "_______/____o__/____x__/____x__/__x_o__/_xo_o__";
    assert_eq!(value(board, Side::X, Side::X), value(colours_swapped, Side::O, Side::O));
    // Connect Four in random positions, where such threats are frequent.
    let mut random = SplitMix64::new(4);
    for _ in 0..200 {
        let mut board = rules.start();
        while rules.outcome(&board).is_none() {
            let mut evaluator = evaluator(&rules, "runs");
            let value = evaluator.evaluate(&rules, &board, Side::X);
            let other = evaluator.evaluate(&rules, &swapped(&rules, &board), Side::O);
            assert_eq!(value, other, "{}", rules.board_text(&board));
            let legal = rules.legal_moves(&board);
            board = rules.play(&board, legal[random.below(legal.len())]);
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
