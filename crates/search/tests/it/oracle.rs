//! The searches against the test kit's slow reference implementation.

use std::collections::BTreeMap;

use connect_toe_game::{Bits, Game, Record, with_game};
use connect_toe_search::Want;
use connect_toe_testkit::cases;
use connect_toe_testkit::oracle::{self, ExactResult, Horizon, Player};
use connect_toe_testkit::random_game::Options;
use connect_toe_testkit::strategy::game_and_moves;
use proptest::prelude::*;

use crate::{reach, search};

/// The values of all moves by text, and the best moves, sorted.
fn values<B: Bits>(record: &Record<B>, player: &str) -> (BTreeMap<String, i128>, Vec<String>) {
    let rules = record.rules();
    let report = search(rules, record.board(), player, Want::EveryMove);
    let text = |&cell| rules.geometry().cell_text(cell);
    let moves = report.moves.iter().map(|found| (text(&found.cell), i128::from(found.value))).collect();
    let mut best: Vec<String> = report.best.iter().map(text).collect();
    best.sort();
    (moves, best)
}

pub(crate) fn agree<B: Bits>(
    record: &mut Record<B>,
    drawn: &connect_toe_testkit::random_game::RandomGame,
    depth: usize,
) {
    if !reach(record, &drawn.moves) {
        return;
    }
    let game = oracle::Game::parse(&drawn.game).expect("drawn");
    let position = game.replay(&drawn.moves.join(" ")).expect("drawn");
    let player = position.to_move();
    let name = format!("{} after {:?}, depth {depth}", drawn.game, drawn.moves);
    for eval in ["optimistic", "pessimistic", "undecided"] {
        let slow = position.minimax_horizon(depth, Horizon::named(eval).expect("known"));
        for algorithm in ["minimax", "alpha-beta"] {
            let fast = values(record, &format!("{algorithm}:depth={depth},eval={eval}"));
            assert_eq!(fast, (slow.moves.clone(), slow.best.clone()), "{name}, {algorithm} {eval}");
        }
    }
    // A decided position counts a win; others what the evaluation says.
    for eval in ["open-lines", "weighted-lines"] {
        let slow = position.minimax(depth, &|board, _| match board.decided_value(player) {
            Some(sign) => sign * i128::from(connect_toe_eval::WIN),
            None => board.evaluate(eval, player).expect("known"),
        });
        let fast = values(record, &format!("minimax:depth={depth},eval={eval}"));
        assert_eq!(fast, (slow.moves, slow.best), "{name}, {eval}");
        let slow = position.two_ply(&|board, player| board.evaluate(eval, player).expect("known"));
        let fast = values(record, &format!("two-ply:eval={eval}"));
        assert_eq!(fast, (slow.moves, slow.best), "{name}, two-ply {eval}");
    }
    let cells = i128::try_from(game.cells().len()).expect("few");
    let slow = position.minimax(depth, &|board, plies| {
        let late = cells + 1 - i128::try_from(plies).expect("few");
        board.decided_value(player).map_or(0, |sign| sign * (1 + late)).clamp(-(cells + 2), cells + 2)
    });
    // In a hurry a win counts the plies that are left on top of its plain value, 1.
    let fast = values(record, &format!("alpha-beta:depth={depth},eval=undecided,hurry=true"));
    assert_eq!(fast, (slow.moves, slow.best), "{name}, hurry");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn depth_limited_searches_agree(
        drawn in game_and_moves(Options { max_cells: 12, ..Options::default() }, 10),
        depth in 1_usize..=3,
    ) {
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => agree(record, &drawn, depth));
    }

    #[test]
    fn perfect_play_is_the_exact_solution(
        drawn in game_and_moves(Options { max_cells: 9, ..Options::default() }, 6),
    ) {
        let mut game: Game = drawn.game.parse().expect("drawn");
        with_game!(&mut game, record => exact(record, &drawn));
    }
}

