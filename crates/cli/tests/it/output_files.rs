//! Files that commands write: whole or not at all, and refused before the work.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

const EXPERIMENT: &str = r#"
games_per_cell = 10
[[study]]
name = "small"
game = "3x3:3"
player = "minimax:depth={1,2},eval=runs"
opponent = "random"
"#;

const GRADE: &[&str] =
    &["grade", "tic-tac-toe", "--heuristic", "runs", "--plies", "3", "--positions", "5", "--out", "out"];
const PAPER: &[&str] = &[
    "paper",
    "--experiment",
    "tic-tac-toe",
    "--reading",
    "exact",
    "--games",
    "2",
    "--out",
    "out",
    "--quiet",
];
const REPORT: &[&str] = &["experiment", "report", "e.toml", "--out", "out"];

/// Commands that write a group of files into a folder, in this order.
const GROUPS: [(&[&str], &[&str]); 3] = [
    (GRADE, &["grade.json", "grade.csv"]),
    (PAPER, &["report.html", "results.json", "results.csv"]),
    (REPORT, &["report.html", "report.md", "results.csv", "results.json", "tables.tex"]),
];

fn folder() -> TempDir {
    let folder = TempDir::new().expect("is made");
    fs::write(folder.path().join("e.toml"), EXPERIMENT).expect("is written");
    assert!(run(folder.path(), &["experiment", "run", "e.toml", "--quiet"]).status.success());
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(cargo_bin("connect-toe")).args(arguments).current_dir(folder).output().expect("runs")
}

