//! `grade`: fields, files, tables, interrupts.

use std::process::{Command, Output};
use std::time::Duration;

use serde_json::{Value, json};

use crate::interrupt::interrupted;
use crate::json::answer;

fn grade(arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"));
    command.arg("grade").args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Estimates in a line, with three digits, which are the same on every machine.
fn short(value: &Value) -> Value {
    let digits = |value: &Value| value.as_f64().map_or("null".to_owned(), |number| format!("{number:.3}"));
    match value {
        Value::Number(number) if number.is_f64() => json!(digits(value)),
        Value::Array(values) => values.iter().map(short).collect(),
        Value::Object(fields) if fields.keys().eq(["value", "interval"]) => {
            let ends: Vec<String> = value["interval"].as_array().into_iter().flatten().map(digits).collect();
            json!(format!("{} in {}", digits(&value["value"]), ends.join(" to ")))
        }
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), short(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn fields() {
    let found =
        answer(&["grade", "3x3:3", "--heuristic", "open-lines", "--player", "perfect", "--plies", "6"]);
    let mut shown = short(&found);
    for entry in shown["entries"].as_array_mut().expect("a list") {
        // The same fields as `overall`.
        entry["by_ply"] = entry["by_ply"][0]["ply"].take();
        for value in ["win", "draw", "loss"] {
            entry["by_value"][value] = entry["by_value"][value]["keep_rate"].take();
        }
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&shown).expect("JSON"), @r#"
    {
      "game": "3x3:3",
      "seed": 2004,
      "positions_per_ply": 100,
      "solver_nodes": 1000000,
      "interrupted": false,
      "too_hard_ply": null,
      "overall": {
        "positions": 100,
        "solved": 100,
        "not_solved": 0,
        "won": 81,
        "drawn": 12,
        "lost": 7,
        "decisive": 75
      },
      "plies": [
        {
          "ply": 6,
          "positions": 100,
          "solved": 100,
          "not_solved": 0,
          "won": 81,
          "drawn": 12,
          "lost": 7,
          "decisive": 75
        }
      ],
      "entries": [
        {
          "entry": "open-lines",
          "kind": "heuristic",
          "overall": {
            "mean_loss": "0.017 in 0.000 to 0.036",
            "keep_rate": "0.967 in 0.927 to 1.000",
            "slip_rate": "0.027 in 0.007 to 0.092",
            "blunder_rate": "0.007 in 0.000 to 0.020",
            "plies_lost": "0.000 in ",
            "kendall": "0.147 in 0.016 to 0.273",
            "spearman": "0.164 in -0.034 to 0.351"
          },
          "by_value": {
            "win": "0.971 in 0.899 to 0.992",
            "draw": "0.929 in 0.754 to 1.000",
            "loss": null
          },
          "by_ply": 6,
          "best": false,
          "rival": true
        },
        {
          "entry": "perfect",
          "kind": "player",
          "overall": {
            "mean_loss": "0.000 in 0.000 to 0.049",
            "keep_rate": "1.000 in 0.951 to 1.000",
            "slip_rate": "0.000 in 0.000 to 0.049",
            "blunder_rate": "0.000 in 0.000 to 0.049",
            "plies_lost": "0.000 in ",
            "kendall": null,
            "spearman": null
          },
          "by_value": {
            "win": "1.000 in 0.947 to 1.000",
            "draw": "1.000 in 0.646 to 1.000",
            "loss": null
          },
          "by_ply": 6,
          "best": true
        }
      ],
      "comparisons": [
        {
          "first": 0,
          "second": 1,
          "difference": "0.017",
          "interval": [
            "-0.003",
            "0.036"
          ],
          "p_value": "0.250",
          "adjusted": "0.250"
        }
      ]
    }
    "#);
}

#[test]
fn threads_change_no_result() {
    let on = |threads: &'static str| {
        let entries = ["--heuristic", "open-lines", "--player", "two-ply", "--player", "random:ties=last"];
        answer(&[&["grade", "3x3:3", "--positions", "30", "--threads", threads], &entries[..]].concat())
    };
    assert_eq!(on("1"), on("3"));
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
        @r"
    3x3:3, ply 7: 95 positions, 95 of them solved; 56 won, 27 drawn, 12 lost for the side to move; 65
    decisive, with moves of different value.
    Random moves lead to fewer positions than asked for after 7 plies: these are nearly all, and the
    intervals, those of a sample, are wider than they need be.

     1  heuristic  open-lines  best
     2  player     random

    on decisive positions (95 % intervals)
                 mean loss             keeps %         slips %        blunders %  plies lost
    1  0.000 (0.000–0.056)  100.0 (94.4–100.0)   0.0 (0.0–5.6)     0.0 (0.0–5.6)        0.00
    2  0.369 (0.338–0.400)    50.0 (33.2–66.8)  9.2 (4.4–14.1)  40.8 (35.9–45.6)        0.00

    rank correlation of static and exact value
        Kendall's tau-b    Spearman's rho
    1  0.39 (0.27–0.50)  0.44 (0.25–0.59)

    differences of mean loss; below 0 the first is better (p: paired t-test or sign limit)
                         difference         p  p (Holm)
    1 - 2  −0.369 (−0.400 … −0.338)  < 0.0001  < 0.0001

    keeps the value, %, by the position's value
    value  positions  decisive             1           2
    win           56        43  100 (92–100)  50 (29–71)
    draw          27        22  100 (85–100)  50 (21–79)
    loss          12         0             –           –

    keeps the value, %, by ply
    ply  positions  not solved  decisive             1           2
      7         95           0        65  100 (94–100)  50 (33–67)

    Kendall's tau-b by ply
    ply  solved                 1
      7      95  0.39 (0.27–0.50)
    "
    );
}

#[test]
fn all_positions_of_a_ply_are_no_sample() {
    let shown = |plies| text(&grade(&["3x3:3", "--player", "perfect", "--plies", plies]).stdout);
    let one = shown("0");
    assert!(one.contains("ply 0: 1 position, 1 of them solved"), "{one}");
    assert!(one.contains("fewer positions than asked for after 0 plies"), "{one}");
    assert!(!one.contains("best") && !shown("5").contains("fewer positions"));
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
    assert!(text(&found.stdout).contains("ot solved within 100 nodes"), "{}", text(&found.stdout));
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
    insta::assert_snapshot!(refused(&["3x3:3", "--heuristic", "run"]), @r"
    error: invalid value 'run' for '--heuristic <NAME>': no heuristic has the name `run`: did you mean runs? There are terminal, open-lines, weighted-lines, optimistic, pessimistic, undecided, runs, learned

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--plies", "3..9"]), @"error: the plies 3 to 9 are not all within the game: its board has 9 cells, so the last position with a move comes after 8 plies");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--plies", "3-4"]), @r"
    error: invalid value '3-4' for '--plies <A..B>': plies are written as A..B, both included, or as one number

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--plies", "4..3"]), @"error: no ply is in 4..3: the first ply must not exceed the last");
    insta::assert_snapshot!(refused(&["3x3:3", "--player", "perfect", "--out", "/dev/null/grades"]), @r"
    error: cannot write into /dev/null/grades: Not a directory (os error 20)

    hint: name another folder with --out
    ");
    assert!(refused(&["3x3:3"]).contains("<--heuristic <NAME>|--player <SPEC>>"));
}

#[test]
fn an_interrupt_prints_what_is_done() {
    let graded = ["grade", "connect-four", "--heuristic", "runs", "--positions", "20", "--format", "json"];
    let endless = ["--solver-nodes", "1000000000000"];
    let output = interrupted(&[&graded[..], &endless].concat(), Duration::from_secs(2));
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["interrupted"], true);
    assert!(found["overall"]["solved"].as_u64().is_some_and(|solved| solved > 0), "{found}");
}

