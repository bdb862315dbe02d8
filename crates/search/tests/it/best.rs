//! `best` on games of the whole class: legal and the same each time, never blind to what is next, and exact where it can be.

use connect_toe_eval::WIN;
use connect_toe_game::{Bits, Board, Cell, Game, Rules, with_game};
use connect_toe_search::{SearchReport, Want};
use connect_toe_testkit::random_game::{Options, RandomGame};

use crate::{after, reach, search, search_within};

/// Calls `check` with positions of random games in which the game goes on.
fn positions(count: u64, options: &Options, mut check: impl FnMut(&mut Game, &[String])) {
    for seed in 0..count {
        let drawn = RandomGame::draw(seed, options);
        let mut game: Game = drawn.game.parse().expect("game text");
        check(&mut game, &drawn.moves);
    }
}

fn is_legal<B: Bits>(rules: &Rules<B>, board: &Board<B>, report: &SearchReport) -> bool {
    let legal = rules.legal(board);
    report.best.iter().chain(&report.line[..1]).all(|cell| legal.contains(cell.bit()))
}

#[test]
fn it_is_legal_and_the_same_each_time() {
    let handicaps =
        ["", ":noise=20,chain=0,overlook=30", ":noise=5,seed=7", ":overlook=100", ":eval=open-lines,chain=5"];
    positions(250, &Options::default(), |game, moves| {
        with_game!(game, record => {
            if reach(record, moves) {
                let (rules, board) = (record.rules(), record.board());
                for handicap in handicaps {
                    for (want, nodes) in [(Want::OneBest, 1), (Want::OneBest, 500), (Want::EveryMove, 3000)] {
                        let report = search_within(rules, board, &format!("best{handicap}"), want, Some(nodes));
                        // A single node may be too few for any move.
                        assert!(nodes == 1 || !report.best.is_empty(), "{} {handicap}", rules.spec());
                        assert!(report.best.is_empty() || is_legal(rules, board, &report), "{}", rules.spec());
                        assert!(report.nodes < nodes + 8000, "{} {handicap}: {}", rules.spec(), report.nodes);
                    }
                }
            }
        });
    });
}

/// Moves after which the opponent does not complete a line next, unless none is left.
fn safe<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> Vec<Cell> {
    let is_safe = |&cell: &Cell| {
        let step = rules.advance(board, cell);
        let after = &step.board;
        step.outcome.is_none() && rules.completing(after, rules.legal(after)).is_empty()
    };
    rules.legal_moves(board).into_iter().filter(is_safe).collect()
}

#[test]
fn it_wins_at_once_and_stops_what_comes_next() {
    let (mut wins, mut blocks, mut overlooked) = (0, 0, 0);
    positions(4000, &Options::default(), |game, moves| {
        with_game!(game, record => {
            if !record.rules().line_wins() || !reach(record, moves) {
                return;
            }
            let (rules, board) = (record.rules(), record.board());
            let winning = rules.completing(board, rules.legal(board));
            let safe = safe(rules, board);
            let all = rules.legal_moves(board).len();
            if winning.is_empty() && (safe.is_empty() || safe.len() == all) {
                return;
            }
            for player in ["best", "best:noise=40,chain=0", "best:overlook=100"] {
                let report = search_within(rules, board, player, Want::OneBest, Some(2000));
                let name = format!("{player} on {} {}", rules.spec(), rules.board_text(board));
                if winning.any() {
                    assert!(report.value > WIN && winning.contains(report.best[0].bit()), "{name}");
                    wins += 1;
                } else {
                    let is_safe = safe.contains(&report.best[0]);
                    assert!(is_safe || player.contains("overlook"), "{name}");
                    blocks += u32::from(is_safe);
                    overlooked += u32::from(!is_safe);
                }
            }
        });
    });
    assert!(wins > 500 && blocks > 50 && overlooked > 20, "{wins} {blocks} {overlooked}");
}