pub(crate) fn exact<B: Bits>(record: &mut Record<B>, drawn: &connect_toe_testkit::random_game::RandomGame) {
    if !reach(record, &drawn.moves) {
        return;
    }
    let game = oracle::Game::parse(&drawn.game).expect("drawn");
    let solution = game.replay(&drawn.moves.join(" ")).expect("drawn").solve();
    let cells = record.rules().geometry().cells().len() as i128;
    let value = |(result, distance): (ExactResult, Option<usize>)| match (result, distance) {
        (ExactResult::Win, Some(plies)) => cells + 1 - plies as i128,
        (ExactResult::Loss, Some(plies)) => -(cells + 1 - plies as i128),
        _ => 0,
    };
    let expected: BTreeMap<String, i128> =
        solution.per_move.iter().map(|(text, &of_move)| (text.clone(), value(of_move))).collect();
    let (moves, best) = values(record, "perfect");
    assert_eq!(moves, expected, "{} after {:?}", drawn.game, drawn.moves);
    assert_eq!(best, solution.best, "{} after {:?}", drawn.game, drawn.moves);
    // The exact solver's values are on the scale of a search in a hurry: a win counts its plain value, 1, besides.
    let hurried = expected.into_iter().map(|(text, value)| (text, value + value.signum())).collect();
    let found = values(record, "solver:eval=undecided");
    assert_eq!(found, (hurried, solution.best), "solver, {} after {:?}", drawn.game, drawn.moves);
}

#[test]
fn the_cases_of_the_class_hold() {
    for case in &cases::class::load().analyze {
        let mut game: Game = case.game.parse().expect("a game");
        let moves: Vec<String> = case.moves.split_whitespace().map(str::to_owned).collect();
        with_game!(&mut game, record => {
            assert!(reach(record, &moves));
            for algorithm in ["minimax", "alpha-beta"] {
                let found = values(record, &format!("{algorithm}:depth={},eval={}", case.depth, case.eval));
                assert_eq!(found, (case.values.clone(), case.best.clone()), "{} {}", case.game, case.moves);
            }
        });
    }
}

/// The published reading in the plain words of its definition, on the test kit's positions.
fn published(position: &oracle::Position<'_>, depth: usize, outlook: i128) -> BTreeMap<String, i128> {
    let player = position.to_move();
    let children = |position: &oracle::Position<'_>| -> Vec<(String, String)> {
        position.legal_moves().into_iter().map(|text| (text.clone(), text)).collect()
    };
    let value = |text: &str| {
        let after = position.play(text).expect("legal");
        let decided = after.decided_value(player);
        if depth == 1 {
            return decided.unwrap_or(outlook);
        }
        if decided == Some(-1) {
            return -1;
        }
        if decided.is_some() {
            return 0;
        }
        let replies: Vec<_> =
            children(&after).into_iter().map(|(reply, _)| after.play(&reply).expect("legal")).collect();
        if replies.iter().any(|reply| reply.decided_value(player.other()) == Some(1)) {
            return -1;
        }
        let open: Vec<_> = replies.iter().filter(|reply| reply.decided_value(player).is_none()).collect();
        let open_after_own_move = open.iter().any(|reply| {
            reply
                .legal_moves()
                .iter()
                .any(|text| reply.play(text).expect("legal").decided_value(player).is_none())
        });
        match depth {
            2 if !open.is_empty() => outlook.min(0),
            3 if outlook == 1 && open_after_own_move => -1,
            _ => 0,
        }
    };
    position.legal_moves().into_iter().map(|text| (text.clone(), value(&text))).collect()
}

#[test]
fn the_published_reading_is_as_defined() {
    for seed in 0..400 {
        let options = Options { max_cells: 16, ..Options::default() };
        let drawn = connect_toe_testkit::random_game::RandomGame::draw(seed, &options);
        let mut game: Game = drawn.game.parse().expect("drawn");
        let slow = oracle::Game::parse(&drawn.game).expect("drawn");
        with_game!(&mut game, record => {
            if !reach(record, &drawn.moves) {
                continue;
            }
            let position = slow.replay(&drawn.moves.join(" ")).expect("drawn");
            for (eval, outlook) in [("optimistic", 1), ("pessimistic", -1), ("undecided", 0)] {
                for depth in 1..=5 {
                    let (found, _) = values(record, &format!("published:depth={depth},eval={eval}"));
                    assert_eq!(found, published(&position, depth, outlook), "{} {:?}", drawn.game, drawn.moves);
                }
            }
        });
    }
    assert_eq!(Player::X.other(), Player::O);
}
