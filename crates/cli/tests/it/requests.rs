//! Wrong requests: exit code 2, nothing on standard output, and a message that says what to do.

use assert_cmd::Command;

use crate::interrupt::interrupted;

fn refused(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("connect-toe")
        .expect("the binary is built")
        .args(arguments)
        .output()
        .expect("it runs");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    message
}

#[test]
fn a_wrong_request_is_explained() {
    insta::assert_snapshot!(refused(&["describe", "7x6:4:-3"]), @"error: `7x6:4:-3` is not a game: face -3 does not exist: the board has dimensions 1 to 2");
    insta::assert_snapshot!(refused(&["moves", "connect-four", "--moves", "4444444"]), @"error: move 7 (`4`): the column is full");
    insta::assert_snapshot!(refused(&["moves", "3x3:3", "--moves", "a1", "--to-move", "x"]), @r"
    error: after these moves o is to move

    hint: leave --to-move out, or give the stones with --board
    ");
    insta::assert_snapshot!(refused(&["moves", "3x3:3", "--board", "xxx/___/___"]), @r"
    error: this is not a board of the game: x has 3 stones and o has 0, so the side to move is not clear: it has to be given, as x or o

    hint: --to-move x or --to-move o says whose turn it is
    ");
    insta::assert_snapshot!(refused(&["analyze", "3x3:3", "--board", "xxx/ooo/___"]), @"error: this is not a board of the game: both sides have a line, which no game leads to");
    insta::assert_snapshot!(refused(&["eval", "3x3:3", "--heuristic", "openlines"]), @"error: no heuristic has the name `openlines`: there are terminal, open-lines, weighted-lines, optimistic, pessimistic, undecided, runs (did you mean open-lines?)");
    insta::assert_snapshot!(refused(&["eval", "3x3:3", "--heuristic", "runs:depth=3"]), @"error: no setting of runs has the name `depth`: there are none");
    insta::assert_snapshot!(refused(&["match", "3x3:3", "--player", "minimax:depht=3", "--opponent", "random"]), @r"
    error: invalid value 'minimax:depht=3' for '--player <SPEC>': no setting of minimax has the name `depht`: there are depth, eval, hurry, ties, nodes (did you mean depth?)

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["analyze", "3x3:3", "--player", "alphabeta"]), @r"
    error: invalid value 'alphabeta' for '--player <SPEC>': no player has the name `alphabeta`: there are random, minimax, alpha-beta, two-ply, perfect, published (did you mean alpha-beta?)

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["playouts", "3x3:3", "--games", "0"]), @r"
    error: invalid value '0' for '--games <GAMES>': 0 is not in 1..=1000000000000

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["paper", "--games", "1", "--out", "/dev/null/report"]), @r"
    error: cannot write into /dev/null/report: Not a directory (os error 20)

    hint: name another folder with --out
    ");
    insta::assert_snapshot!(refused(&["paper", "--reading", "wishful"]), @r"
    error: invalid value 'wishful' for '--reading <READING>': no reading has the name `wishful`: there are exact, published

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["perft", "3x3:3", "ten"]), @r"
    error: invalid value 'ten' for '<DEPTH>': invalid digit found in string

    For more information, try '--help'.
    ");
}

#[test]
fn nobody_reading_is_no_failure() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
        .args(["describe", "64x64:5", "--format", "json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.is_empty()), (Some(0), true));
}

#[test]
fn an_interrupt_ends_with_130() {
    let stopped = interrupted(&["perft", "15x15:5", "6"], std::time::Duration::from_millis(400));
    assert_eq!(stopped.status.code(), Some(130));
    // A part of a count says nothing.
    assert!(stopped.stdout.is_empty());
    assert_eq!(stopped.stderr, b"interrupted: nothing was finished\n");
}
