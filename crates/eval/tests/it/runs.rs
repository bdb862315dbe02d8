//! What `runs` sees on hand-made positions.

use connect_toe_eval::Evaluator;
use connect_toe_eval::runs::{DECIDED, FORCED, OPEN, Runs};
use connect_toe_game::{Bits, Cell, Outcome, Side};
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

/// Planes, shapes, given lines of different lengths, cylinders, blocked cells.
#[test]
fn forced_results_are_true_in_the_wider_class() {
    let options = Options { max_cells: 14, max_size: 14, ..Options::wider() };
    let is_forced = |&seed: &u64| {
        let RandomGame { game, moves } = RandomGame::draw(seed, &options);
        let rules = rules(&game);
        let reasons = rules.sides_alternate() && rules.sides_are_alike();
        reasons && is_forced_truly(&game, &moves.join(" "))
    };
    let seen = (0..8000).filter(is_forced).count();
    assert!(seen > 200, "{seen}");
}

/// Where runs force nothing, a value of a win still is one.
#[test]
fn wins_at_once_are_true_in_the_wider_class() {
    let mut seen = 0;
    for seed in 0..4000 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::wider());
        let rules = rules(&game);
        let board = after(&rules, &moves.join(" "));
        if rules.sides_alternate() && rules.sides_are_alike() || rules.outcome(&board).is_some() {
            continue;
        }
        let mut runs = Runs::new(&rules);
        let value = runs.evaluate(&rules, &board, board.to_move());
        assert_eq!(runs.forced(&rules, &board), None, "{game}");
        let wins = |&cell: &Cell| {
            let outcome = rules.outcome_of(&board, cell);
            rules.completes_line(&board, cell) && outcome == Some(Outcome::Win(board.to_move()))
        };
        let wins = rules.legal_moves(&board).iter().any(wins);
        assert_eq!(value == forced(1), wins, "{game} after {moves:?}");
        assert!(wins || value.abs() <= OPEN, "{game} after {moves:?}");
        seen += u32::from(wins);
    }
    assert!(seen > 100, "{seen}");
}

const FANO: &str = "7:lines=a+b+d/b+c+e/c+d+f/d+e+g/a+e+f/b+f+g/a+c+g";

#[test]
fn forks_on_planes() {
    // Three points that are not on one line: any third stone makes two threats.
    assert_eq!(runs(FANO, "a d b c"), forced(3));
    assert_eq!(runs("7:projective", ""), runs(FANO, ""));
}

#[test]
fn lines_count_by_what_is_missing() {
    // One stone is missing on a+b, two are on c+d+e: as if a line of three had two and one.
    let value = |moves| runs("9:lines=a+b/c+d+e", moves);
    assert_eq!(value("i"), 0);
    assert!(value("c a").abs() <= OPEN);
    assert_eq!(value("a i"), forced(1));
    // A line of one cell is a threat of both sides.
    assert_eq!(runs("9:lines=a/c+d+e", ""), forced(1));
    assert_eq!(runs("9:lines=a+b/a+c/d+e+f", ""), forced(3));
    // O has one stone less on its lines than X has.
    assert_eq!(runs("9:lines=a+b+c/d+e+f", "a d"), 0);
    assert!(runs("9:lines=a+b+c+d/e+f+g", "a e") < 0);
    // Without a line there is nothing to count.
    assert_eq!(runs("2x2:shape=a1+a2+a3", "a1"), 0);
}

#[test]
fn blocked_cells_end_runs_and_columns() {
    // Three of four places for a row through the middle are left.
    let worth = |game| -runs(game, "d1");
    assert_eq!((worth("7x1:4:free:blocked=g1"), worth("7x1:4")), (3, 4));
    // A stone rests on a blocked cell, whatever lies behind it.
    let value = |game, board| value_of(game, board, Some(Side::X), "runs", Side::X);
    assert_eq!(value("3x3:3:-2:blocked=b2", "x_x/o#o/x_o"), forced(1));
    assert!(value("3x3:3:-2", "x_x/o_o/x_o") <= OPEN);
    // No stone ever gets there.
    let rules = rules("3x3:3:-2:blocked=b2");
    let board = rules.parse_board("___/_#_/x_x", Some(Side::O)).expect("a board");
    let b1 = rules.geometry().parse_cell("b1").expect("a cell");
    let explanation = Runs::new(&rules).explain(&rules, &board, Side::X);
    assert!(!explanation.terms.is_empty() && explanation.terms.iter().all(|term| !term.cells.contains(&b1)));
}

#[test]
fn only_the_maker_has_runs() {
    let value = |game, board, to_move| value_of(game, board, Some(to_move), "runs", Side::X);
    let maker = "3x3:3:free:maker";
    for to_move in Side::ALL {
        assert!(value(maker, "___/_x_/___", to_move) > 0);
        // O has two in a row and the third cell is free, which means nothing.
        assert_eq!(value(maker, "oo_/___/___", to_move), 0);
        assert_eq!(value(maker, "xx_/oo_/___", to_move) > OPEN, to_move == Side::X);
        assert!(value("3x3:3:free:maker:misere", "___/_x_/___", to_move) < 0);
    }
    assert_eq!(value(maker, "xox/xxo/oxo", Side::X), -DECIDED);
}

#[test]
fn nothing_is_forced_where_a_turn_has_several_stones() {
    let game = "9x1:4:free:turn=1+2";
    let value = |board, to_move| value_of(game, board, Some(to_move), "runs", Side::X);
    // Three windows through each stone, and the same number of each side's: 1 for each stone alone on a window.
    assert_eq!(value("____x____", Side::O), 4);
    assert_eq!(value("x________", Side::O), 1);
    assert_eq!(value("x_______o", Side::X), 0);
    // Two threats lose only in turns of one stone.
    let two_threats = "__xxx____";
    assert!(value(two_threats, Side::O).abs() <= OPEN);
    assert_eq!(value(two_threats, Side::X), forced(1));
    assert_eq!(value_of("9x1:4", two_threats, Some(Side::O), "runs", Side::X), forced(2));
}

#[test]
fn overlines_of_x_do_not_count_in_renju() {
    let value = |row, side| {
        let board = format!("{}{row}", "_________/".repeat(8));
        value_of("9x9:5:free:renju", &board, Some(side), "runs", side)
    };
    // A sixth stone takes the five away from X, not from O.
    assert!(value("xxxx_x___", Side::X) <= OPEN);
    assert_eq!(value("xxxx_____", Side::X), forced(1));
    assert_eq!(value("oooo_o___", Side::O), forced(1));
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
