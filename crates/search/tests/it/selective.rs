//! `selective`: what it says is decided is so, and what must be played is played.

use connect_toe_eval::WIN;
use connect_toe_game::{Bits, Record, with_game};
use connect_toe_search::{Algorithm, Task, Want, Worth, unwatched};
use connect_toe_testkit::random_game::{Options, RandomGame};

use crate::{after, reach, search, search_within};

/// On boards that can be searched to the end, who is said to win does, and who is said to lose. What counts as proven takes
/// no fewer plies than it has to.
#[test]
fn decided_values_are_true() {
    let (mut wins, mut losses, mut proven) = (0, 0, 0);
    for seed in 0..1200 {
        let drawn = RandomGame::draw(seed, &Options::solvable());
        let mut game: connect_toe_game::Game = drawn.game.parse().expect("game text");
        with_game!(&mut game, record => {
            if !reach(record, &drawn.moves) {
                continue;
            }
            let (rules, board) = (record.rules(), record.board());
            let best = search(rules, board, "perfect", Want::OneBest);
            let exact = best.value;
            for depth in [1, 3, 16] {
                let player = format!("selective:width=100,depth={depth}");
                for want in [Want::OneBest, Want::EveryMove] {
                    let report = search(rules, board, &player, want);
                    let value = report.value;
                    if let Worth::Exact { plies, .. } = report.worth() {
                        assert_eq!(value.signum(), exact.signum(), "{} {:?} {player}", drawn.game, drawn.moves);
                        let Worth::Exact { plies: needed, .. } = best.worth() else { panic!("it is perfect") };
                        assert!(plies >= needed, "{} {:?} {player}", drawn.game, drawn.moves);
                        proven += u32::from(plies > Some(2));
                    }
                    if value.abs() >= WIN {
                        assert_eq!(value.signum(), exact.signum(), "{} {:?} {player}", drawn.game, drawn.moves);
                    }
                    wins += u32::from(value >= WIN);
                    losses += u32::from(value <= -WIN);
                }
            }
        });
    }
    assert!(wins > 500 && losses > 100 && proven > 100, "{wins} wins, {losses} losses, {proven} proven");
}

/// Where stones fall, a move that promises nothing can be the only one that does not lose.
#[test]
fn quiet_moves_are_looked_at_before_a_position_counts_as_lost() {
    for (game, moves) in [
        ("5x4:4:-2", "a1 a2 e1 e2 b1 a3 d1 c1 b2 d2 e3 b3 a4"),
        ("4x4:4:all", "c4 d1 c1 a2 a1 d3 a3 d4 b4"),
        ("6x5:4:-2", "e1 f1 a1 a2 a3 b1 b2 e2 f2 e3 b3 b4 f3 e4 e5 d1 f4 c1 c2 b5 a4 f5"),
    ] {
        let game = after(game, moves);
        with_game!(&game, record => {
            let (rules, board) = (record.rules(), record.board());
            let exact = search(rules, board, "perfect", Want::EveryMove);
            let found = search(rules, board, "selective:depth=16", Want::EveryMove);
            for (found, exact) in found.moves.iter().zip(&exact.moves) {
                let is_decided = found.value.abs() >= WIN;
                assert!(!is_decided || found.value.signum() == exact.value.signum(), "{moves}: {found:?} {exact:?}");
            }
        });
    }
}

/// Whether the best move is the one that the rules ask for, and whether they ask for any.
fn plays_what_it_must<B: Bits>(record: &Record<B>, player: &str, nodes: u64) -> bool {
    let (rules, board) = (record.rules(), record.board());
    let legal = rules.legal(board);
    let completing = rules.completing(board, legal);
    let report = search_within(rules, board, player, Want::OneBest, Some(nodes));
    let &[best] = &report.best[..] else {
        panic!("{player}, {nodes} nodes: {report:?}, {} {board:?}", rules.spec())
    };
    assert!(legal.contains(best.bit()));
    let others = legal.minus(completing);
    if completing.any() && (rules.line_wins() || others.any()) {
        let asked = if rules.line_wins() { completing } else { others };
        assert!(asked.contains(best.bit()), "{player}, {nodes} nodes: {board:?}");
        return true;
    }
    let threatened = rules.threatened_inlined(board, legal);
    if rules.line_wins() && threatened.any() && !threatened.has_several() && !rules.can_jam() {
        assert!(threatened.contains(best.bit()), "{player}, {nodes} nodes: {board:?}");
        return true;
    }
    false
}

