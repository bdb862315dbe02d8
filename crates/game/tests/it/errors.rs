//! What people read when their text is wrong.

use connect_toe_game::{Game, GameSpec, Side, with_game};

fn spec_error(text: &str) -> String {
    text.parse::<GameSpec>().expect_err("this is no game").to_string()
}

#[test]
fn a_wrong_game_is_told_every_reason() {
    insta::assert_snapshot!(spec_error("0x3x3:0:+4,-9:misere:speedy"), @"`0x3x3:0:+4,-9:misere:speedy` is not a game: no rule variation has the name `speedy`: there are blocked, exact, maker, misere, renju, torus, turn; dimension 1 has no cells: its size must be at least 1; the run length must be at least 1; face +4 does not exist: the board has dimensions 1 to 3; face -9 does not exist: the board has dimensions 1 to 3");
    insta::assert_snapshot!(spec_error("7x6:4:-2,-2"), @"`7x6:4:-2,-2` is not a game: face -2 is named twice");
    insta::assert_snapshot!(spec_error("3x3:3:misere"), @"`3x3:3:misere` is not a game: `misere` stands where the faces belong: write free:misere");
    insta::assert_snapshot!(spec_error("65x64:5"), @"`65x64:5` is not a game: it has 4160 cells, and may have at most 4096");
    insta::assert_snapshot!(spec_error("chequers"), @"`chequers` is not a game: it is neither a preset (tic-tac-toe, connect-four, gomoku, standard-gomoku, qubic, score-four, cube-2, cube-3, cube-4, cube-5, hypercube-4, misere-tic-tac-toe, torus-tic-tac-toe, four-sides) nor game text, SIZES:K[:FACES[:FLAG]...], as in 7x6:4:-2");
    insta::assert_snapshot!(spec_error("3x3"), @"`3x3` is not a game: the run length is missing: 3x3:3 is three in a row on this board");
    insta::assert_snapshot!(spec_error("0x3"), @"`0x3` is not a game: the run length is missing: 0x3:3 is three in a row on this board; dimension 1 has no cells: its size must be at least 1");
    insta::assert_snapshot!(spec_error("3x"), @"`3x` is not a game: the size `` is not a whole number from 1 to 4096; the run length is missing: 3x:3 is three in a row on this board");
    insta::assert_snapshot!(spec_error("ax3:-1:2"), @"`ax3:-1:2` is not a game: the size `a` is not a whole number from 1 to 4096; the run length `-1` is not a whole number from 1 to 65535; `2` is not a face: write +1, -1, +2, ... separated by commas, or free, or all");
    insta::assert_snapshot!(spec_error("2x2x2x2x2x2x2x2x2:2"), @"`2x2x2x2x2x2x2x2x2:2` is not a game: it has 9 dimensions, and must have 1 to 8");
    insta::assert_snapshot!(spec_error("99999999999x2:70000"), @"`99999999999x2:70000` is not a game: the size `99999999999` is not a whole number from 1 to 4096; the run length `70000` is not a whole number from 1 to 65535");
    insta::assert_snapshot!(spec_error("3x3:3:free:torus:torus"), @"`3x3:3:free:torus:torus` is not a game: the rule variation `torus` is given twice");
}

#[test]
fn names_have_capital_letters_or_not() {
    assert_eq!("Connect-FOUR".parse::<GameSpec>(), "connect-four".parse());
    assert!(spec_error("CONNECT_FOUR").contains("is not a game: did you mean connect-four? "));
}

fn move_error(game: &str, moves: &str) -> String {
    let game: Game = game.parse().expect("a game");
    with_game!(&game, record => record.rules().parse_moves(moves).expect_err("a wrong move").to_string())
}

