//! Worked examples of the evaluations and searches, as their sources print them.

use std::collections::BTreeMap;

use connect_toe_testkit::oracle::{Game, Horizon, Player};

use crate::TestResult;

fn values(pairs: &[(&str, i128)]) -> BTreeMap<String, i128> {
    pairs.iter().map(|(cell, value)| ((*cell).to_owned(), *value)).collect()
}

#[test]
fn terminal() -> TestResult {
    let game = Game::parse("3x3:3")?;
    let won = game.board("x_o/_xo/__x", None)?;
    assert_eq!(won.terminal(10), 10);
    // Always X's view.
    assert_eq!(won.evaluate("terminal", Player::O), Some(10));
    assert_eq!(game.board("o_x/_ox/x_o", None)?.terminal(10), -10);
    assert_eq!(game.start().terminal(10), 0);
    let misere = Game::parse("3x3:3:free:misere")?;
    assert_eq!(misere.board("x_o/_xo/__x", None)?.terminal(10), -10);
    Ok(())
}

#[test]
fn open_lines() -> TestResult {
    let (game, misere) = (Game::parse("3x3:3")?, Game::parse("3x3:3:free:misere")?);
    for (board, value) in [("___/___/___", 0), ("x__/_x_/___", 6), ("xo_/_xo/__x", 4), ("xox/oxo/___", 2)] {
        let position = game.board(board, Some(Player::O))?;
        assert_eq!(position.open_lines(Player::X), value, "{board}");
        assert_eq!(position.open_lines(Player::O), -value, "{board}");
        assert_eq!(misere.board(board, Some(Player::O))?.open_lines(Player::X), -value, "{board}");
    }
    Ok(())
}

#[test]
fn weighted_lines() -> TestResult {
    let game = Game::parse("3x3:3")?;
    // The centre lies on four lines, a corner on three.
    assert_eq!(game.replay("b2")?.weighted_lines(Player::X), 40);
    assert_eq!(game.replay("a1")?.weighted_lines(Player::O), -30);
    // The diagonal with two of X alone, four more lines with one, and O's two lines that X is not on.
    assert_eq!(game.board("xo_/_x_/___", Some(Player::O))?.weighted_lines(Player::X), 100 + 3 * 10);
    // A run longer than k counts as the lines that it contains.
    assert_eq!(Game::parse("4:3")?.board("xxxx", Some(Player::O))?.weighted_lines(Player::X), 2000);
    let own_weights = game.replay("b2")?.line_sum(Player::X, &|own, theirs| i128::from(7 * own + theirs));
    assert_eq!(own_weights, 28);
    Ok(())
}

#[test]
fn the_papers_three() -> TestResult {
    let game = Game::parse("3x3:3")?;
    let named = |board: &str, player| -> Result<Vec<_>, Box<dyn std::error::Error>> {
        let position = game.board(board, Some(Player::O))?;
        Ok(Horizon::ALL
            .map(|horizon| position.evaluate(horizon.name(), player))
            .into_iter()
            .flatten()
            .collect())
    };
    for player in [Player::X, Player::O] {
        assert_eq!(named("x__/___/___", player)?, [1, -1, 0]);
        assert_eq!(named("xox/xoo/oxx", player)?, [0, 0, 0]);
    }
    assert_eq!(named("xxx/oo_/___", Player::X)?, [1, 1, 1]);
    assert_eq!(named("xxx/oo_/___", Player::O)?, [-1, -1, -1]);
    assert_eq!(game.start().evaluate("runs", Player::X), None);
    Ok(())
}

#[test]
fn full_minimax() -> TestResult {
    let game = Game::parse("3x3:3")?;
    let position = game.board("xox/oox/___", None)?;
    let plain = |analysis_depth| {
        position.minimax(analysis_depth, &|board, _| 10 * board.decided_value(Player::X).unwrap_or(0))
    };
    let analysis = plain(9);
    assert_eq!(analysis.moves, values(&[("a1", -10), ("b1", 0), ("c1", 10)]));
    assert_eq!((analysis.value, analysis.best), (Some(10), vec!["c1".to_owned()]));
    // One ply sees the win; the loss takes two.
    assert_eq!(plain(1).moves, values(&[("a1", 0), ("b1", 0), ("c1", 10)]));
    assert_eq!(plain(2).moves, analysis.moves);
    // The depth term: a win in one ply, a loss in two.
    let hurried = position.minimax(9, &|board, plies| {
        let sign = board.decided_value(Player::X).unwrap_or(0);
        sign * (10 - plies as i128)
    });
    assert_eq!(hurried.moves, values(&[("a1", -8), ("b1", 0), ("c1", 9)]));
    Ok(())
}

#[test]
fn the_horizon_counts_for_the_searching_player() -> TestResult {
    let game = Game::parse("3x3:3")?;
    for depth in 1..=3 {
        for (horizon, value) in
            [(Horizon::Optimistic, 1), (Horizon::Pessimistic, -1), (Horizon::Undecided, 0)]
        {
            let analysis = game.start().minimax_horizon(depth, horizon);
            assert_eq!(
                (analysis.value, analysis.best.len()),
                (Some(value), 9),
                "{horizon:?} at depth {depth}"
            );
        }
    }
    Ok(())
}

#[test]
fn two_ply() -> TestResult {
    let line = Game::parse("3:3")?;
    let weighted = |board: &connect_toe_testkit::oracle::Position<'_>, player| board.weighted_lines(player);
    // Any stone makes 10 for its owner; any reply blocks the only line.
    let first = line.start().two_ply(&weighted);
    assert_eq!(first.moves, values(&[("a", 10), ("b", 10), ("c", 10)]));

    let game = Game::parse("3x3:3")?;
    // X completes the bottom row and no reply follows: 1000, and 10 for column c, less 100 for O's middle row.
    let analysis = game.replay("a1 a2 b1 b2")?.two_ply(&weighted);
    assert_eq!((analysis.value, analysis.best), (Some(1000 + 10 - 100), vec!["c1".to_owned()]));
    // c2 blocks: 100 for X's bottom row and 10 for column c, less 10 for O's a3-b2-c1. O's best reply c1 closes
    // both of X's lines and makes 100 on a3-b2-c1.
    assert_eq!(analysis.moves.get("c2"), Some(&(100 + 10 - 10 - 100)));
    let over = game.replay("a1 a2 b1 b2 c1")?.two_ply(&weighted);
    assert_eq!((over.value, over.best.len(), over.moves.len()), (None, 0, 0));
    Ok(())
}