/// With a solver that may search one node only, what is not in the file is not solved.
#[test]
fn exact_values_are_kept_in_a_results_file_beside_an_experiment() {
    let folder = tempfile::tempdir().expect("is made");
    let results = folder.path().join("r.db").display().to_string();
    let with = |more: &[&str]| {
        let graded =
            ["4x3:3", "--heuristic", "runs", "--plies", "4..7", "--positions", "30", "--format", "json"];
        let output = grade(&[&graded[..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let mut found: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
        found["solver_nodes"].take();
        found
    };
    let first = with(&["--results", &results]);
    assert_eq!(first, with(&[]));
    let one_node = ["--solver-nodes", "1"];
    assert_ne!(first, with(&one_node));
    assert_eq!(first, with(&[&one_node[..], &["--results", &results]].concat()));

    // The same file takes an experiment's results, and keeps the values.
    let file = folder.path().join("e.toml");
    let experiment = "games_per_cell = 2\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"perfect\"\nopponent = \"random\"\n";
    std::fs::write(&file, experiment).expect("is written");
    let mut run = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"));
    run.args(["experiment", "run", "--quiet", "--results", &results]).arg(&file);
    assert!(run.output().expect("it runs").status.success());
    assert_eq!(first, with(&[&one_node[..], &["--results", &results]].concat()));
    let other = folder.path().join("other");
    std::fs::write(&other, "no results").expect("is written");
    let output = grade(&["3x3:3", "--heuristic", "runs", "--results", &other.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("is not a results file of this program"),
        "{}",
        text(&output.stderr)
    );
}
