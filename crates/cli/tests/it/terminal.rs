//! What others wrote reaches the terminal as text: a terminal obeys none of it, and none of it floods the screen.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// Sets a terminal's title, its colour, and the direction of text.
const EVIL: &str = "a\u{1b}]0;evil\u{7}\u{1b}[31m\u{9b}2J\u{7f}\u{202e}\r";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(cargo_bin("connect-toe")).args(arguments).current_dir(folder).output().expect("runs")
}

/// What a command prints on both streams, which no terminal obeys.
fn shown(output: &Output) -> String {
    let text = String::from_utf8([&output.stdout[..], &output.stderr].concat()).expect("is text");
    let obeyed = |symbol: char| (symbol.is_control() && symbol != '\n') || symbol == '\u{202e}';
    assert!(!text.contains(obeyed), "{text:?}");
    text
}

fn folder() -> TempDir {
    let folder = TempDir::new().expect("is made");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("is written");
    write("positions", &format!("a1 {EVIL}\n"));
    write("certificate", &format!("connect-toe certificate 1\n{EVIL}\n"));
    write("raw.toml", &format!("title = \"{EVIL}\"\n"));
    let decoded = r"a\u001b]0;evil\u0007\u001b[31m\u009b2J\u007f\u202e";
    for (name, line) in [
        ("game.toml", format!("game = \"{decoded}\"")),
        ("player.toml", format!("game = \"3x3:3\"\nplayer = \"{decoded}\"")),
        ("key.toml", format!("game = \"3x3:3\"\n\"{decoded}\" = 1")),
        ("openings.toml", "game = \"3x3:3\"\nopenings = { file = \"positions\" }".to_owned()),
    ] {
        write(name, &format!("games_per_cell = 2\n[[study]]\nname = \"s\"\nopponent = \"random\"\n{line}\n"));
    }
    let study = "game = \"3x3:3\"\nplayer = \"alpha-beta:depth={1,2}\"\nopponent = \"random\"\n";
    let head = format!("title = \"{decoded}\"\nquestion = \"{decoded}\"\ngames_per_cell = 4\n");
    write("title.toml", &format!("{head}[[study]]\nname = \"s\"\n{study}"));
    folder
}

#[test]
fn a_terminal_obeys_no_error() {
    let folder = folder();
    let requests: &[&[&str]] = &[
        &["describe", EVIL],
        &["perft", EVIL],
        &["moves", "3x3:3", "--moves", EVIL],
        &["moves", "3x3:3", "--board", EVIL],
        &["eval", "3x3:3", "--heuristic", EVIL],
        &["analyze", "3x3:3", "--player", EVIL],
        &["match", "3x3:3", "--player", "random", "--opponent", EVIL],
        &["match", "3x3:3", "--player", "random", "--opponent", "random", "--games", EVIL],
        &["solve", "3x3:3", "--file", "positions"],
        &["solve", "3x3:3", "--file", EVIL],
        &["solve", "3x3:3", "--certificate", &format!("{EVIL}/b")],
        &["verify", "certificate"],
        &["verify", EVIL],
        &["experiment", "status", EVIL],
        &["experiment", "sample", &format!("{EVIL}/b")],
        &["experiment", "run", "raw.toml"],
        &["experiment", "run", "game.toml"],
        &["experiment", "run", "player.toml"],
        &["experiment", "run", "key.toml"],
        &["experiment", "run", "openings.toml"],
        &["experiment", "run", "title.toml", "--set", EVIL],
        &["grade", "tic-tac-toe", "--player", "perfect", "--out", &format!("positions/{EVIL}")],
        &[EVIL],
        &["describe", "3x3:3", &format!("--{EVIL}")],
    ];
    for arguments in requests {
        let output = run(folder.path(), arguments);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {:?}", output.status);
        assert!(!shown(&output).is_empty());
    }
    let not_text =
        Command::new(cargo_bin("connect-toe")).arg("verify").arg(OsStr::from_bytes(b"\x1b\xff")).output();
    assert_eq!(not_text.as_ref().ok().and_then(|output| output.status.code()), Some(2));
    shown(&not_text.expect("runs"));
}

