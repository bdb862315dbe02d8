//! The cases of the whole class.

use connect_toe_testkit::cases::class;
use connect_toe_testkit::oracle::{Game, Perft};

use crate::TestResult;

#[test]
fn perft() -> TestResult {
    for case in class::load().perft {
        let counts = Game::parse(&case.game)?.perft(case.depth);
        assert_eq!(counts, Perft { leaves: case.leaves, ended: case.ended }, "{}", case.game);
    }
    Ok(())
}

#[test]
fn lines_and_symmetries() -> TestResult {
    let mut compared = 0;
    for case in class::load().describe {
        let game = Game::parse(&case.game)?;
        assert_eq!(game.lines().len() as u64, case.lines, "{}", case.game);
        if let Some(symmetries) = game.symmetry_count() {
            assert_eq!(symmetries, case.symmetries, "{}", case.game);
            compared += 1;
        }
    }
    assert!(compared >= 10, "only {compared} boards were small enough");
    Ok(())
}

#[test]
fn solve() -> TestResult {
    for case in class::load().solve {
        let solution = Game::parse(&case.game)?.replay(&case.moves)?.solve();
        let context = format!("{} after {:?}", case.game, case.moves);
        assert_eq!((solution.result, solution.distance), (case.result, case.distance), "{context}");
        assert_eq!(solution.per_move, case.per_move, "{context}");
    }
    Ok(())
}

#[test]
fn eval() -> TestResult {
    for case in class::load().eval {
        let game = Game::parse(&case.game)?;
        let position = game.replay(&case.moves)?;
        for (name, value) in case.values {
            let context = format!("{name} of {} after {:?} for {}", case.game, case.moves, case.player);
            assert_eq!(position.evaluate(&name, case.player), Some(value), "{context}");
        }
    }
    Ok(())
}

#[test]
fn analyze() -> TestResult {
    for case in class::load().analyze {
        let game = Game::parse(&case.game)?;
        let analysis = game.replay(&case.moves)?.minimax_horizon(case.depth, case.horizon());
        let context = format!("{} after {:?} at depth {} {}", case.game, case.moves, case.depth, case.eval);
        assert_eq!(analysis.moves, case.values, "{context}");
        assert_eq!(analysis.best, case.best, "{context}");
    }
    Ok(())
}

#[test]
fn every_case_is_written_canonically() -> TestResult {
    let cases = class::load();
    let perft = cases.perft.into_iter().map(|case| case.game);
    let describe = cases.describe.into_iter().map(|case| case.game);
    let solve = cases.solve.into_iter().map(|case| case.game);
    let eval = cases.eval.into_iter().map(|case| case.game);
    let analyze = cases.analyze.into_iter().map(|case| case.game);
    for text in perft.chain(describe).chain(solve).chain(eval).chain(analyze) {
        assert_eq!(Game::parse(&text)?.to_string(), text);
    }
    Ok(())
}
