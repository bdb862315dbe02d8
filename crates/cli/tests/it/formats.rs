//! Moves, boards and files as other programs write them.

use assert_cmd::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::cargo_bin("connect-toe")
        .expect("the binary is built")
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../records/testdata"))
        .output()
        .expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

fn eval(game: &str, moves: &str) -> String {
    run(&["eval", game, "--heuristic", "runs", "--moves", moves]).1
}

#[test]
fn moves_of_others_are_repeated_as_cells() {
    insta::assert_snapshot!(eval("gomoku", "7,7"), @r"
    moves g7
    runs  -20
    ");
    insta::assert_snapshot!(eval("gomoku", "gomocup:7,7"), @r"
    moves h8 (read as gomocup)
    runs  -20
    ");
    insta::assert_snapshot!(eval("gomoku", "0,0, 1,0, 1,3"), @r"
    moves h8 i8 i5 (read as offset)
    runs  -20
    ");
    insta::assert_snapshot!(eval("gomoku", "h8 i8 i5"), @"runs  -20");
    insta::assert_snapshot!(eval("connect-four", "3, 3, 2"), @"error: `3, 3, 2` can be read in more than one way: c1 c2 b1 as columns, d1 d2 c1 as openspiel; write columns: or openspiel: before it");
}

#[test]
fn a_board_that_no_game_leads_to_is_refused() {
    let (code, text) = run(&["moves", "tic-tac-toe", "--board", "ooo/xx_/xx_"]);
    assert_eq!(code, Some(2));
    insta::assert_snapshot!(text, @"error: this is not a board of the game: o has a line and did not move last, which no game leads to: the game was over before the last stone");
    let (code, text) = run(&["moves", "tic-tac-toe", "--board", "x,o,b,b,b,b,b,b,x"]);
    assert_eq!((code, text.as_str()), (Some(0), "o to move: a1 a2 b1 b2 c2 c3\n"));
}

#[test]
fn files_of_others_are_lists_of_positions() {
    let eval = |game: &str, file: &str| run(&["eval", game, "--heuristic", "runs", "--file", file]).1;
    insta::assert_snapshot!(eval("20x20:5", "tournament-20.psq"), @r"
    j11 k12 l10 t1: runs 17
    a20 a1: runs 0
    ");
    insta::assert_snapshot!(eval("gomoku", "variations-15.sgf"), @"h8 i9 i7 g9 g7: runs -15");
    insta::assert_snapshot!(eval("gomoku", "pos-15.txt"), @r"
    pos:h8i7g9 = h8 i9 g7: runs -17
    pos:d3e5f6d7 = d13 e11 f10 d9: runs -5
    ");
    insta::assert_snapshot!(eval("gomoku", "tournament-20.psq"), @"error: tournament-20.psq, line 1: read as psq: the board has 20x20 cells, which 15x15:5 has not");
    // A folder is all of its games.
    let folder = tempfile::tempdir().expect("a folder");
    for (name, file) in
        [("b.PSQ", "game-15.psq"), ("a.sgf", "variations-15.sgf"), ("notes.txt", "pos-15.txt")]
    {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../records/testdata/");
        std::fs::copy(format!("{data}{file}"), folder.path().join(name)).expect("is copied");
    }
    let path = folder.path().to_str().expect("text");
    insta::assert_snapshot!(eval("gomoku", path), @r"
    h8 i9 i7 g9 g7: runs -15
    h8 i8 h7 j6: runs 3
    ");
    let (code, text) = run(&["solve", "connect-four", "--weak", "--file", "connect-four.data"]);
    assert!(code == Some(0) && text.contains(": win, as expected"), "{text}");
}

#[test]
fn games_of_others_are_played_on() {
    let (code, text) = run(&["play", "--load", "game-15.psq", "--plain", "--you", "both"]);
    assert!(
        code == Some(0) && text.contains(" 8 . . . . . . . X O .") && text.contains(" 6 . . . . . . . . . O"),
        "{text}"
    );
    let (code, text) = run(&["play", "--load", "tournament-20.psq", "--plain", "--you", "both"]);
    assert!(code == Some(0) && text.contains("has 2 games: this is the first"), "{text}");
    let (code, text) = run(&["play", "20x20:5", "--load", "game-15.psq", "--plain"]);
    assert!(code == Some(2) && text.contains("the board has 15x15 cells, which 20x20:5 has not"), "{text}");
    let (code, text) = run(&["play", "--load", "pos-15.txt", "--plain"]);
    assert!(code == Some(2) && text.contains("the text does not say which game it is"), "{text}");
}
