//! `book`: files of exact values, and `solve` with them.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use assert_cmd::Command;

use crate::interrupt::{interrupt, interrupted};

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("connect-toe").expect("it is built");
    let output = command.current_dir(folder).args(arguments).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

pub(crate) fn json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let (code, output, errors) = run(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(code, Some(0), "{errors}");
    serde_json::from_str(&output).expect("JSON")
}

#[test]
fn a_book_answers_without_a_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let made = json(folder, &["book", "5x4:4:-2", "--plies", "5", "--out", "b.book"]);
    let size = fs::metadata(folder.join("b.book")).expect("a file").len();
    assert_eq!((&made["positions"], &made["known"]), (&785.into(), &785.into()));
    assert_eq!((&made["bytes"], &made["checked"], &made["plies"]), (&size.into(), &20.into(), &5.into()));
    let solve = ["solve", "5x4:4:-2", "--all-moves", "--moves", "1", "--book"];
    let with = json(folder, &[&solve[..], &["b.book"]].concat());
    let without = json(folder, &[&solve[..], &["none"]].concat());
    assert_eq!((&with["nodes"], &with["moves"]), (&0.into(), &without["moves"]));
    assert!(without["nodes"].as_u64() > Some(0));
    // More plies go on from there; fewer do not take what is there away.
    let more = json(folder, &["book", "5x4:4:-2", "--plies", "6", "--out", "b.book", "--check", "0"]);
    assert_eq!((&more["positions"], &more["found"]), (&2411.into(), &1626.into()));
    let (code, _, errors) = run(folder, &["book", "5x4:4:-2", "--plies", "4", "--out", "b.book"]);
    assert!(code == Some(2) && errors.contains("b.book has 6 plies already"), "{errors}");
}

/// A book can be whole and wrong: then it is told of.
#[test]
fn a_book_that_contradicts_what_is_proven_is_told_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    run(folder, &["book", "3x3:3", "--plies", "2", "--out", "b.book"]);
    let mut bytes = fs::read(folder.join("b.book")).expect("a book");
    let values = bytes.windows(2).position(|pair| pair == b"\n\n").expect("a head") + 2;
    // A win sooner than the board has room for.
    bytes[values] = 100;
    let end = bytes.len() - 4;
    let checksum = crc32(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&checksum);
    fs::write(folder.join("b.book"), bytes).expect("it is written");
    let (code, output, errors) = run(folder, &["solve", "3x3:3", "--book", "b.book"]);
    assert!(code == Some(0) && output.starts_with("x to move: draw\n"), "{output}{errors}");
    assert!(errors.contains("the book contradicts what is proven"), "{errors}");
    // A book of another game is not read at all.
    let (code, _, errors) = run(folder, &["solve", "4x4:3", "--book", "b.book"]);
    assert!(code == Some(2) && errors.contains("it is a book of 3x3:3, not of 4x4:3"), "{errors}");
}

/// The checksum of a file (CRC-32, as in ISO 3309), bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let bit = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| bit(sum)))
}

/// The solver of a player has no book of this game but the one that is named.
#[test]
fn players_look_into_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    run(folder, &["book", "5x4:4:-2", "--plies", "5", "--out", "b.book"]);
    let analyze = ["analyze", "5x4:4:-2", "--player", "solver", "--moves", "1", "--book"];
    let with = json(folder, &[&analyze[..], &["b.book"]].concat());
    let without = json(folder, &[&analyze[..], &["none"]].concat());
    let asked = |answer: &serde_json::Value| answer["nodes"].as_u64();
    assert!(asked(&with) < Some(1000) && asked(&without) > Some(1000), "{with} {without}");
    assert_eq!(with["moves"], without["moves"]);
    // With one node a solver knows no more than its book.
    let stopped = ["analyze", "5x4:4:-2", "--player", "random", "--exact-nodes", "1", "--book"];
    let with = json(folder, &[&stopped[..], &["b.book"]].concat());
    let without = json(folder, &[&stopped[..], &["none"]].concat());
    assert_eq!(
        (&with["exact"]["result"], &without["exact"]["result"]),
        (&"draw".into(), &serde_json::Value::Null)
    );
    let mut play = Command::cargo_bin("connect-toe").expect("it is built");
    play.current_dir(folder).args([
        "play",
        "5x4:4:-2",
        "--opponent",
        "solver",
        "--plain",
        "--book",
        "b.book",
    ]);
    play.write_stdin("1\n").assert().success().stdout(predicates::str::contains("O plays"));
}

