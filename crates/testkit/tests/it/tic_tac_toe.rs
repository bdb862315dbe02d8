//! Tic-Tac-Toe against its well-known totals.

use connect_toe_testkit::oracle::{ExactResult, Game, Solver};

use crate::TestResult;

#[test]
fn games_and_positions() -> TestResult {
    let game = Game::parse("3x3:3")?;
    let counts = game.perft(9);
    assert_eq!(counts.ended, [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 81792]);
    let draws = counts.leaves[9] - counts.ended[9];
    assert_eq!(draws, 46080);
    assert_eq!(counts.ended.iter().sum::<u64>() + draws, 255_168);
    let positions = game.positions_per_ply(9);
    assert_eq!(positions.iter().map(|count| count.total).sum::<u64>(), 5_478);
    // 626 boards won by X, 316 by O.
    assert_eq!(positions.iter().map(|count| count.ended).sum::<u64>(), 942);
    Ok(())
}

#[test]
fn a_flat_dimension_with_an_open_face_is_free_placement() -> TestResult {
    let (free, flat) = (Game::parse("3x3:3")?, Game::parse("3x3x1:3:+3")?);
    assert_eq!(free.perft(6), flat.perft(6));
    assert_eq!(free.lines().len(), flat.lines().len());
    Ok(())
}

#[test]
fn exact_results() -> TestResult {
    let game = Game::parse("3x3:3")?;
    let mut solver = Solver::new();
    let start = solver.solve(&game.start());
    assert_eq!(
        (start.result, start.distance, start.score, start.best.len()),
        (ExactResult::Draw, None, 0, 9)
    );
    // An answer on the edge to the first stone in the corner loses.
    let edge = solver.solve(&game.replay("a1 a2")?);
    assert_eq!((edge.result, edge.distance), (ExactResult::Win, Some(5)));
    // X holds five stones, has one on the board and needs three more: one in hand.
    assert_eq!(edge.score, 2);
    let loss = solver.solve(&game.replay("a1 a2 b2")?);
    assert_eq!((loss.result, loss.distance, loss.score), (ExactResult::Loss, Some(4), -2));
    // Only the block of b2-c3 lasts that long.
    assert_eq!(loss.best, ["c3"]);
    let over = solver.solve(&game.replay("a1 a2 b1 b2 c1")?);
    assert_eq!((over.result, over.distance, over.per_move.len()), (ExactResult::Loss, Some(0), 0));
    Ok(())
}
