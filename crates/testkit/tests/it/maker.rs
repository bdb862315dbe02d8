//! Maker–Breaker and Avoider–Enforcer.

use connect_toe_testkit::oracle::{ExactResult, Game, Outcome, Player};

use crate::TestResult;

#[test]
fn who_wins() -> TestResult {
    let outcome = |game: &str, moves: &str| -> Result<_, Box<dyn std::error::Error>> {
        Ok(Game::parse(game)?.replay(moves)?.outcome())
    };
    let (x, o) = (Some(Outcome::Win(Player::X)), Some(Outcome::Win(Player::O)));
    assert_eq!(outcome("3x3:3:free:maker", "a1 a2 b1 b2 c1")?, x);
    assert_eq!(outcome("3x3:3:free:maker:misere", "a1 a2 b1 b2 c1")?, o);
    // A line of O is nothing, and the game goes on.
    assert_eq!(outcome("3x3:3:free:maker", "a1 a2 b1 b2 c3 c2")?, None);
    // A full board without a line of X.
    let full = "b2 a1 a2 c2 b3 b1 c1 a3 c3";
    assert_eq!(outcome("3x3:3", full)?, Some(Outcome::Draw));
    assert_eq!(outcome("3x3:3:free:maker", full)?, o);
    assert_eq!(outcome("3x3:3:free:maker:misere", full)?, x);
    // A jammed board is as good as a full one.
    assert_eq!(outcome("2x2:3:+1,+2:maker", "b1 a2 a1")?, o);
    // No legal move at the start.
    assert_eq!(outcome("2x1:2:free:blocked=a1+b1", "")?, Some(Outcome::Draw));
    assert_eq!(outcome("2x1:2:free:blocked=a1+b1:maker", "")?, o);
    assert_eq!(outcome("2x1:2:free:blocked=a1+b1:maker:misere", "")?, x);
    Ok(())
}

#[test]
fn lines_of_o_count_for_nothing() -> TestResult {
    let game = Game::parse("3x3:3:free:maker")?;
    let position = game.board("xx_/ooo/x__", Some(Player::X))?;
    assert!(!position.has_line(Player::O));
    assert_eq!((position.outcome(), position.legal_moves().len()), (None, 3));
    // Among perft's ended games are those with a line only.
    let pair = Game::parse("2:2:free:maker")?.perft(2);
    assert_eq!((pair.leaves, pair.ended), (vec![1, 2, 2], vec![0, 0, 0]));
    Ok(())
}

#[test]
fn exact_results() -> TestResult {
    let solved = |game: &str| -> Result<_, Box<dyn std::error::Error>> {
        let solution = Game::parse(game)?.start().solve();
        Ok((solution.result, solution.distance))
    };
    // Two cells: O takes the other one, and then no move is left.
    assert_eq!(solved("2:2:free:maker")?, (ExactResult::Loss, Some(2)));
    assert_eq!(solved("2:2:free:maker:misere")?, (ExactResult::Win, Some(2)));
    // Three in a row: X takes the middle and has two ways to a pair.
    assert_eq!(solved("3:2:free:maker")?, (ExactResult::Win, Some(3)));
    // Tic-Tac-Toe's first player makes a line where the second cannot threaten one; who has to avoid lines makes one
    // with the last stone.
    assert_eq!(solved("3x3:3:free:maker")?, (ExactResult::Win, Some(7)));
    assert_eq!(solved("3x3:3:free:maker:misere")?, (ExactResult::Loss, Some(9)));
    // O's two stones close two of the four lines through the centre.
    assert_eq!(solved("3x3:3:free:maker:turn=1+2")?, (ExactResult::Win, Some(5)));
    Ok(())
}

#[test]
fn evaluations() -> TestResult {
    let game = Game::parse("3x3:3:free:maker")?;
    let misere = Game::parse("3x3:3:free:maker:misere")?;
    let board = "x__/_o_/___";
    let position = game.board(board, None)?;
    // Four lines without the centre; X's corner is on two of them.
    assert_eq!((position.open_lines(Player::X), position.open_lines(Player::O)), (4, -4));
    assert_eq!((position.weighted_lines(Player::X), position.weighted_lines(Player::O)), (20, -20));
    assert_eq!(misere.board(board, None)?.open_lines(Player::X), -4);
    assert_eq!(position.terminal(10), 0);
    // X has no line, and there is none to come.
    let full = "oxx/xxo/oox";
    assert_eq!(game.board("xxo/oxx/xoo", Some(Player::O))?.terminal(10), -10);
    assert_eq!(misere.board("xxo/oxx/xoo", Some(Player::O))?.terminal(10), 10);
    assert_eq!(
        game.board(full, Some(Player::O))?
            .horizon(connect_toe_testkit::oracle::Horizon::Undecided, Player::O),
        1
    );
    Ok(())
}
