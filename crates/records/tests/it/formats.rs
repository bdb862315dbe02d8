//! One text a format, and what cannot be told apart.

use super::{board, cells};

#[test]
fn own_forms_have_precedence() {
    assert_eq!(cells("15x15:5", "7,7 8,8"), "moves: g7 h8");
    assert_eq!(cells("connect-four", "4453"), "moves: d1 d2 e1 c1");
    assert_eq!(cells("connect-four", "4 4 5"), "moves: d1 d2 e1");
    assert_eq!(cells("4x4x4:4", "1,2,3"), "moves: a2.3");
    assert_eq!(cells("tic-tac-toe", ""), "moves: ");
    assert_eq!(cells("tic-tac-toe", "a1 a1"), "error: move 2 (`a1`): the cell is taken by x");
    assert_eq!(
        cells("tic-tac-toe", "a1 hello!"),
        "error: move 2 (`hello!`): `hello!` is not a cell: write it like c3"
    );
}

#[test]
fn cells_stand_without_spaces() {
    assert_eq!(cells("15x15:5", "h8h9h6i10"), "cells: h8 h9 h6 i10");
    assert_eq!(cells("15x15:5", "H8_h9"), "cells: h8 h9");
    assert_eq!(cells("4x4x4:4", "a1.1b2.2"), "cells: a1.1 b2.2");
    assert_eq!(
        cells("15x15:5", "h8h9z9"),
        "error: move 3 (`z9`), read as cells: `z9` is off the board: coordinate 1 must be a to o"
    );
    assert_eq!(cells("15x15:5", "h8h8"), "error: move 2 (`h8`), read as cells: the cell is taken by x");
    assert_eq!(cells("20x20:5", "pos:d3e5"), "pos: d18 e16");
}

#[test]
fn gomocup_counts_from_0_from_the_top() {
    assert_eq!(cells("15x15:5", "gomocup:7,7"), "gomocup: h8");
    assert_eq!(cells("15x15:5", "gomocup: 0,0 14,14"), "gomocup: a15 o1");
    assert_eq!(
        cells("15x15:5", "gomocup:7,15"),
        "error: move 1 (`7,15`), read as gomocup: it is off the board of 15x15 cells, counted from 0"
    );
    // Only one of them is on the board.
    assert_eq!(cells("15x15:5", "0,0 14,14"), "gomocup: a15 o1");
}

#[test]
fn offsets_count_from_the_middle() {
    assert_eq!(cells("15x15:5", "0,0, 1,0, 1,3"), "offset: h8 i8 i5");
    // On a board of even size the middle is right of and below the centre.
    assert_eq!(cells("20x20:5", "0,0, -1,-1"), "offset: k10 j11");
    assert_eq!(cells("20x20:5", "6,6, 4,6"), "offset: q4 o4");
    assert_eq!(cells("15x15:5", "-1,2"), "offset: g6");
    assert_eq!(
        cells("15x15:5", "7,7, 8,8"),
        "error: move 2 (`8,8`), read as offset: it is off the board of 15x15 cells, counted from the middle; \
         write only spaces between numbers from 1"
    );
}

#[test]
fn openspiel_counts_from_0() {
    assert_eq!(cells("connect-four", "0, 3, 2"), "openspiel: a1 d1 c1");
    assert_eq!(cells("connect-four", "[3, 3, 0]"), "openspiel: d1 d2 a1");
    assert_eq!(cells("tic-tac-toe", "4, 0, 2"), "openspiel: b2 a3 c3");
    assert_eq!(cells("connect-four", "openspiel:3, 3"), "openspiel: d1 d2");
    assert_eq!(cells("connect-four", "columns:3, 3"), "columns: c1 c2");
    assert_eq!(
        cells("tic-tac-toe", "openspiel:9"),
        "error: move 1 (`9`), read as openspiel: the numbers of the cells are 0 to 8"
    );
}

#[test]
fn what_cannot_be_told_apart_is_refused() {
    assert_eq!(
        cells("connect-four", "3, 3, 2"),
        "error: `3, 3, 2` can be read in more than one way: c1 c2 b1 as columns, d1 d2 c1 as openspiel; \
         write columns: or openspiel: before it"
    );
    assert_eq!(
        cells("15x15:5", "0,0 1,0"),
        "error: `0,0 1,0` can be read in more than one way: a15 b15 as gomocup, h8 i8 as offset; \
         write gomocup: or offset: before it"
    );
    // Only one of them fits: there is no column 7 that counts from 0.
    assert_eq!(cells("connect-four", "7, 7, 6"), "columns: g1 g2 f1");
}

#[test]
fn boards_are_read_in_each_form() {
    let kaggle = format!("[{} 1, 2, 0, 0, 0, 0, 0]", "0, ".repeat(35));
    assert_eq!(
        board("connect-four", &kaggle),
        "kaggle: _______/_______/_______/_______/_______/xo_____ x to move"
    );
    assert_eq!(
        board("connect-four", &format!("{}1", "0".repeat(41))),
        "kaggle: _______/_______/_______/_______/_______/______x o to move"
    );
    let uci = format!("x,o{}", ",b".repeat(40));
    assert_eq!(board("connect-four", &uci), "uci: _______/_______/_______/_______/o______/x______ x to move");
    assert_eq!(board("tic-tac-toe", "x,o,b,b,b,b,b,b,x"), "uci: xo_/___/__x o to move");
    assert_eq!(board("tic-tac-toe", "xo______x"), "board: xo_/___/__x o to move");
    assert_eq!(board("tic-tac-toe", "xo_/___/__x"), "board: xo_/___/__x o to move");
    assert_eq!(
        board("connect-four", &format!("1{}", "0".repeat(41))),
        "error: this is not a board of the game: the stone on a6 cannot have come to rest there with stones dropped through -2"
    );
    assert_eq!(board("tic-tac-toe", "uci:x,o"), "error: read as uci: there are 2 cells, and the board has 9");
}

#[test]
fn a_format_is_for_some_games() {
    for (game, text) in [
        ("connect-four", "gomocup:0,0"),
        ("qubic", "offset:0,0, 1,1"),
        ("qubic", "openspiel:0, 1"),
        ("qubic", "sgf:(;B[aa])"),
        ("connect-four", "psq:7x6 1,1"),
        ("tic-tac-toe", "columns:1, 2"),
        ("qubic", "kaggle:012"),
        ("qubic", "moves:0,0"),
    ] {
        assert!(cells(game, text).starts_with("error: "), "{game} {text}: {}", cells(game, text));
    }
}
