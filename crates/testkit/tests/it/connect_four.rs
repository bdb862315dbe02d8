//! Standard Connect Four against published counts and scores.

use connect_toe_testkit::cases::connect_four;
use connect_toe_testkit::oracle::{ExactResult, Game};

use crate::TestResult;

#[test]
fn perft() -> TestResult {
    let counts = Game::parse(connect_four::GAME)?.perft(5);
    assert_eq!(counts.leaves, [1, 7, 49, 343, 2401, 16807]);
    assert_eq!(counts.ended, [0; 6]);
    Ok(())
}

#[test]
fn positions_per_ply() -> TestResult {
    let published = connect_four::positions_per_ply();
    assert_eq!(published.len(), 43);
    for (ply, row) in published.iter().enumerate() {
        assert_eq!(row.ply, ply);
        assert_eq!(row.won_by_first + row.drawn + row.lost_by_first, row.total);
    }
    let counted = Game::parse(connect_four::GAME)?.positions_per_ply(7);
    for (counted, published) in counted.iter().zip(&published) {
        assert_eq!(
            (counted.total, counted.ended),
            (published.total, published.ended),
            "ply {}",
            published.ply
        );
    }
    Ok(())
}

#[test]
fn published_scores_of_late_positions() -> TestResult {
    let game = Game::parse(connect_four::GAME)?;
    let [end, ..] = connect_four::TEST_SETS;
    let late: Vec<_> = end.positions().into_iter().filter(|position| position.moves.len() >= 34).collect();
    assert!(late.len() > 100, "only {} late positions", late.len());
    for position in late {
        let solution = game.replay(position.moves)?.solve();
        assert_eq!(solution.score, position.score, "{}", position.moves);
        assert_eq!(solution.score.signum(), solution.result as i64 - ExactResult::Draw as i64);
    }
    Ok(())
}

#[test]
fn every_published_position_can_be_played() -> TestResult {
    let game = Game::parse(connect_four::GAME)?;
    for set in connect_four::TEST_SETS {
        let positions = set.positions();
        assert_eq!(positions.len(), 1000, "{}", set.name);
        for position in positions.iter().step_by(10) {
            let played = game.replay(position.moves)?;
            assert_eq!((played.stone_count(), played.outcome()), (position.moves.len(), None));
        }
    }
    Ok(())
}
