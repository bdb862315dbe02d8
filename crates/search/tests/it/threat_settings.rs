//! Threats before a search and at its leaves: what they decide is so.

use connect_toe_game::{Bits, Board, Game, Rules, with_game};
use connect_toe_search::{MoveValue, SearchReport, Want};
use connect_toe_testkit::random_game::{Options, RandomGame};

use crate::{reach, search};

const SEARCHES: [&str; 3] = ["alpha-beta", "principal-variation", "mtdf"];

#[test]
fn a_chain_is_played_at_once() {
    let game: Game = "gomoku".parse().expect("a preset");
    with_game!(&game, record => {
        let rules = record.rules();
        let mut board = rules.start();
        // X has a row and a column of three that meet, each with one end shut.
        for cell in rules.parse_moves("h8 h11 h9 l8 h10 n1 i8 n3 j8 n5").expect("legal moves") {
            board = rules.play(&board, cell);
        }
        for name in SEARCHES {
            for threats in [1, 2] {
                let player = format!("{name}:depth=1,eval=undecided,threats={threats}");
                for want in [Want::OneBest, Want::EveryMove] {
                    let report = search(rules, &board, &player, want);
                    assert_eq!((report.value, report.best.len()), (1, 1), "{player}");
                    assert_eq!(report.line.len(), 3, "{player}: {}", rules.moves_text(&report.line));
                }
            }
        }
    });
}

/// To the end of the game, threats change no value: neither those of moves that lose nor the position's.
#[test]
fn values_to_the_end_of_the_game_are_the_same() {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..400 {
        let drawn = RandomGame::draw(seed, &Options::solvable());
        let mut game: Game = drawn.game.parse().expect("game text");
        with_game!(&mut game, record => {
            if !reach(record, &drawn.moves) {
                continue;
            }
            let (rules, board) = (record.rules(), record.board());
            let name = SEARCHES[seed as usize % SEARCHES.len()];
            for hurry in [false, true] {
                let base = format!("{name}:depth=9,eval=undecided,hurry={hurry}");
                let plain = search(rules, board, &base, Want::EveryMove);
                for threats in [1, 2] {
                    let player = format!("{base},threats={threats}");
                    let found = search(rules, board, &player, Want::EveryMove);
                    let one = search(rules, board, &player, Want::OneBest);
                    check(rules, board, (&plain, &found, &one), hurry);
                    wins += u32::from(found.moves.len() < plain.moves.len() && found.value > 0);
                    losses += u32::from(found.value < 0);
                }
            }
        });
    }
    assert!(wins > 50 && losses > 20, "{wins} {losses}");
}

fn check<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    (plain, found, one): (&SearchReport, &SearchReport, &SearchReport),
    hurry: bool,
) {
    let name = format!("{} {} {}", rules.spec(), rules.board_text(board), board.to_move());
    let value = |value: i64| if hurry { value.signum() } else { value };
    assert_eq!((value(found.value), value(one.value)), (value(plain.value), value(plain.value)), "{name}");
    let exact = |found: &MoveValue| {
        plain.moves.iter().find(|plain| plain.cell == found.cell).map(|plain| plain.value)
    };
    for known in &found.moves {
        assert_eq!(Some(value(known.value)), exact(known).map(value), "{name}");
    }
    let one = MoveValue { cell: one.best[0], value: one.value };
    assert_eq!(exact(&one).map(value), Some(value(plain.value)), "{name}");
    if !hurry && found.value <= 0 {
        assert_eq!((&found.moves, &found.best), (&plain.moves, &plain.best), "{name}");
    }
}

/// What the leaves call won is won, and every search sees the same.
#[test]
fn threats_at_leaves() {
    let mut sooner = 0;
    for seed in 0..300 {
        let drawn = RandomGame::draw(seed, &Options::solvable());
        let mut game: Game = drawn.game.parse().expect("game text");
        with_game!(&mut game, record => {
            if !reach(record, &drawn.moves) {
                continue;
            }
            let (rules, board) = (record.rules(), record.board());
            let exact = search(rules, board, "alpha-beta:depth=9,eval=undecided", Want::EveryMove);
            for depth in [1, 2] {
                let blind = search(rules, board, &format!("alpha-beta:depth={depth},eval=undecided"), Want::EveryMove);
                let settings = format!("depth={depth},eval=undecided,leaf-threats=1000");
                let seeing = SEARCHES.map(|name| search(rules, board, &format!("{name}:{settings}"), Want::EveryMove).moves);
                assert!(seeing[1] == seeing[0] && seeing[2] == seeing[0], "{}", drawn.game);
                for ((seen, blind), exact) in seeing[0].iter().zip(&blind.moves).zip(&exact.moves) {
                    assert!(seen.value == 0 || seen.value == exact.value, "{}", drawn.game);
                    sooner += u32::from(seen.value != blind.value);
                }
            }
        });
    }
    assert!(sooner > 50, "{sooner}");
}
