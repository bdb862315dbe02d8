//! The JSON of every command: the fields that other programs rely on.

use std::io::Write as _;

use assert_cmd::Command;
use serde_json::{Value, json};

/// What a command prints with `--format json`.
pub(crate) fn answer(arguments: &[&str]) -> Value {
    let output = Command::cargo_bin("connect-toe")
        .expect("the binary is built")
        .args(arguments)
        .args(["--format", "json"])
        .assert()
        .success()
        .get_output()
        .clone();
    serde_json::from_slice(&output.stdout).expect("standard output is JSON")
}

fn fields(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn games() {
    let games = answer(&["games"]);
    let games = games.as_array().expect("a list");
    let text = |name: &str| games.iter().find(|game| game["name"] == name).map(|game| game["game"].clone());
    for (name, game) in [
        ("tic-tac-toe", "3x3:3"),
        ("connect-four", "7x6:4:-2"),
        ("gomoku", "15x15:5"),
        ("standard-gomoku", "15x15:5:free:exact"),
        ("qubic", "4x4x4:4"),
        ("score-four", "4x4x4:4:-3"),
        ("cube-2", "2x2x2:2"),
        ("cube-5", "5x5x5:5"),
    ] {
        assert_eq!(text(name), Some(json!(game)));
    }
    assert!(games.iter().all(|game| fields(game) == ["name", "game", "about"]));
}

#[test]
fn describe() {
    assert_eq!(
        answer(&["describe", "connect-four"]),
        json!({
            "game": "7x6:4:-2", "sizes": [7, 6], "k": 4,
            "rules": ["7 × 6 cells", "4 in a row wins", "stones drop through face −2"], "without_moves": "draw",
            "faces": "-2", "flags": [], "cells": 42, "lines": 69, "example_line": ["d2", "d3", "d4", "d5"],
            "symmetries": 2, "first_moves": ["a1", "b1", "c1", "d1", "e1", "f1", "g1"],
            "known": {
                "game": "7x6:4:-2", "result": "win", "distance": 41, "best": ["d1"], "bounds": null, "source": "book",
            },
        })
    );
    let odd = answer(&["describe", "4x5:1:free:torus:exact"]);
    assert_eq!(odd["flags"], json!(["exact", "torus"]));
    assert_eq!(odd["game"], "4x5:1:free:exact:torus");
    // A file of lines may place its cells.
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(b"2x2:free:misere\na1 b2\na1 at 0,0\na2 at 0,1\nb1 at 1,0\nb2 at 1,1\n")
        .expect("is written");
    let named = format!("@{}", file.path().display());
    let placed = answer(&["describe", &named]);
    assert_eq!(placed["game"], "2x2:lines=a1+b2:free:misere");
    assert_eq!(placed["places"], json!([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]));
    assert_eq!(answer(&["moves", &named])["legal"], json!(["a1", "a2", "b1", "b2"]));
    // Beyond 2^53 a decimal string, so that no reader rounds it.
    assert_eq!(answer(&["describe", "4x5:1"])["symmetries"], json!("2432902008176640000"));
    assert_eq!(answer(&["describe", "3x3:1"])["symmetries"], json!(362_880));
}

#[test]
fn perft() {
    assert_eq!(
        answer(&["perft", "connect-four", "7"]),
        json!({
            "game": "7x6:4:-2",
            "leaves": [1, 7, 49, 343, 2401, 16807, 117_649, 823_536],
            "ended": [0, 0, 0, 0, 0, 0, 0, 13_032],
        })
    );
    assert_eq!(
        answer(&["perft", "3:4", "4"]),
        json!({"game": "3:4", "leaves": [1, 3, 6, 6, 0], "ended": [0, 0, 0, 0, 0]})
    );
}

#[test]
fn moves() {
    assert_eq!(
        answer(&["moves", "connect-four", "--moves", "444444"]),
        json!({
            "to_move": "x",
            "legal": ["a1", "b1", "c1", "e1", "f1", "g1"],
            "outcome": null,
            "winning_cells": [],
            "played": ["d1", "d2", "d3", "d4", "d5", "d6"],
            "drops": [["-2"], ["-2"], ["-2"], ["-2"], ["-2"], ["-2"]],
        })
    );
    assert_eq!(
        answer(&["moves", "3x3:3", "--moves", "a1 a2 b1 b2 c1"]),
        json!({"to_move": "o", "legal": [], "outcome": "x", "winning_cells": ["a1", "b1", "c1"], "played": ["a1", "a2", "b1", "b2", "c1"], "drops": []})
    );
    assert_eq!(answer(&["moves", "3:3", "--moves", "a b c"])["outcome"], "draw");
    assert_eq!(
        answer(&["moves", "3x3:3", "--board", "xox/oox/___"]),
        json!({
            "to_move": "x",
            "legal": ["a1", "b1", "c1"],
            "outcome": null,
            "winning_cells": [],
            "played": [],
            "drops": [[], [], []],
        })
    );
}

#[test]
fn eval() {
    let values = |board: &str| answer(&["eval", "3x3:3", "--board", board, "--for", "x"])["values"].clone();
    // The examples of the articles.
    assert_eq!(values("x_o/_xo/__x")["terminal"], 10);
    assert_eq!(values("___/___/___")["open-lines"], 0);
    assert_eq!(values("x__/_x_/___")["open-lines"], 6);
    assert_eq!(values("xo_/_xo/__x")["open-lines"], 4);
    assert_eq!(values("xox/oxo/___")["open-lines"], 2);
    let all = values("x__/_o_/___");
    assert_eq!(
        fields(&all),
        [
            "terminal",
            "open-lines",
            "weighted-lines",
            "optimistic",
            "pessimistic",
            "undecided",
            "runs",
            "learned"
        ]
    );
    let weighted = answer(&["eval", "3x3:3", "--moves", "b2", "--for", "o", "--heuristic", "weighted-lines"]);
    assert_eq!(weighted["values"], json!({"weighted-lines": -40}));
    let score = weighted["worth"]["weighted-lines"]["score"].as_f64().expect("a score to expect");
    assert!((0.0..0.5).contains(&score), "{score}");
    let terminal = ["--board", "xxx/___/___", "--for", "o", "--heuristic", "terminal:magnitude=3"];
    assert_eq!(answer(&[&["eval", "3x3:3"], &terminal[..]].concat())["values"], json!({"terminal": 3}));
}

#[test]
fn analyze() {
    let report = answer(&["analyze", "3x3:3", "--board", "xox/oox/___", "--player", "perfect"]);
    assert_eq!(report["best"], json!(["c1"]));
    assert_eq!(report["value"], 9);
    assert_eq!(
        report["moves"],
        json!([
            {"move": "a1", "value": -8, "exact": {"result": "loss", "distance": 2}},
            {"move": "b1", "value": 0, "exact": {"result": "draw"}},
            {"move": "c1", "value": 9, "exact": {"result": "win", "distance": 1}},
        ])
    );
    assert_eq!(report["exact"], json!({"result": "win", "distance": 1}));
    // Nothing is said that is not proven, and nothing that the player does not know if the solver is not asked.
    let options = ["--player", "two-ply:eval=open-lines", "--exact-nodes", "0"];
    let without = answer(&[&["analyze", "3x3:3", "--board", "xox/oox/___"], &options[..]].concat());
    assert_eq!(without["scale"], "open-lines");
    assert!(without["score"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)), "{without}");
    assert_eq!(without["exact"], json!(null));
    assert!(without["moves"][0]["exact"].is_null());
    let early = answer(&["analyze", "8x7:4:-2", "--player", "alpha-beta:depth=2"]);
    assert_eq!((&early["exact"], early["moves"].as_array().map(Vec::len)), (&json!(null), Some(8)));
    // The program's book knows all of this.
    let known = answer(&["analyze", "connect-four", "--player", "alpha-beta:depth=2"]);
    assert_eq!(known["exact"], json!({"result": "win", "distance": 41}));
    let decided = ["analyze", "connect-four", "--moves", "4453334455", "--player", "random"];
    let decided = answer(&decided);
    assert_eq!(decided["exact"], json!({"result": "win", "distance": 3}));
    assert_eq!(decided, answer(&["analyze", "connect-four", "--moves", "4453334455", "--player", "random"]));
    assert!(report["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    let over = answer(&["analyze", "3x3:3", "--moves", "a1 a2 b1 b2 c1", "--player", "random"]);
    assert_eq!((&over["best"], &over["outcome"]), (&json!([]), &json!("x")));
}

#[test]
fn matches() {
    let arguments =
        ["match", "3x3:3", "--player", "perfect", "--opponent", "random", "--games", "60", "--seed", "7"];
    let result = answer(&arguments);
    assert_eq!((&result["games"], &result["losses"], &result["seed"]), (&json!(60), &json!(0), &json!(7)));
    assert_eq!(result["win_rate"], 1.0);
    assert_eq!(result["interval"][1], 1.0);
    let again: Vec<&str> = arguments.into_iter().chain(["--threads", "1"]).collect();
    assert_eq!(answer(&again), result, "threads change no result");
    let drawn = answer(&["match", "2x2:3", "--player", "random", "--opponent", "random", "--games", "5"]);
    assert_eq!(
        (&drawn["win_rate"], &drawn["draws"], &drawn["decided"]),
        (&Value::Null, &json!(5), &json!(0))
    );
}

#[test]
fn playouts() {
    let counts = answer(&["playouts", "3x3:3", "--games", "5000"]);
    let number = |field: &str| counts[field].as_u64().expect("a number");
    assert_eq!(number("games"), 5000);
    assert_eq!(number("x") + number("o") + number("draws"), 5000);
    assert!(counts["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0));
}

#[test]
fn paper() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("deep/er");
    let out = out.to_str().expect("a plain path");
    let arguments = ["paper", "--games", "4", "--experiment", "cubes", "--reading", "exact", "--out", out];
    let printed = answer(&arguments);
    let cells = printed["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 48);
    for cell in cells {
        assert_eq!(
            (&cell["experiment"], &cell["reading"], &cell["games"]),
            (&json!("cubes"), &json!("exact"), &json!(4))
        );
        for field in ["row", "player", "opponent", "wins", "draws", "losses", "win_rate", "interval"] {
            assert!(cell.get(field).is_some(), "{field}");
        }
    }
    let read = |name: &str| std::fs::read_to_string(format!("{out}/{name}")).expect("it was written");
    let stored: Value = serde_json::from_str(&read("results.json")).expect("JSON");
    assert_eq!(stored, printed);
    assert_eq!(read("results.csv").lines().count(), 49);
    let first = read("results.csv");
    let html = read("report.html");
    assert!(html.contains("<svg") && !html.contains("src=\"http"));
    answer(&[&arguments[..], &["--threads", "1"]].concat());
    assert_eq!((read("results.csv"), read("report.html")), (first, html), "the same bytes for any threads");
}

#[test]
fn tournament() {
    let table = answer(&[
        "tournament",
        "3x3:3",
        "--player",
        "random",
        "--player",
        "perfect",
        "--player",
        "two-ply",
        "--games",
        "20",
    ]);
    let ranking = table["ranking"].as_array().expect("a list");
    assert_eq!(ranking.len(), 3);
    assert_eq!((&ranking[2]["player"], &ranking[2]["entry"]), (&json!("random"), &json!(0)));
    assert!(
        ranking
            .iter()
            .all(|player| player["games"] == 40 && player["against"].as_array().map(Vec::len) == Some(2))
    );
}
