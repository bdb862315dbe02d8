//! Blocked cells, turns of several stones, makers and breakers, renju, and lines that are not rows, against the test
//! kit's reference implementation and known facts.

use connect_toe_game::{
    Bits, BoardReason, BySide, Cell, Game, GameSpec, LineRule, Lines, Playouts, Rules, Side, perft,
    symmetries, with_game,
};
use connect_toe_testkit::cases::renju;
use connect_toe_testkit::oracle::{self, Player};
use connect_toe_testkit::random_game::{Options, RandomGame, RenjuBoard};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::oracle::same_game;

#[test]
fn games_agree() {
    for seed in 0..3000 {
        let drawn = RandomGame::draw(seed, &Options::wider());
        same_game(&drawn.game, &drawn.moves);
    }
}

#[test]
fn perft_and_symmetries_agree() {
    for seed in 0..600 {
        let drawn = RandomGame::draw(seed, &Options::wider_solvable());
        let slow = oracle::Game::parse(&drawn.game).expect("drawn");
        let game: Game = drawn.game.parse().expect("drawn");
        let fast = game.perft(4);
        let counted = slow.perft(4);
        assert_eq!((fast.leaves, fast.ended), (counted.leaves, counted.ended), "{}", drawn.game);
        if slow.cells().len() <= 7 {
            let order = symmetries(game.spec()).expect("sound").order().to_string();
            assert_eq!(Some(order), slow.symmetry_count().map(|count| count.to_string()), "{}", drawn.game);
        }
    }
}

/// The cells that X may not take, sorted as text, if it is to move; none if the board is not a position.
fn forbidden_cells(game: &str, board: &str) -> Option<Vec<String>> {
    let mut game: Game = game.parse().expect("a game");
    game.set_board(board, Some(Side::X)).ok()?;
    let set = with_game!(&game, record => {
        let (rules, board) = (record.rules(), record.board());
        let forbidden = rules.forbidden(board);
        let legal = rules.legal(board);
        assert!((forbidden & legal).is_empty() && (forbidden | legal) == rules.empty(board));
        assert_eq!(rules.is_stuck(board), legal.is_empty());
        forbidden.members().map(Cell::from_bit).collect::<Vec<_>>()
    });
    let mut cells: Vec<String> = set.into_iter().map(|cell| game.cell_text(cell)).collect();
    cells.sort();
    Some(cells)
}

#[test]
fn forbidden_cells_of_diagrams() {
    for (name, rows) in renju::diagrams() {
        let (game, board) = renju::game_and_board(rows);
        assert_eq!(forbidden_cells(&game, &board), Some(renju::marked(rows, '!')), "{name}");
    }
}

#[test]
fn forbidden_cells_agree() {
    let mut found = 0;
    for seed in 0..3000 {
        let drawn = RenjuBoard::draw(seed);
        let slow = oracle::Game::parse(&drawn.game).expect("drawn");
        let position = slow.board(&drawn.board, Some(Player::X)).expect("drawn");
        let Some(forbidden) = forbidden_cells(&drawn.game, &drawn.board) else { continue };
        found += forbidden.len();
        assert_eq!(forbidden, position.forbidden_cells(), "{} {}", drawn.game, drawn.board);
    }
    assert!(found > 2000, "{found}");
}

/// A random game that is played by the rules ends as they say.
#[test]
fn playouts_end_where_the_game_does() {
    for seed in 0..400 {
        let game: Game = RandomGame::draw(seed, &Options::wider()).game.parse().expect("drawn");
        with_game!(&game, record => {
            let rules = record.rules();
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let played = Playouts::new(rules).play(&rules.start(), &mut random);
            assert!(played.plies <= rules.empty_cells(&rules.start()), "{}", rules.spec());
            if rules.outcome(&rules.start()).is_some() {
                assert_eq!(played.plies, 0);
            }
            if !rules.lines_count_for(Side::O) {
                assert!(played.outcome.winner().is_some(), "{} has no draws", rules.spec());
            }
        });
    }
}

