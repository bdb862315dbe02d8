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