/// Runs where no file can have more than this number of blocks. If `is_killed`, the system ends a program that writes
/// more, else writing fails.
fn run_limited(folder: &Path, blocks: u32, is_killed: bool, arguments: &[&str]) -> Output {
    let trap = if is_killed { "" } else { "trap '' XFSZ; " };
    let script = format!("{trap}ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(cargo_bin("connect-toe")).args(arguments).current_dir(folder);
    command.output().expect("runs")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn sorted(names: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_keeps_the_old_files() {
    let folder = folder();
    for (arguments, files) in GROUPS {
        let out = folder.path().join("out");
        fs::create_dir(&out).expect("is made");
        for file in files {
            fs::write(out.join(file), "what was there before").expect("is written");
        }
        let output = run_limited(folder.path(), 2, false, arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        let expected = format!("error: cannot write out/{}: ", files[0]);
        assert!(error.starts_with(&expected) && error.contains("; all files stay as they were"), "{error}");
        assert_eq!(names(&out), sorted(files));
        for file in files {
            assert_eq!(fs::read_to_string(out.join(file)).expect("text"), "what was there before", "{file}");
        }
        assert!(run(folder.path(), arguments).status.success());
        assert_eq!(names(&out), sorted(files));
        for file in files {
            assert!(!fs::read_to_string(out.join(file)).expect("text").starts_with("what was"), "{file}");
        }
        fs::remove_dir_all(out).expect("is ours");
    }
}

#[test]
fn a_full_disk_leaves_no_sample_and_no_merged_file() {
    let folder = folder();
    let before = names(folder.path());
    let output = run_limited(folder.path(), 0, false, &["experiment", "sample", "new.toml"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && error.starts_with("error: cannot write new.toml: "),
        "{error}"
    );
    assert_eq!(names(folder.path()), before);

    let merge = ["shard", "merge", "--experiment", "e.toml", "--out", "all.db", "e.db"];
    let output = run_limited(folder.path(), 16, false, &merge);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains("all.db"), "{error}");
    assert_eq!(names(folder.path()), before);
    assert!(run(folder.path(), &merge).status.success());
}

#[test]
fn a_full_disk_keeps_the_old_export() {
    let folder = folder();
    let out = folder.path().join("games.csv");
    let export = ["experiment", "export", "e.toml", "--out", "games.csv"];
    fs::write(&out, "what was there before").expect("is written");
    let before = names(folder.path());
    let output = run_limited(folder.path(), 2, false, &export);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && error.starts_with("error: cannot write games.csv: "),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&out).expect("text"), "what was there before");
    let output = run(folder.path(), &export);
    assert!(output.status.success() && output.stdout.is_empty());
    let printed = run(folder.path(), &["experiment", "export", "e.toml"]).stdout;
    assert_eq!((fs::read(&out).expect("a file"), names(folder.path())), (printed, before));
    let refused = run(folder.path(), &["experiment", "export", "e.toml", "--out", "no/games.csv"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_stream_is_no_crash() {
    let folder = folder();
    for arguments in [&["games"][..], &["play", "tic-tac-toe", "--you", "none", "--level", "beginner"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("is there");
        let output =
            Command::new(cargo_bin("connect-toe")).args(arguments).stdout(full).output().expect("runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(1) && error.starts_with("error: cannot write to standard output: "),
            "{arguments:?}: {error}"
        );
    }
    let command =
        [cargo_bin("connect-toe").to_str().expect("text"), "describe", "7x6", "2> /dev/full"].join(" ");
    let status = Command::new("sh").args(["-c", &command]).current_dir(folder.path()).status().expect("runs");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn what_a_killed_run_has_left_is_removed_by_the_next() {
    let folder = folder();
    for (arguments, files) in GROUPS {
        let out = folder.path().join("out");
        let output = run_limited(folder.path(), 2, true, arguments);
        assert_eq!(output.status.code(), None, "{arguments:?} was not killed");
        let left = names(&out);
        assert!(
            left.len() == files.len() && left.iter().all(|name| name.contains(".unfinished-")),
            "{left:?}"
        );
        assert!(run(folder.path(), arguments).status.success());
        assert_eq!(names(&out), sorted(files));
        fs::remove_dir_all(out).expect("is ours");
    }
}

#[test]
fn outputs_are_opened_before_the_work() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("file"), "").expect("is written");
    fs::create_dir_all(path("out/results.json")).expect("is made");
    // Far more games than anybody waits for.
    let games = ["--experiment", "tic-tac-toe", "--games", "10000000", "--quiet"];
    for (out, at) in [
        ("out", "cannot write out/results.json: "),
        ("file/new", "cannot write into file/new: "),
        ("file", "cannot write into file: it is a file, and a folder is needed\n"),
    ] {
        let output = run(folder.path(), &[&["paper", "--out", out], &games[..]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.starts_with(&format!("error: {at}")), "{error}");
        assert!(error.ends_with("\nhint: name another folder with --out\n"), "{error}");
    }
    assert_eq!(names(&path("out")), ["results.json"]);
    // A folder that was made for nothing does not stay.
    let nothing =
        run(folder.path(), &["grade", "tic-tac-toe", "--player", "perfect", "--plies", "99", "--out", "no"]);
    assert!(!nothing.status.success() && !path("no").exists());
}

#[test]
fn pages_and_certificates_that_cannot_be_written_name_their_file() {
    let folder = folder();
    let told = |arguments: &[&str]| {
        let output = run_limited(folder.path(), 2, false, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let pages = told(&["man", "--out", "pages"]);
    assert!(pages.starts_with("error: cannot write pages/connect-toe-"), "{pages}");
    let sizes =
        || fs::read_dir(folder.path().join("pages")).expect("a folder").map(|page| page.expect("a page"));
    for page in sizes() {
        let text = fs::read_to_string(page.path()).expect("text");
        assert!(text.contains(".SH SYNOPSIS") && text.contains("help"), "{:?} is not whole", page.path());
        assert!(page.file_name().to_string_lossy().ends_with(".1"), "{:?}", page.path());
    }
    let certificate = told(&["solve", "4x4:4:-2", "--certificate", "proof"]);
    assert!(certificate.contains("error: cannot write proof: "), "{certificate}");
    assert!(!folder.path().join("proof").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["-h"][..], &["--version"], &["solve", "--help"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("is there");
        let output =
            Command::new(cargo_bin("connect-toe")).args(arguments).stdout(full).output().expect("runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(message.starts_with("error: cannot write to standard output: "), "{message}");
    }
}

#[test]
fn a_file_without_a_name_is_refused() {
    let folder = folder();
    for arguments in [
        &["verify"][..],
        &["eval", "3x3:3", "--file"],
        &["solve", "3x3:3", "--file"],
        &["solve", "3x3:3", "--certificate"],
        &["match", "3x3:3", "--player", "random", "--opponent", "random", "--results"],
        &["tournament", "3x3:3", "--player", "random", "--player", "perfect", "--results"],
        &["grade", "3x3:3", "--heuristic", "runs", "--out"],
        &["grade", "3x3:3", "--heuristic", "runs", "--results"],
        &["experiment", "run"],
        &["experiment", "sample"],
        &["experiment", "run", "e.toml", "--results"],
        &["experiment", "report", "e.toml", "--out"],
        &["experiment", "export", "e.toml", "--out"],
        &["shard", "merge", "--experiment", "e.toml", "--out", "o.db"],
        &["shard", "merge", "e.db", "--experiment", "e.toml", "--out"],
        &["shard", "run", "--range", "0..1", "--experiment", "e.toml", "--out"],
        &["paper", "--games", "1", "--out"],
        &["paper", "--games", "1", "--results"],
        &["play", "3x3:3", "--save"],
        &["play", "--load"],
        &["man", "--out"],
    ] {
        let output = run(folder.path(), &[arguments, &[""]].concat());
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains("a value is required for"), "{arguments:?}: {message}");
    }
}