#[test]
fn a_terminal_obeys_no_line_of_a_game() {
    let mut command = Command::new(cargo_bin("connect-toe"));
    command.args(["play", "tic-tac-toe", "--plain"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("starts");
    writeln!(child.stdin.take().expect("is piped"), "{EVIL}").expect("is read");
    assert!(shown(&child.wait_with_output().expect("ends")).contains(r"\u{1b}]0;evil"));
}

#[test]
fn a_terminal_obeys_no_title() {
    let folder = folder();
    let done = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        shown(&output)
    };
    let title = r"a\u{1b}]0;evil\u{7}\u{1b}[31m\u{9b}2J\u{7f}\u{202e}";
    assert!(done(&["experiment", "run", "title.toml"]).starts_with(title));
    assert!(done(&["experiment", "status", "title.db"]).starts_with(title));
    done(&["experiment", "report", "title.toml"]);
    done(&["experiment", "export", "title.toml"]);
    for command in ["export", "status"] {
        let text = done(&["experiment", command, "title.toml", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&text).expect("is JSON");
        assert_eq!(json["title"], EVIL.trim_end_matches('\r'), "{command}");
    }
    for name in ["report.html", "report.md", "results.csv", "results.json", "tables.tex"] {
        let text = fs::read_to_string(folder.path().join("title-report").join(name)).expect("text");
        let obeyed = |symbol: char| (symbol.is_control() && symbol != '\n') || symbol == '\u{202e}';
        assert!(!text.contains(obeyed), "{name}");
    }
    // A title of another experiment is part of the difference that an error shows.
    fs::copy(folder.path().join("title.db"), folder.path().join("game.db")).expect("is copied");
    let other = "games_per_cell = 2\n[[study]]\nname = \"s\"\ngame = \"3x3:3\"\nplayer = \"perfect\"\nopponent = \"random\"\n";
    fs::write(folder.path().join("game.toml"), other).expect("is written");
    assert_eq!(run(folder.path(), &["experiment", "status", "game.toml"]).status.code(), Some(2));
    assert!(shown(&run(folder.path(), &["experiment", "status", "game.toml"])).contains(r"\u"));
}

#[test]
fn long_inputs_are_shortened() {
    let folder = folder();
    let long = "7".repeat(10_000);
    let player = format!("alpha-beta:depth={long}");
    let spaced = "zz ".repeat(4_000);
    let requests: &[&[&str]] = &[
        &["describe", &long],
        &["moves", "3x3:3", "--moves", &long],
        &["moves", "3x3:3", "--moves", &spaced],
        &["moves", "3x3:3", "--board", &long],
        &["moves", "3x3:3", "--board", &spaced],
        &["analyze", "3x3:3", "--player", &player],
        &["analyze", "3x3:3", "--player", &spaced],
        &["eval", "3x3:3", "--heuristic", &long],
        &["match", "3x3:3", "--player", "random", "--opponent", &player],
        &["match", "3x3:3", "--player", "random", "--opponent", "random", "--games", &long],
        &["verify", &long],
        &[&long],
    ];
    for arguments in requests {
        let output = run(folder.path(), arguments);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{:?}", output.status);
        let text = shown(&output);
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(text.len() < 3500 && longest < Some(2100), "{} {:?}: {}", arguments[0], longest, text.len());
    }
}

#[test]
fn an_endless_line_is_refused() {
    let folder = folder();
    let output = run(folder.path(), &["solve", "3x3:3", "--file", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(shown(&output), @"error: /dev/zero, line 1: longer than 1048576 bytes");
    let mut command = Command::new(cargo_bin("connect-toe"));
    command.args(["solve", "3x3:3", "--file", "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let mut input = child.stdin.take().expect("is piped");
    input.write_all(b"a1\n").expect("is read");
    // Nobody reads all of it.
    while input.write_all(&[b'a'; 1 << 12]).is_ok() {}
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(2));
    let text = shown(&output);
    assert!(text.starts_with("a1: draw"), "{text}");
    assert!(text.contains("error: standard input, line 2: longer than 1048576 bytes"), "{text}");
}

/// Where there is no terminal, `tput` would be asked for its size: at every start of a command with a long help.
#[test]
fn no_program_is_started_to_look_for_a_terminal() {
    let folder = TempDir::new().expect("is made");
    let tput = folder.path().join("tput");
    fs::write(&tput, "#!/bin/sh\necho asked >> \"$0.asked\"\n").expect("is written");
    fs::set_permissions(&tput, fs::Permissions::from_mode(0o755)).expect("is made executable");
    for arguments in [&["analyze", "3x3:3", "--player", "random"][..], &["solve", "3x3:3"]] {
        let mut command = Command::new(cargo_bin("connect-toe"));
        command.args(arguments).env("PATH", folder.path()).stdin(Stdio::null());
        assert!(command.output().expect("runs").status.success(), "{arguments:?}");
        assert!(!folder.path().join("tput.asked").exists(), "{arguments:?}");
    }
}