#[test]
fn texts_have_one_canonical_form() {
    for (text, canonical) in [
        ("5x5:4:free:blocked=3,3", "5x5:4:free:blocked=c3"),
        ("7x6:4:-2:torus=1:blocked=g1+a1", "7x6:4:-2:blocked=a1+g1:torus=1"),
        ("7x6:4:-2:torus=2+1", "7x6:4:-2:torus"),
        ("19x19:6:free:turn=1+2", "19x19:6:free:turn=1+2"),
        ("3x3:3:free:turn=1+1", "3x3:3"),
        ("4x4:plane", "4x4:plane"),
        ("7:projective:free:maker", "7:projective:free:maker"),
        ("7:lines=b+a+d/c+b+e/a+b+c+d", "7:lines=a+b+d/b+c+e"),
        ("6x6:shape=c2+b2+a1+b1", "6x6:shape=a1+b1+b2+c2"),
        ("15x15:5:free:renju:blocked=a1", "15x15:5:free:blocked=a1:renju"),
    ] {
        let spec: GameSpec = text.parse().expect(text);
        assert_eq!(spec.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(spec));
    }
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    for (text, part) in [
        ("3x3:lins=a1", "did you mean lines"),
        ("3x3:plan", "did you mean plane"),
        ("3x3:q", "the run length `q` is not a whole number"),
        ("3x3:lines=a1+a1", "a1 twice"),
        ("3x3:lines=a1+d4", "off the board"),
        ("3x3:lines=", "lacks cells"),
        ("3x3:shape", "lacks cells"),
        ("3x4:plane", "power of a prime"),
        ("6x6:plane", "power of a prime"),
        ("8:projective", "q² + q + 1"),
        ("3x3:plane=2", "stands alone"),
        ("3x3:plane:free:exact", "`exact` cannot be combined with `plane`"),
        ("7:projective:free:torus", "`torus` cannot be combined with `projective`"),
        ("3x3:3:free:blocked", "lacks cells"),
        ("3x3:3:free:blocked=a1+a1", "a1 twice"),
        ("3x3:3:free:turn=5+1", "each 1 to 4"),
        ("3x3:3:free:turn", "is not a turn"),
        ("3x3:3:free:torus=3", "dimensions from 1 to 2"),
        ("3x3:3:free:torus=1+1", "names dimension 1 twice"),
        ("3x3:3:free:misere=2", "stands alone"),
        ("15x15:5:free:misere:renju", "`renju` cannot be combined with `misere`"),
        ("15x15:6:free:renju", "five in a row"),
        ("15x15:5:-2:renju", "free placement"),
        ("3x3:3:free:mker", "did you mean"),
        ("3x3:3:blocked=a1", "write free:blocked=a1"),
    ] {
        let error = text.parse::<GameSpec>().expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn a_column_that_a_blocked_cell_closes_is_not_full() {
    for (text, moves, reason) in [
        ("7x6:4:-2:blocked=a6", "", "a blocked cell closes the column"),
        ("7x6:4:-2:blocked=a3", "111", "a blocked cell closes the column"),
        ("3x2:3:-2:blocked=a1", "1", "the column is full"),
    ] {
        let mut game: Game = text.parse().expect(text);
        game.play(moves).expect("legal moves");
        let error = game.parse_move("1").expect_err(text).to_string();
        assert_eq!(error, reason, "{text} after {moves}");
    }
}

fn count(text: &str) -> usize {
    Lines::of(&text.parse().expect(text)).expect("a game").count()
}

#[test]
fn known_numbers_of_lines() {
    assert_eq!(
        [count("2x2:plane"), count("3x3:plane"), count("4x4:plane"), count("5x5:plane")],
        [6, 12, 20, 30]
    );
    assert_eq!([count("7:projective"), count("13:projective"), count("21:projective")], [7, 13, 21]);
    assert_eq!(count("3x3x3:plane"), 117);
    // On a cylinder the rows around are closed: 7 of each of 6, and 14 diagonals of each kind from each of 3 heights.
    assert_eq!(count("7x6:4:-2:torus=1"), 7 * 6 + 7 * 3 + 2 * 7 * 3);
    // Four in a row on a board without its middle: the rows and columns through it are cut in two.
    assert_eq!(count("5x5:4:free:blocked=c3"), 28 - 2 * 2 - 2 * 2);
    assert_eq!(count("3x3:lines=a1+b1/a1+b1+c1/c3"), 2);
}

#[test]
fn lines_are_those_of_the_geometry() {
    let lines = |text: &str| {
        let spec: GameSpec = text.parse().expect(text);
        let lines = Lines::of(&spec).expect("a game");
        let mut sets: Vec<Vec<usize>> =
            lines.iter().map(|line| line.iter().map(|cell| cell.index()).collect()).collect();
        for set in &mut sets {
            set.sort_unstable();
        }
        sets.sort_unstable();
        sets
    };
    assert_eq!(lines("3x3:plane").len(), lines("3x3:3:free:torus").len());
    let spec: GameSpec = "2x3:lines=a1+a2+a3/b1+b3".parse().expect("a game");
    assert!(matches!(&spec.lines, LineRule::Given(lines) if **lines == [vec![0, 1, 2], vec![3, 5]]));
}

#[test]
fn six_in_a_row_with_two_stones_a_turn() {
    let rules = Rules::<u128>::compile(&"9x9:6:free:turn=1+2".parse().expect("a game")).expect("fits");
    let sides: Vec<String> = (0..6)
        .scan(rules.start(), |board, ply| {
            let side = board.to_move().to_string();
            *board = rules.play(board, rules.geometry().cells()[ply]);
            Some(side)
        })
        .collect();
    assert_eq!(sides.join(""), "xooxxo");
    assert_eq!(perft(&rules, &rules.start(), 2).leaves, [1, 81, 81 * 80]);
    // Whether a board's stones are those of a game decides who is to move.
    let board = rules.parse_board(
        "x________/oo_______/xx_______/_________/_________/_________/_________/_________/_________",
        None,
    );
    assert_eq!(board.map(|board| (board.to_move(), board.left())), Ok((Side::O, 2)));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[1-9x]{1,6}:(lines=|shape=|plane|projective|[1-5])[a-d1-4+/,.]{0,12}(:free|:-2|:all)?(:(blocked|turn|torus|maker|renju)(=[a-c1-4+]{0,8})?){0,2}") {
        if let Ok(spec) = text.parse::<GameSpec>() {
            prop_assert_eq!(spec.to_string().parse::<GameSpec>(), Ok(spec.clone()));
            prop_assert_eq!(oracle::Game::parse(&text).map(|game| game.to_string()), Ok(spec.to_string()));
        } else {
            prop_assert!(oracle::Game::parse(&text).is_err(), "{} is a game", text);
        }
    }
}

#[test]
fn a_stone_where_none_comes_is_refused() {
    for (game, cell) in
        [("3x3:3:free:blocked=b2", "b2"), ("3x3:3:-2:blocked=b2", "b2"), ("3x3:3:-2:blocked=b3", "b1")]
    {
        let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("small enough");
        let stone = rules.geometry().parse_cell(cell).expect("a cell");
        let stones = BySide { x: u64::single(stone.bit()), o: u64::EMPTY };
        let reasons = rules.board_of(stones, None).expect_err("no board").reasons;
        let is_told = match &reasons[..] {
            [BoardReason::OnBlocked(told)] => cell == "b2" && told == cell,
            [BoardReason::Floating { cell: told, .. }] => cell == "b1" && told == cell,
            _ => false,
        };
        assert!(is_told, "{game}: {reasons:?}");
    }
}

#[test]
fn a_board_stands_anywhere_in_a_turn() {
    for text in ["3x3:3", "4x4:4:free:turn=1+2", "4x4:4:-2:turn=3+2", "4x4:4:free:maker:turn=4+1"] {
        let rules = Rules::<u64>::compile(&text.parse().expect("a game")).expect("small enough");
        let mut board = rules.start();
        while rules.outcome(&board).is_none() {
            let stones = BySide::from_fn(|side| board.stones_of(side));
            let side = board.to_move();
            assert_eq!(rules.board_in_turn(stones, Some(side), board.left()), Ok(board), "{text}");
            for left in [0, 5, u32::MAX] {
                let reasons = rules.board_in_turn(stones, Some(side), left).expect_err("no turn").reasons;
                assert_eq!(reasons, [BoardReason::StonesLeft { side, left }], "{text}");
            }
            let moves = rules.legal_moves(&board);
            board = rules.play(&board, moves[board.stones() as usize * 5 % moves.len()]);
        }
    }
    let rules = Rules::<u64>::compile(&"3x3:3:free:turn=1+2".parse().expect("a game")).expect("small enough");
    let stones = rules.parse_stones("xo_/___/___").expect("stones");
    let left = |board: Option<u32>| match board {
        None => rules.board_of(stones, Some(Side::X)),
        Some(left) => rules.board_in_turn(stones, Some(Side::X), left),
    };
    assert_eq!(left(None), left(Some(2)));
    assert_ne!(left(None), left(Some(1)));
}
