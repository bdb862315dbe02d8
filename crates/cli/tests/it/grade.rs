//! `grade`: fields, files, tables, interrupts.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::json::answer;

fn grade(arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"));
    command.arg("grade").args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Numbers in five digits, which are the same on every machine.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().expect("a number");
            json!(format!("{number:.5}"))
        }
        Value::Array(values) => values.iter().map(rounded).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), rounded(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn fields() {
    let found =
        answer(&["grade", "3x3:3", "--heuristic", "open-lines", "--player", "perfect", "--plies", "5..6"]);
    let mut short = rounded(&found);
    // The same fields as `overall`.
    for entry in short["entries"].as_array_mut().expect("a list") {
        for ply in entry["by_ply"].as_array_mut().expect("a list") {
            *ply = ply["ply"].take();
        }
        for value in ["win", "draw", "loss"] {
            entry["by_value"][value] = entry["by_value"][value]["keep_rate"].take();
        }
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&short).expect("JSON"), @"");
    let again = answer(&[
        "grade",
        "3x3:3",
        "--heuristic",
        "open-lines",
        "--player",
        "perfect",
        "--plies",
        "5..6",
        "--threads",
        "1",
    ]);
    assert_eq!(again, found, "threads change no result");
}

#[test]
fn tables_are_narrow() {
    let entries = ["terminal", "open-lines", "weighted-lines", "undecided", "runs"];
    let mut arguments = vec!["connect-four", "--plies", "34..36", "--positions", "20", "--player", "random"];
    arguments.extend(entries.iter().flat_map(|entry| ["--heuristic", entry]));
    let output = grade(&arguments);
    assert!(output.status.success() && output.stderr.is_empty());
    let tables = text(&output.stdout);
    for line in tables.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert!(
        tables.contains(" 5  heuristic  runs  best") && tables.contains(" 6  player     random\n"),
        "{tables}"
    );
    insta::assert_snapshot!(
        text(&grade(&["3x3:3", "--heuristic", "open-lines", "--player", "random", "--plies", "7"]).stdout),
        @""
    );
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("deep/er");
    let out = out.to_str().expect("a plain path");
    let printed = answer(&[
        "grade",
        "3x3:3",
        "--heuristic",
        "runs",
        "--player",
        "random",
        "--plies",
        "3..6",
        "--out",
        out,
    ]);
    let read = |name: &str| std::fs::read_to_string(format!("{out}/{name}")).expect("it was written");
    assert_eq!(serde_json::from_str::<Value>(&read("grade.json")).expect("JSON"), printed);
    let csv = read("grade.csv");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    // For each entry all positions, four plies, three values.
    assert_eq!(lines.len(), 1 + 2 * 8);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let column = |name: &str| lines[0].iter().position(|&other| other == name).expect("a column");
    let loss = |line: &[&str]| line[column("mean_loss")].parse::<f64>().ok();
    assert_eq!(json!(loss(&lines[1])), printed["entries"][0]["overall"]["mean_loss"]["value"]);
    assert_eq!(json!(loss(&lines[12])), printed["entries"][1]["by_ply"][2]["mean_loss"]["value"]);
    assert_eq!((lines[12][column("ply")], lines[12][column("entry")]), ("5", "random"));
    assert_eq!((lines[16][column("value")], loss(&lines[16])), ("loss", None));
}

#[test]
fn what_cannot_be_solved_is_said() {
    let hard = ["connect-four", "--player", "random", "--solver-nodes", "100", "--positions", "20"];
    let found = grade(&[&hard[..], &["--plies", "8..9"]].concat());
    assert!(found.status.success());
    assert!(text(&found.stdout).contains("not solved within 100 nodes"), "{}", text(&found.stdout));
    let found = grade(&hard);
    assert!(
        text(&found.stdout).contains("it and the plies\nbefore it were left out"),
        "{}",
        text(&found.stdout)
    );
    let nothing = grade(&["9x9:5", "--player", "random", "--solver-nodes", "1", "--plies", "10"]);
    assert!(nothing.status.success() && text(&nothing.stdout).contains("0 of them solved"));
}

#[test]
fn wrong_requests() {
    let refused = |arguments: &[&str]| {
        let output = grade(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        text(&output.stderr)
    };
    insta::assert_snapshot!(refused(&["3x3:3", "--heuristic", "run"]), @"");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--plies", "3..9"]), @"");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--plies", "3-4"]), @"");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--plies", "4..3"]), @"");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--out", "/dev/null/grades"]), @"");
    assert!(refused(&["3x3:3"]).contains("--heuristic <NAME>"));
}

#[test]
fn an_interrupt_prints_what_is_done() {
    let child = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
        .args(["grade", "connect-four", "--heuristic", "runs", "--positions", "20", "--format", "json"])
        .args(["--solver-nodes", "1000000000000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(Duration::from_millis(2000));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["interrupted"], true);
    assert!(found["overall"]["solved"].as_u64().is_some_and(|solved| solved > 0), "{found}");
}