#[test]
fn only_books_of_the_game_are_used_and_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    run(folder, &["book", "4x4:3:-2", "--plies", "2", "--out", "b.book"]);
    fs::write(folder.join("text"), "a user's own").expect("is written");
    let mut damaged = fs::read(folder.join("b.book")).expect("a book");
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    fs::write(folder.join("damaged"), &damaged).expect("is written");
    for (file, expected) in [
        ("b.book", "b.book: it is a book of 4x4:3:-2, not of 4x4:4:-2"),
        ("text", "text: it is not a book of positions"),
        ("damaged", "damaged: it is damaged: its checksum is wrong"),
    ] {
        for arguments in [
            &["solve", "4x4:4:-2", "--book", file][..],
            &["analyze", "4x4:4:-2", "--player", "best", "--book", file],
            &["play", "4x4:4:-2", "--plain", "--book", file],
            &["book", "4x4:4:-2", "--plies", "2", "--out", file],
        ] {
            let (code, _, errors) = run(folder, arguments);
            assert!(code == Some(2) && errors.contains(expected), "{arguments:?}: {errors}");
        }
    }
    assert_eq!(fs::read(folder.join("text")).expect("it is there"), b"a user's own");
    run(folder, &["book", "4x4:3:-2", "--plies", "1", "--out", "one"]);
    let (code, _, errors) = run(folder, &["book", "4x4:3:-2", "--plies", "0", "--out", "one"]);
    assert!(code == Some(2) && errors.contains("one has 1 ply already"), "{errors}");
    let (code, _, errors) = run(folder, &["solve", "4x4:3:-2", "--book", "missing"]);
    assert!(code == Some(2) && errors.contains("there is no book missing"), "{errors}");
    let (code, _, errors) = run(folder, &["book", "gomoku", "--plies", "9", "--out", "large"]);
    assert!(code == Some(2) && errors.contains("positions or more after"), "{errors}");
    assert!(!folder.join("large").exists());
}

/// The arguments that make a book for many minutes.
#[cfg(unix)]
fn long_book(path: &str) -> [&str; 8] {
    ["book", "connect-four", "--plies", "6", "--out", path, "--memory", "16M"]
}

#[test]
#[cfg(unix)]
fn an_interrupted_book_is_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("b.book");
    let book = long_book(path.to_str().expect("text"));
    let output = interrupted(&book, Duration::from_secs(3));
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("have their value"), "{text}");
    let again = interrupted(&book, Duration::from_secs(3));
    assert_eq!(again.status.code(), Some(130), "{again:?}");
    let found = |output: &std::process::Output| {
        let text = String::from_utf8_lossy(&output.stdout);
        let number: String =
            text.split(" of ").next().unwrap_or_default().rsplit(": ").next().unwrap_or_default().to_owned();
        number.replace('\u{202f}', "").replace(['\u{a0}', ' '], "").parse::<u64>().unwrap_or(0)
    };
    assert!(found(&again) >= found(&output), "{output:?} {again:?}");
}

#[test]
#[cfg(unix)]
fn one_run_at_a_time_writes_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("b.book");
    let book = long_book(path.to_str().expect("text"));
    let mut first = std::process::Command::new(assert_cmd::cargo::cargo_bin("connect-toe"));
    let mut first = first.args(book).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    let started = Instant::now();
    while !path.exists() && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let (code, _, errors) = run(folder.path(), &book);
    assert!(
        code == Some(2) && errors.contains("another run of this program is writing"),
        "{code:?} {errors}"
    );
    interrupt(&first);
    assert_eq!(first.wait().expect("it ends").code(), Some(130));
    assert!(!folder.path().join("b.book.lock").exists());
    let again = run(folder.path(), &["book", "3x3:3:-2", "--plies", "2", "--out", "other.book"]);
    assert_eq!(again.0, Some(0), "{}", again.2);
}

/// Without a limit the distance takes long here; who wins is known at once.
#[test]
fn what_was_not_found_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = "6x5:4:-2";
    let asked = ["solve", board, "--moves", "3", "--budget", "1"];
    let answer = json(folder.path(), &asked);
    let missing: Vec<&str> =
        answer["missing"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    assert!(answer["result"].is_string() && missing.contains(&"line"), "{answer}");
    let (code, text, _) = run(folder.path(), &asked);
    assert!(
        code == Some(0) && text.contains("not found within the budget") && text.contains("--budget all"),
        "{text}"
    );
    let (code, _, errors) = run(folder.path(), &["solve", board, "--budget", "0"]);
    assert!(code == Some(2) && errors.contains("all for no limit"), "{errors}");
}