/// Even if there is time for one move alone.
#[test]
fn lines_are_completed_and_threats_answered() {
    let mut forced = [0; 2];
    for seed in 0..2000 {
        let drawn = RandomGame::draw(seed, &Options { max_cells: 100, ..Options::default() });
        let mut game: connect_toe_game::Game = drawn.game.parse().expect("game text");
        with_game!(&mut game, record => {
            if reach(record, &drawn.moves) {
                let line_wins = record.rules().line_wins();
                for nodes in [300, 7, 1] {
                    for player in ["selective:depth=3", "best"] {
                        forced[usize::from(line_wins)] += u32::from(plays_what_it_must(record, player, nodes));
                    }
                }
            }
        });
    }
    assert!(forced.iter().all(|&forced| forced > 200), "{forced:?}");
}

#[test]
fn a_row_of_three_with_both_ends_open_is_answered() {
    let game = after("gomoku", "h8 a1 h9 c1 h10");
    with_game!(&game, record => {
        let report = search(record.rules(), record.board(), "selective:depth=2", Want::OneBest);
        let answers = ["h6", "h7", "h11", "h12"];
        let best = record.rules().moves_text(&report.best);
        assert!(answers.contains(&best.as_str()), "{best}");
    });
}

#[test]
fn threats_are_looked_for_before_the_search_too() {
    // X has a row and a column of three that meet, each with one end shut.
    let game = after("gomoku", "h8 h11 h9 l8 h10 n1 i8 n3 j8 n5");
    with_game!(&game, record => {
        let report = search(record.rules(), record.board(), "selective:depth=1,threats=1", Want::OneBest);
        assert!(report.value >= WIN);
        assert_eq!(report.line.len(), 3);
    });
}

/// Narrow searches look at fewer positions, if they look so far ahead that the width counts; no move at all is refused.
#[test]
fn the_width_is_a_setting() {
    let game = after("gomoku", "h8 i9 h9 h10");
    with_game!(&game, record => {
        let nodes = |width: u32| {
            let player = format!("selective:depth=6,width={width}");
            search(record.rules(), record.board(), &player, Want::OneBest).nodes
        };
        assert!(nodes(4) < nodes(12) && nodes(12) < nodes(40));
        let selective = Algorithm::find("selective").expect("a search");
        let built = selective.build(record.rules(), &"width=0".parse().expect("settings"));
        assert_eq!(
            built.err().map(|error| error.to_string()).as_deref(),
            Some("width=0: width must be a whole number of moves from 1"),
        );
    });
}

/// A move that the task does not offer is not played, whatever it promises.
#[test]
fn only_moves_of_the_task_are_played() {
    let game = after("gomoku", "h8 a1 h9 c1 h10");
    with_game!(&game, record => {
        let rules = record.rules();
        let moves = rules.parse_moves("o15 a15").map_err(|error| error.to_string());
        let moves = moves.expect("moves");
        let mut search = Algorithm::find("selective").expect("a search")
            .build(rules, &"depth=2".parse().expect("settings")).expect("a searcher");
        for want in [Want::OneBest, Want::EveryMove] {
            let task = Task { moves: &moves, want, nodes: None, deepen: true };
            let report = search.search(rules, record.board(), &task, &mut unwatched);
            assert!(report.best.iter().all(|best| moves.contains(best)));
        }
    });
}

/// However few nodes there are, a move gets its value.
#[test]
fn there_is_a_move_within_any_limit() {
    for (text, moves) in
        [("connect-four", "d1 d2 d3"), ("gomoku", "a1 h8 o2 h9 k3 h10 a4 h11"), ("gomoku", "")]
    {
        let game = after(text, moves);
        with_game!(&game, record => {
            let (rules, board) = (record.rules(), record.board());
            for player in ["selective:depth=9", "best"] {
                let report = search_within(rules, board, player, Want::OneBest, Some(1));
                assert_eq!(report.best.len(), 1, "{text} {moves} {player}");
                let report = search_within(rules, board, player, Want::EveryMove, Some(1));
                assert!(!report.best.is_empty(), "{text} {moves} {player}");
            }
        });
    }
}

/// `selective` would see no difference between the moves, so `best` is another search.
#[test]
fn best_plays_long_lines_by_what_sees_them() {
    let game = after("12x12:6", "");
    with_game!(&game, record => {
        let report = search_within(record.rules(), record.board(), "best", Want::OneBest, Some(3000));
        assert!(report.value != 0, "{}", report.value);
    });
}
