//! Blocked cells, turns of several stones, makers and breakers, renju, and lines that are not rows: every search plays
//! them, and says what minimax and the oracle say.

use connect_toe_game::{Bits, Game, with_game};
use connect_toe_search::{Algorithm, Want};
use connect_toe_testkit::random_game::{Options, RandomGame};

use crate::{equal_values, monte_carlo, oracle, proof_number, reach, search_within};

fn small() -> Options {
    Options { max_cells: 12, ..Options::wider() }
}

#[test]
fn depth_limited_searches_agree_with_the_oracle() {
    for seed in 0..1000 {
        let drawn = RandomGame::draw(seed, &small());
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => oracle::agree(record, &drawn, 1 + seed as usize % 3));
    }
}

#[test]
fn perfect_play_is_the_exact_solution() {
    for seed in 0..400 {
        let drawn = RandomGame::draw(seed, &Options::wider_solvable());
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => oracle::exact(record, &drawn));
    }
}

#[test]
fn searches_that_cut_are_minimax() {
    let heuristics = ["undecided", "optimistic", "open-lines", "weighted-lines", "runs", "terminal"];
    for seed in 0..1200 {
        let drawn = RandomGame::draw(seed, &small());
        let mut game: Game = drawn.game.parse().expect("drawn");
        let heuristic = heuristics[seed as usize % heuristics.len()];
        let settings = format!("depth={},eval={heuristic},hurry={}", 1 + seed % 4, seed % 3 == 0);
        with_game!(&mut game, record => equal_values::compare(record, &drawn.moves, &settings));
    }
}

#[test]
fn proofs_are_what_minimax_finds() {
    for seed in 0..300 {
        let drawn = RandomGame::draw(seed, &Options::wider_solvable());
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => proof_number::compare(record, &drawn.moves));
    }
}

#[test]
fn what_random_games_prove_is_true() {
    for seed in 0..300 {
        let drawn = RandomGame::draw(seed, &Options::wider_solvable());
        let mut game: Game = drawn.game.parse().expect("drawn");
        let settings = ["rave=50", "rave=0", "decisive=false", "leaves=values,eval=runs"][seed as usize % 4];
        with_game!(&mut game, record => monte_carlo::compare(record, &drawn, settings));
    }
}

/// A small limit, and a move that is legal.
#[test]
fn every_search_moves() {
    for seed in 0..150 {
        let drawn = RandomGame::draw(seed, &Options::wider());
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => {
            if !reach(record, &drawn.moves) {
                continue;
            }
            let (rules, board) = (record.rules(), record.board());
            for algorithm in Algorithm::all() {
                for want in [Want::OneBest, Want::EveryMove] {
                    let report = search_within(rules, board, algorithm.name, want, Some(400));
                    let legal = rules.legal(board);
                    let is_legal = report.best.iter().all(|cell| legal.contains(cell.bit()));
                    assert!(is_legal, "{}: {} after {:?}", algorithm.name, drawn.game, drawn.moves);
                    // A line of several moves is one that can be played.
                    let mut here = *board;
                    for cell in &report.line {
                        assert!(rules.legal(&here).contains(cell.bit()), "{}: {}", algorithm.name, drawn.game);
                        here = rules.play(&here, *cell);
                    }
                }
            }
        });
    }
}

/// In renju too a three is made a straight four, a four is stopped, and what X may not take is not played.
#[test]
fn renju_is_played_with_an_eye_for_threats() {
    for (moves, wanted) in [
        // X has a three, and then O has.
        ("d5 a1 e5 a9 f5 i1", &["c5", "g5"][..]),
        ("a1 d5 a9 e5 i1 f5", &["b5", "c5", "g5", "h5"]),
        // O may make two fours.
        ("i1 d5 a5 c5 i5 b5 a1 e6 i9 e7 e9 e8 a9", &["e5"]),
    ] {
        let mut game: Game = "9x9:5:free:renju".parse().expect("a game");
        game.play(moves).expect("legal moves");
        with_game!(&game, record => {
            for player in ["selective:depth=6", "best"] {
                let report = search_within(record.rules(), record.board(), player, Want::OneBest, Some(20_000));
                let best = record.rules().geometry().cell_text(report.best[0]);
                assert!(wanted.contains(&&*best), "{player} after {moves}: {best}");
            }
        });
    }
}
