//! Forbidden points of Renju, by the diagrams of the cases.

use connect_toe_testkit::cases::renju::{NESTED, diagrams, game_and_board, marked};
use connect_toe_testkit::oracle::{Game, MoveError, Outcome, Player};
use connect_toe_testkit::random_game::RenjuBoard;

use crate::TestResult;

#[test]
fn forbidden_points() -> TestResult {
    for (name, rows) in diagrams() {
        let (game, board) = game_and_board(rows);
        let game = Game::parse(&game)?;
        let position = game.board(&board, Some(Player::X))?;
        let forbidden = position.forbidden_cells();
        assert_eq!(forbidden, marked(rows, '!'), "{name}");
        assert!(marked(rows, '!').len() + marked(rows, '+').len() > 0, "{name} shows nothing");
        // What is forbidden is not a legal move of X, and is one of O.
        let empty = board.matches('_').count();
        assert_eq!(position.legal_moves().len(), empty - forbidden.len(), "{name}");
        assert!(forbidden.iter().all(|cell| position.play(cell).err() == Some(MoveError::Forbidden)));
        let of_o = game.board(&board, Some(Player::O))?;
        assert_eq!(of_o.legal_moves().len(), empty, "{name}");
    }
    Ok(())
}

#[test]
fn without_what_makes_them_allowed_they_are_forbidden() -> TestResult {
    for (name, rows) in NESTED {
        let (game, board) = game_and_board(rows);
        let game = Game::parse(&game)?;
        let position = game.board(&board.replace('X', "_"), Some(Player::X))?;
        assert_eq!(position.forbidden_cells(), marked(rows, '+'), "{name}");
    }
    Ok(())
}

#[test]
fn who_wins_with_what() -> TestResult {
    let game = Game::parse("8x3:5:free:renju")?;
    let outcome = |board, mover, cell: &str| -> Result<_, Box<dyn std::error::Error>> {
        Ok(game.board(board, Some(mover))?.play(cell)?.outcome())
    };
    assert_eq!(outcome("________/xxxx____/________", Player::X, "e2")?, Some(Outcome::Win(Player::X)));
    assert_eq!(outcome("________/oooo____/________", Player::O, "e2")?, Some(Outcome::Win(Player::O)));
    assert_eq!(outcome("________/ooo_oo__/________", Player::O, "d2")?, Some(Outcome::Win(Player::O)));
    // X's overline on a given board is nothing.
    let overline = game.board("________/xxxxxx__/________", Some(Player::X))?;
    assert_eq!((overline.outcome(), overline.has_line(Player::X)), (None, false));
    Ok(())
}

#[test]
fn no_legal_move_for_x_is_a_draw() -> TestResult {
    let game = Game::parse("7x1:5:free:renju")?;
    let jammed = game.board("xxx_xxx", Some(Player::X))?;
    assert_eq!((jammed.legal_moves(), jammed.outcome()), (vec![], Some(Outcome::Draw)));
    assert_eq!(game.board("xxx_xxx", Some(Player::O))?.legal_moves(), ["d1"]);
    Ok(())
}

#[test]
fn forbidden_points_turn_with_the_board() -> TestResult {
    for seed in 0..60 {
        let RenjuBoard { game: text, board } = RenjuBoard::draw(seed);
        let game = Game::parse(&text)?;
        let forbidden = game.board(&board, Some(Player::X))?.forbidden_cells().len();
        let upside_down: Vec<&str> = board.split('/').rev().collect();
        if game.blocked().is_empty() {
            let turned = game.board(&upside_down.join("/"), Some(Player::X))?;
            assert_eq!(turned.forbidden_cells().len(), forbidden, "{text} {board}");
        }
        let (width, height) = (game.sizes()[0], game.sizes()[1]);
        let expected = if width == height { 8 } else { 4 };
        let symmetries = game.symmetry_count().ok_or("Renju's symmetries are few")?;
        assert!(if game.blocked().is_empty() { symmetries == expected } else { expected % symmetries == 0 });
    }
    Ok(())
}