#[test]
fn it_finds_exact_values_of_small_games() {
    let mut decided = 0;
    positions(400, &Options::solvable(), |game, moves| {
        with_game!(game, record => {
            if !reach(record, moves) {
                return;
            }
            let (rules, board) = (record.rules(), record.board());
            let exact = search(rules, board, "perfect", Want::EveryMove);
            for player in ["best", "best:nodes=1000000"] {
                let one = search(rules, board, player, Want::OneBest);
                let name = format!("{player} on {} {}", rules.spec(), rules.board_text(board));
                assert_eq!(one.value.signum(), exact.value.signum(), "{name}");
                let found = exact.moves.iter().find(|found| found.cell == one.best[0]).expect("a legal move");
                assert_eq!(found.value.signum(), exact.value.signum(), "{name}");
                decided += u32::from(one.value.abs() > WIN);
                let all = search(rules, board, player, Want::EveryMove);
                let signs = |report: &SearchReport| -> Vec<(Cell, i64)> {
                    report.moves.iter().map(|found| (found.cell, found.value.signum())).collect()
                };
                assert_eq!(signs(&all), signs(&exact), "{name}");
            }
        });
    });
    assert!(decided > 100, "{decided}");
}

/// The order of the moves is the game's own: what is drawn follows from it.
#[test]
fn noise_follows_from_the_game() {
    let game: Game = "connect-four".parse().expect("a preset");
    let value = |player: &str| with_game!(&game, record => search_within(record.rules(), record.board(), player, Want::EveryMove, Some(300)));
    assert_ne!(value("best:noise=20"), value("best:noise=20,seed=1"));
    assert_eq!(value("best:noise=20"), value("best:noise=20,seed=0"));
}

/// A heuristic that is named is asked. What stands for one that knows nothing follows from the game.
#[test]
fn positions_are_valued_by_the_heuristic_that_is_named() {
    let report = |game: &str, moves: &str, player: &str| with_game!(&after(game, moves), record => search_within(record.rules(), record.board(), player, Want::OneBest, Some(3000)));
    for (game, moves, name) in [
        ("15x15:5", "h8 i9 h9 h10", "selective"),
        ("15x15:6", "h8 i9 h9 h10", "runs"),
        ("9x8:4:-2", "d1 d2 e1", "runs"),
        ("9x8:4:-2:misere", "d1 d2 e1", "runs"),
        ("7x7:4:free:misere", "d1 d2 e1", "runs"),
    ] {
        for search in ["best", "selective"] {
            let default = report(game, moves, search);
            assert!(default.value.abs() < WIN, "{game}");
            assert_eq!(default.scale_name(), name, "{game}");
            assert_eq!(report(game, moves, &format!("{search}:eval=undecided")), default, "{game}");
            let named = report(game, moves, &format!("{search}:eval=open-lines"));
            assert_eq!(named.scale_name(), "open-lines", "{game}");
            assert_eq!(
                report(game, moves, &format!("{search}:eval=runs")) == default,
                name == "runs",
                "{game}"
            );
        }
    }
}

#[test]
fn a_large_free_board_is_opened_in_the_middle() {
    for (game, move_) in
        [("15x15:5", "h8"), ("9x9:5", "e5"), ("12x7:5", "f4"), ("8x8:4", "d4"), ("qubic", "b2.2")]
    {
        with_game!(&after(game, ""), record => {
            let (rules, board) = (record.rules(), record.board());
            for nodes in [Some(1), Some(20_000), None] {
                let played = search_within(rules, board, "best", Want::OneBest, nodes);
                assert_eq!(rules.moves_text(&played.best), move_, "{game}");
                // It says what it makes of the move, and what it expects, but does not think long about a move that it plays anyhow.
                assert!(played.value != 0 && played.line[0] == played.best[0] && played.nodes < 1500, "{game}: {played:?}");
            }
            // Who asks about every move is told what the search makes of each.
            let all = search_within(rules, board, "best", Want::EveryMove, Some(5000));
            let most = all.moves.iter().map(|found| found.value).max();
            assert_eq!(most, Some(all.value), "{game}");
        });
    }
}
