//! What `runs` sees on hand-made positions.

use connect_toe_eval::runs::{DECIDED, FORCED, OPEN};
use connect_toe_game::{Bits, Side};
use connect_toe_testkit::oracle::{ExactResult, Game};
use connect_toe_testkit::random_game::{Options, RandomGame};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::support::{after, evaluator, rules, value_of, value_to_move};

fn runs(game: &str, moves: &str) -> i64 {
    value_to_move(game, moves, "runs")
}

/// The value of a result that is forced in `plies` plies.
fn forced(plies: i64) -> i64 {
    FORCED - plies * (1 << 40)
}

#[test]
fn decided_boards() {
    let value = |game, board, side| value_of(game, board, None, "runs", side);
    assert_eq!(value("3x3:3", "xxx/oo_/___", Side::X), DECIDED);
    assert_eq!(value("3x3:3", "xxx/oo_/___", Side::O), -DECIDED);
    assert_eq!(value("3x3:3:free:misere", "xxx/oo_/___", Side::X), -DECIDED);
    assert_eq!(value("3x3:3", "xox/xxo/oxo", Side::X), 0);
}

#[test]
fn a_line_that_can_be_completed_now_wins() {
    assert_eq!(runs("7x6:4:-2", "a1 a2 b1 b2 c1 c2"), forced(1));
    assert_eq!(runs("9x9:5", "c3 a1 d3 c1 e3 e1 f3 g1"), forced(1));
}

#[test]
fn two_threats_cannot_be_answered() {
    // Three in a row with both ends open.
    assert_eq!(runs("7x6:4:-2", "c1 c2 d1 d2 e1"), -forced(2));
    // Threats on top of each other: O's stone on g1 opens g2.
    assert_eq!(value_of("7x2:4:-2", "__oxxx_/__oxxx_", Some(Side::O), "runs", Side::O), -forced(2));
    // One threat can be answered.
    assert!(value_of("7x2:4:-2", "__oxxo_/__oxxx_", Some(Side::O), "runs", Side::O) > -OPEN);
}

#[test]
fn the_fork_of_the_drawing() {
    assert_eq!(runs("7x6:4:-2", "d1 d2 e1 e2"), forced(3));
    // One column from the edge there is no room for it.
    assert!(runs("7x6:4:-2", "a1 a2 b1 b2").abs() <= OPEN);
    // An open three in gomoku becomes an open four.
    assert_eq!(runs("9x9:5", "d5 a1 e5 c1 f5 i9"), forced(3));
    // The opponent's, with nothing of one's own, is only a matter of defence.
    assert!(runs("9x9:5", "d5 a1 e5 c1 f5").abs() <= OPEN);
}

#[test]
fn a_forcing_move_that_leads_to_a_fork() {
    // d3 makes four with e3 as O's only answer, and three of column d with room at both ends.
    assert_eq!(runs("9x9:5", "a3 i9 b3 i7 c3 g9 d4 g6 d5 i5"), forced(5));
}

#[test]
fn dead_windows_count_nothing() {
    // X has no room for five beside O's stone, O has e to i.
    assert_eq!(runs("9:5", "d e"), -1);
    // One window each.
    assert_eq!(runs("9:5", "d f"), 0);
    // A row too short for a line.
    assert_eq!(runs("4:5", "a b"), 0);
}

#[test]
fn cells_out_of_reach_kill_windows() {
    // Stones on c1 and a3 shut both ways to c3, so X's column c can never be completed.
    let moves = "c1 a3 c2 b1";
    assert_eq!(runs("3x3:3", moves), forced(1));
    assert!(runs("3x3:3:+1,+2", moves).abs() <= OPEN);
}

#[test]
fn an_overline_is_no_threat_where_it_does_not_count() {
    // Two and two with a gap: the gap makes five of a kind with the fifth stone beyond it.
    let moves = "a1 a9 b1 c9 c1 e9 e1 g9 f1 i9";
    assert_eq!(runs("9x9:5", moves), forced(1));
    // d1 would make six, and nothing else is at hand.
    assert!(runs("9x9:5:free:exact", moves) < forced(1));
    let without_the_sixth = "a1 a9 b1 c9 c1 e9 e1 g9";
    assert_eq!(runs("9x9:5:free:exact", without_the_sixth), forced(1));
}

#[test]
fn later_is_worth_less_than_now() {
    // Both sides have half a row; O's other half can be taken now, X's only on top of it.
    assert!(value_of("4x3:4:-2", "____/xx__/oo__", Some(Side::X), "runs", Side::X) < 0);
    assert_eq!(value_of("4x3:4:free", "____/xx__/oo__", Some(Side::X), "runs", Side::X), 0);
}

