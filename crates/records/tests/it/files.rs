//! Files as they are found.

use std::fs;
use std::path::Path;

use connect_toe_records::{game_of, pieces};

use super::{cells, reads};

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
    fs::read_to_string(path).expect("a file of the tests")
}

fn all(game: &str, name: &str) -> Vec<String> {
    pieces(&file(name)).iter().map(|piece| cells(game, &piece.text)).collect()
}

#[test]
fn openings_of_gomocup() {
    assert_eq!(
        all("20x20:5", "gomocup-openings-20.txt"),
        ["offset: k10 l10 l7", "offset: i13 o9 k5 e8", "offset: r3 p3 r5 p5"]
    );
}

#[test]
fn openings_of_c_gomoku_cli() {
    assert_eq!(all("15x15:5", "pos-15.txt"), ["pos: h8 i9 g7", "pos: d13 e11 f10 d9"]);
}

#[test]
fn games_of_piskvork() {
    assert_eq!(all("15x15:5", "game-15.psq"), ["psq: h8 i8 h7 j6"]);
    assert_eq!(all("20x20:5", "tournament-20.psq"), ["psq: j11 k12 l10 t1", "psq: a20 a1"]);
    assert_eq!(
        all("15x15:5", "tournament-20.psq")[0],
        "error: read as psq: the board has 20x20 cells, which 15x15:5 has not"
    );
    let text = file("tournament-20.psq");
    let game = |text: &str| game_of(text).expect("a game").expect("a record has one").to_string();
    let games: Vec<String> = pieces(&text).iter().map(|piece| game(&piece.text)).collect();
    assert_eq!(games, ["20x20:5", "20x20:5:free:exact"]);
    assert_eq!(game(&file("game-15.psq")), "15x15:5");
}

#[test]
fn records_keep_their_variations() {
    let text = file("variations-15.sgf");
    let (reading, game) = reads("15x15:5", &text).expect("a record");
    assert_eq!(game.moves_text(game.moves()), "h8 i9 i7 g9 g7");
    assert_eq!(reading.tree_text(game.geometry()), "h8 i9 i7 (g9) g9 g7 (i6 h6)");
    assert!(reading.has_variations());
    assert_eq!(game_of(&text).expect("a game").expect("its own").to_string(), "15x15:5");
}

#[test]
fn variations_stand_in_brackets() {
    let text = "h8 i9 i7 (g9) g9 g7 (i6 h6)";
    let (reading, game) = reads("15x15:5", text).expect("a tree");
    assert_eq!((reading.format, reading.tree_text(game.geometry()).as_str()), ("variations", text));
    for wrong in ["h8 (i9", "h8 i9)(", "variations:(h8)", "h8 (h8 h8)", "h8 (z9)"] {
        assert!(cells("15x15:5", wrong).starts_with("error: "), "{wrong}");
    }
}

#[test]
fn records_begin_with_stones() {
    let text = file("problem-20.sgf");
    let found = pieces(&text);
    assert_eq!((found.len(), found[1].line), (2, 2));
    let (reading, game) = reads("20x20:5", &found[0].text).expect("a record");
    let (board, to_move) = reading.start.expect("stones");
    assert!(board.starts_with("o____") && board.matches('x').count() == 2, "{board}");
    assert_eq!((to_move.to_string().as_str(), game.moves_text(game.moves()).as_str()), ("x", "l9 a18"));
    assert_eq!(cells("20x20:5", &found[1].text), "sgf: j11 j10 k10");
}

#[test]
fn records_say_what_is_wrong() {
    for (text, expected) in [
        (
            "(;GM[1]SZ[15];B[hh])",
            "read as sgf: it is a record of game GM[1], that of Go; gomoku has GM[4], and records without GM are read too",
        ),
        ("(;GM[4]SZ[19];B[hh])", "read as sgf: the board has 19x19 cells, which 15x15:5 has not"),
        (
            "(;GM[4];B[hh];B[hi])",
            "move 2 (`hi`), read as sgf: it is a move of the other side, and o is to move",
        ),
        ("(;GM[4];B[hh];W[])", "move 2 (``), read as sgf: it is a pass"),
        ("(;GM[4];B[pp])", "move 1 (`pp`), read as sgf: it is off the board of 15x15 cells"),
        ("(;GM[4];B[hh]", "read as sgf: it ends before its last `)`"),
        ("(;GM[4];B[hh)", "read as sgf: the `[` at byte 10 is not closed"),
        ("(;GM[4];B[hh];AB[aa])", "read as sgf: AB changes stones after the first move"),
        (
            "(;GM[4]SZ[99999999999];B[hh])",
            "read as sgf: SZ[99999999999] is not a size: write SZ[15] or SZ[7:6], at most 52",
        ),
    ] {
        assert_eq!(cells("15x15:5", text), format!("error: {expected}"), "{text}");
    }
    // Whoever moves first is X.
    assert_eq!(cells("15x15:5", "(;W[hh];B[hi])"), "sgf: h8 h7");
    assert_eq!(cells("connect-four", "(;SZ[7:6];B[df];W[de])"), "sgf: d1 d2");
}