#[test]
fn a_wrong_move_is_told_its_number_and_why() {
    insta::assert_snapshot!(move_error("3x3:3", "a1 b2 a1"), @"move 3 (`a1`): the cell is taken by x");
    insta::assert_snapshot!(move_error("3x3:3", "a1 d2"), @"move 2 (`d2`): `d2` is off the board: coordinate 1 must be a to c");
    insta::assert_snapshot!(move_error("3x3:3", "a1 b9"), @"move 2 (`b9`): `b9` is off the board: coordinate 2 must be 1 to 3");
    insta::assert_snapshot!(move_error("3x3:3", "a1 4,1"), @"move 2 (`4,1`): `4,1` is off the board: coordinate 1 must be 1 to 3");
    insta::assert_snapshot!(move_error("3x3:3", "a1 b2.1"), @"move 2 (`b2.1`): `b2.1` has 3 coordinates and the board has 2 dimensions: write it like c3");
    insta::assert_snapshot!(move_error("3x3:3", "a1 hello!"), @"move 2 (`hello!`): `hello!` is not a cell: write it like c3");
    insta::assert_snapshot!(move_error("3x3:3", "a1,b2"), @"move 1 (`a1,b2`): moves have spaces between them: write a1 b2");
    insta::assert_snapshot!(move_error("connect-four", "4-4-5"), @"move 1 (`4-4-5`): moves have spaces between them: write 4 4 5");
    insta::assert_snapshot!(move_error("connect-four", "8,1"), @"move 1 (`8,1`): `8,1` is off the board: coordinate 1 must be 1 to 7");
    insta::assert_snapshot!(move_error("3x3:3", "a1 a2 b1 b2 c1 c2"), @"move 6 (`c2`): the game is over (x has won)");
    insta::assert_snapshot!(move_error("connect-four", "44444448"), @"move 7 (`4`): the column is full");
    insta::assert_snapshot!(move_error("connect-four", "8"), @"move 1 (`8`): there is no such column: the columns are 1 to 7");
    insta::assert_snapshot!(move_error("connect-four", "a1 b2"), @"move 2 (`b2`): a stone dropped through an open face (-2) cannot come to rest there; possible now: a2 b1 c1 d1 e1 f1 g1");
    insta::assert_snapshot!(move_error("4x4x4:4:-3", "a1.2"), @"move 1 (`a1.2`): a stone dropped through an open face (-3) cannot come to rest there; possible now: a1.1 a2.1 a3.1 a4.1 b1.1 b2.1 b3.1 b4.1 c1.1 c2.1 c3.1 c4.1 ...");
}

fn board_error(game: &str, board: &str, to_move: Option<Side>) -> String {
    let game: Game = game.parse().expect("a game");
    with_game!(&game, record => record.rules().parse_board(board, to_move).expect_err("no board").to_string())
}

#[test]
fn a_wrong_board_is_told_every_reason() {
    insta::assert_snapshot!(board_error("3x3:3", "xox/oox", None), @"this is not a board of the game: the board has 2 rows in the text and 3 in the game");
    insta::assert_snapshot!(board_error("3x3:3", "xoxx/oo?/___", None), @"this is not a board of the game: row 1 has 4 cells in the text and 3 in the game; `?` at c2 is not a stone: write x, o, and _ or . for an empty cell");
    insta::assert_snapshot!(board_error("3x3:3", "xxx/___/___", None), @"this is not a board of the game: x has 3 stones and o has 0, so the side to move is not clear: it has to be given, as x or o");
    insta::assert_snapshot!(board_error("3x3:3", "o_o/__o/x__", None), @"this is not a board of the game: x has 1 stone and o has 3, so the side to move is not clear: it has to be given, as x or o");
    insta::assert_snapshot!(board_error("3x3:3", "ooo/xx_/xx_", None), @"this is not a board of the game: o has a line and did not move last, which no game leads to: the game was over before the last stone");
    insta::assert_snapshot!(board_error("3x3:3", "xxx/___/___", Some(Side::X)), @"this is not a board of the game: x has a line and did not move last, which no game leads to: the game was over before the last stone");
    insta::assert_snapshot!(board_error("4x3:3", "xxx_/____/xxx_", Some(Side::O)), @"this is not a board of the game: no stone of x can have completed its lines last, which no game leads to: the game was over before");
    insta::assert_snapshot!(board_error("4x3:3:-2", "____/oxo_/xxx_", Some(Side::O)), @"this is not a board of the game: no stone of x can have completed its lines last, which no game leads to: the game was over before");
    insta::assert_snapshot!(board_error("3x3:3", "xxx/ooo/___", None), @"this is not a board of the game: both sides have a line, which no game leads to");
    insta::assert_snapshot!(board_error("4x3:3:-2", "x___/____/_o__", None), @"this is not a board of the game: the stone on a3 cannot have come to rest there with stones dropped through -2");
    insta::assert_snapshot!(board_error("2x2x2:2", "__/__|__/_", None), @"this is not a board of the game: row 2 of layer 2 has 1 cell in the text and 2 in the game");
    insta::assert_snapshot!(board_error("2x2x2:2", "__/__||__/__", None), @"this is not a board of the game: row 1 of layer 2 has 3 cells in the text and 2 in the game");
    insta::assert_snapshot!(board_error("3x1:2:+1,-1", "_x_", Some(Side::O)), @"this is not a board of the game: the stone on b1 cannot have come to rest there with stones dropped through +1,-1");
}
