//! Blocked cells.

use connect_toe_testkit::oracle::{BoardError, Game, MoveError, Outcome, Player};

use crate::TestResult;

#[test]
fn no_stone_stands_on_a_blocked_cell() -> TestResult {
    let game = Game::parse("3x3:3:free:blocked=b2")?;
    assert_eq!(game.start().legal_moves(), ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]);
    assert_eq!(game.start().play("b2").err(), Some(MoveError::Blocked));
    assert_eq!(game.cells().len(), 9);
    assert_eq!(game.start().board_text(), "___/_#_/___");
    assert_eq!(game.board("x__/_#_/__o", None)?.board_text(), "x__/_#_/__o");
    let blocked = |cell: &str, symbol| BoardError::Blocked { cell: cell.to_owned(), symbol };
    assert_eq!(game.board("___/___/___", None).err(), Some(blocked("b2", '_')));
    assert_eq!(game.board("___/_x_/___", None).err(), Some(blocked("b2", 'x')));
    assert_eq!(game.board("#__/_#_/___", None).err(), Some(blocked("a3", '#')));
    Ok(())
}

#[test]
fn stones_stop_before_blocked_cells() -> TestResult {
    // a: the entrance is blocked. b: a stone rests on the blocked cell. c: as ever.
    let game = Game::parse("3x3:3:-2:blocked=a3+b1")?;
    assert_eq!(game.start().legal_moves(), ["b2", "c1"]);
    assert_eq!(game.replay("b2 c1 b3")?.legal_moves(), ["c2"]);
    assert_eq!(game.replay("2332")?.moves(), ["b2", "c1", "c2", "b3"]);
    assert!(game.replay("1").is_err());
    // From both ends nothing gets past the middle.
    let game = Game::parse("1x5:5:all:blocked=a3")?;
    assert_eq!(game.start().legal_moves(), ["a1", "a2", "a4", "a5"]);
    // Cells that nothing can reach: the game ends before.
    let game = Game::parse("2x2:2:-2:blocked=a2+b2")?;
    assert_eq!((game.start().legal_moves(), game.start().outcome()), (vec![], Some(Outcome::Draw)));
    Ok(())
}

#[test]
fn a_run_ends_at_a_blocked_cell() -> TestResult {
    let wins = |game: &str, board: &str| -> Result<bool, Box<dyn std::error::Error>> {
        Ok(Game::parse(game)?.board(board, Some(Player::O))?.has_line(Player::X))
    };
    assert!(wins("6:3:free:blocked=d", "xxx#xx")?);
    assert!(wins("6:3:free:blocked=d:exact", "xxx#xx")?);
    assert!(!wins("6:3:free:blocked=c", "xx#xx_")?);
    // On the ring too: e, f, a in a row, and b is blocked.
    assert!(wins("6:3:free:blocked=b:exact:torus", "x#__xx")?);
    assert!(!wins("6:4:free:blocked=b:torus", "x#x_xx")?);
    Ok(())
}