#[test]
fn waiting_threats_go_by_parity() {
    // X waits for the cell on top of column d. If the other columns are filled first, the side to move and the number
    // of empty cells tell who gets there.
    let better_with_this_side_to_move = |board: &str| {
        let [x, o] = Side::ALL.map(|to_move| value_of("7x6:4:-2", board, Some(to_move), "runs", Side::X));
        assert!(x.abs() <= OPEN && o.abs() <= OPEN && x != o, "{board}: {x} {o}");
        if x > o { Side::X } else { Side::O }
    };
    // Row 3, an odd number of stones.
    assert_eq!(better_with_this_side_to_move("_______/_______/_______/xxx____/xoo____/oox____"), Side::O);
    // One more stone elsewhere.
    assert_eq!(better_with_this_side_to_move("_______/_______/_______/xxx____/xoo____/oox___o"), Side::X);
    // Row 4, an even number of stones.
    assert_eq!(better_with_this_side_to_move("_______/_______/xxx____/xoo____/oox____/xxo____"), Side::O);
    assert_eq!(better_with_this_side_to_move("_______/_______/xxx____/xoo____/oox____/xxo___o"), Side::X);
}

#[test]
fn misere_wants_harmless_cells() {
    // X must complete a line.
    assert_eq!(value_of("3:2:free:misere", "x_o", Some(Side::X), "runs", Side::X), -forced(1));
    // Only X can take d.
    assert!(value_of("6:2:free:misere", "x_o___", Some(Side::X), "runs", Side::X) > 0);
}

#[test]
fn degenerate_games() {
    // One stone wins; no line fits; jams.
    assert_eq!(runs("3x3:1", ""), forced(1));
    assert_eq!(runs("3x3:4", "a1"), 0);
    assert_eq!(runs("2x2:3:all", "a1"), 0);
    assert_eq!(runs("1:2", ""), 0);
}

/// Asserts that a result that `runs` calls forced is the exact one, and comes no later than it says. Whether it calls it so.
fn is_forced_truly(game: &str, moves: &str) -> bool {
    let rules = rules(game);
    let board = after(&rules, moves);
    if rules.outcome(&board).is_some() || rules.empty(&board).count() > 9 {
        return false;
    }
    let value = evaluator(&rules, "runs").evaluate(&rules, &board, board.to_move());
    if value.abs() <= OPEN {
        return false;
    }
    let reference = Game::parse(game).expect("canonical game text");
    let solution = reference.replay(moves).expect("legal moves").solve();
    let expected = if value > 0 { ExactResult::Win } else { ExactResult::Loss };
    assert_eq!(solution.result, expected, "{game} after {moves}");
    let is_in_time = |plies| forced(i64::try_from(plies).expect("few plies")) >= value.abs();
    assert!(solution.distance.is_some_and(is_in_time), "{game} after {moves}: {:?}", solution.distance);
    true
}

#[test]
fn forced_results_are_true() {
    let options = Options { max_cells: 14, max_size: 14, ..Options::default() };
    let is_forced = |&seed: &u64| {
        let RandomGame { game, moves } = RandomGame::draw(seed, &options);
        is_forced_truly(&game, &moves.join(" "))
    };
    let seen = (0..4000).filter(is_forced).count();
    assert!(seen > 300, "{seen}");
}

/// A stone can shut the way to the cell that its side wants next, or open one for the opponent.
#[test]
fn forced_results_are_true_through_several_faces() {
    let games = [
        "4x4:3:all",
        "4x4:3:+1,-2:torus",
        "4x4:3:all:exact",
        "4x4:3:+1,-1:torus",
        "5x3:3:+1,-2",
        "5x3:3:+1,-1",
    ];
    for game in games {
        let rules = rules(game);
        let is_forced = |&seed: &u64| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut board = rules.start();
            let mut moves = Vec::new();
            while rules.outcome(&board).is_none() && rules.empty(&board).count() > 9 - seed as u32 % 3 {
                let cell = *rules.legal_moves(&board).choose(&mut random).expect("the game goes on");
                moves.push(rules.geometry().cell_text(cell));
                board = rules.play(&board, cell);
            }
            is_forced_truly(game, &moves.join(" "))
        };
        let seen = (0..600).filter(is_forced).count();
        assert!(seen > 50, "{game}: {seen}");
    }
}

proptest! {
    /// Open positions stay within the published bound.
    #[test]
    fn open_values_are_bounded(seed in any::<u64>()) {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::default());
        let rules = rules(&game);
        let board = after(&rules, &moves.join(" "));
        let value = evaluator(&rules, "runs").evaluate(&rules, &board, Side::X);
        prop_assert!(value.abs() <= OPEN || value.abs() >= forced(20) && value.abs() < FORCED);
    }
}
