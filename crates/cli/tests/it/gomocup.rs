//! `gomocup`: the brain as managers start it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// What the program answers to lines, up to its move.
fn played(program: &Path, arguments: &[&str], lines: &str) -> Vec<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    let mut answers = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        answers.push(line.expect("text"));
        if answers.last().is_some_and(|answer| answer.starts_with(|first: char| first.is_ascii_digit())) {
            break;
        }
    }
    input.write_all(b"END\r\n").expect("it reads");
    assert!(child.wait().expect("it ends").success());
    answers
}

const LINES: &str = "INFO timeout_turn 300\r\nSTART 15\r\nABOUT\r\nBOARD\r\n0,10,2\r\n0,11,2\r\n0,12,2\r\n0,13,2\r\n0,9,1\r\nDONE\r\n";

#[test]
fn the_command_is_a_brain() {
    for arguments in [&["gomocup"][..], &["gomocup", "--player", "two-ply:eval=runs", "--seed", "3"]] {
        let answers = played(&cargo_bin("connect-toe"), arguments, LINES);
        assert_eq!((answers[0].as_str(), answers[2].as_str()), ("OK", "0,14"), "{answers:?}");
        assert!(answers[1].starts_with("name=\"Connect-Toe\""), "{answers:?}");
    }
}

#[test]
fn a_brains_name_needs_no_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let brain = folder.path().join(format!("pbrain-connect-toe64{}", std::env::consts::EXE_SUFFIX));
    std::fs::copy(cargo_bin("connect-toe"), &brain).expect("is copied");
    assert_eq!(played(&brain, &[], LINES).last().map(String::as_str), Some("0,14"));
}

#[test]
fn a_brain_plays_within_limits() {
    let output = assert_cmd::Command::cargo_bin("connect-toe").expect("the binary is built");
    let output = { output }.args(["gomocup", "--player", "perfect:depth=3"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

/// What the program prints, and says besides, when it is run with these arguments.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = assert_cmd::Command::cargo_bin("connect-toe").expect("the binary is built");
    let output = command.args(arguments).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// This program as an engine.
fn ourselves() -> String {
    let program = cargo_bin("connect-toe");
    format!("gomocup:cmd=\"'{}' gomocup --player two-ply:eval=runs\",time=2s,grace=2s", program.display())
}

#[test]
fn engines_play_matches() {
    let (code, output, errors) = run(
        &[
            "match",
            "7x7:5",
            "--player",
            &ourselves(),
            "--opponent",
            "random",
            "--games",
            "6",
            "--format",
            "json",
        ],
        "",
    );
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{output}");
    let result: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!((&result["wins"], &result["games"]), (&6.into(), &6.into()));
}

#[test]
#[cfg(unix)]
fn an_engine_without_moves_loses_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("games.db");
    let results = results.to_str().expect("text");
    let engine = "gomocup:cmd=\"sh -c 'echo no idea >&2; exit 3'\"";
    let arguments = |opponent| {
        ["match", "7x7:5", "--player", engine, "--opponent", opponent, "--games", "4", "--results", results]
    };
    let (code, output, errors) = run(&arguments("random"), "");
    assert!(code == Some(0) && output.contains("0 won, 0 drawn, 4 lost"), "{output} {errors}");
    assert_eq!(errors.matches("warning: the engine sh -c").count(), 4, "{errors}");
    assert!(errors.contains("exit status: 3; standard error: no idea"), "{errors}");
    // The file says so, and its games are not played again.
    let (_, game, _) = run(&["experiment", "game", results, "--number", "1"], "");
    assert!(game.contains("X wins, by a forfeit, 1 plies") || game.contains("by a forfeit"), "{game}");
    let (code, output, errors) = run(&arguments("random"), "");
    assert!(code == Some(0) && output.contains("4 lost") && errors.is_empty(), "{output} {errors}");
}

#[test]
fn engines_are_graded_and_asked() {
    let engine = ourselves();
    let (code, output, errors) = run(
        &["grade", "5x5:5", "--player", &engine, "--plies", "18..19", "--positions", "2", "--format", "json"],
        "",
    );
    assert_eq!(code, Some(0), "{errors}");
    assert!(output.contains("gomocup"), "{output}");
    let board = ["analyze", "5x5:5", "--board", "xxxx_/oooo_/_____/_____/_____", "--player", &engine];
    let (code, output, errors) = run(&board, "");
    assert!(code == Some(0) && output.contains("e5"), "{output} {errors}");
}

#[test]
fn a_person_plays_an_engine() {
    let (code, output, errors) =
        run(&["play", "5x5:5", "--opponent", &ourselves(), "--plain", "--you", "x"], "c3\nQ\n");
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{output}");
}

#[test]
fn other_games_are_refused_before_the_first_move() {
    let (code, _, errors) =
        run(&["match", "connect-four", "--player", &ourselves(), "--opponent", "random"], "");
    assert!(code == Some(2) && errors.contains("the Gomocup protocol has no words for"), "{errors}");
    let (code, _, errors) =
        run(&["match", "7x7:5", "--player", "gomocup:cmd=no-such", "--opponent", "random"], "");
    assert!(code == Some(2) && errors.contains("cmd must be a program that is there"), "{errors}");
}
