//! Requests and answers are JSON and come back from it.

use std::fmt::Debug;

use connect_toe_api::{
    Analyze, Describe, Error, Eval, ExperimentFile, Games, Grade, Match, MergeShards, Moves, Paper, Perft,
    Playouts, Position, ReportExperiment, RunExperiment, RunShard, SampleExperiment, Solve, SolveLines,
    Statistics, StatusOfExperiment, Tournament, Work,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Takes a value to JSON and back.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Value {
    let json = serde_json::to_value(value).expect("is JSON");
    let text = serde_json::to_string(value).expect("is JSON");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("is what was written"), value, "{text}");
    json
}

fn work() -> Work {
    Work::new().with_threads(2)
}

/// Runs a request that came from JSON; request and answer are checked.
macro_rules! answer {
    ($request:ty, $json:expr) => {{
        let request: $request = serde_json::from_value($json).expect("is a request");
        round_trip(&request);
        round_trip(&request.run(&work()).expect("has an answer"))
    }};
}

#[test]
fn requests_about_positions() {
    assert_eq!(
        answer!(Describe, json!({"game": "4x5:1"}))["symmetries"],
        json!("2432902008176640000"),
        "a number that JSON readers would round"
    );
    assert_eq!(answer!(Perft, json!({"game": "3:4", "depth": 4}))["leaves"], json!([1, 3, 6, 6, 0]));
    assert_eq!(
        answer!(Moves, json!({"game": "3x3:3", "moves": "a1 a2 b1 b2 c1"})),
        json!({"to_move": "o", "legal": [], "outcome": "x", "winning_cells": ["a1", "b1", "c1"], "drops": []})
    );
    assert_eq!(
        answer!(
            Eval,
            json!({"game": "3x3:3", "board": "x__/_x_/___", "for": "x", "heuristic": "open-lines"})
        ),
        json!({"values": {"open-lines": 6}})
    );
    let analysis = answer!(Analyze, json!({"game": "3x3:3", "board": "xox/oox/___", "player": "perfect"}));
    assert_eq!((&analysis["best"], &analysis["value"]), (&json!(["c1"]), &json!(9)));
    // What `perfect` finds is proven, and it is what the solver proves.
    for player in ["perfect", "random", "solver"] {
        let proven = answer!(Analyze, json!({"game": "5x4:4:-2", "moves": "a1 b1 c1 c2", "player": player}));
        let moves: Vec<String> = proven["moves"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|found| format!("{} {}", found["exact"]["result"], found["exact"]["distance"]))
            .collect();
        assert_eq!(proven["exact"], json!({"result": "loss", "distance": 16}), "{player}");
        assert_eq!(moves.len(), 5, "{player}");
        assert!(moves.iter().any(|text| text.starts_with("\"loss\"")), "{player}: {moves:?}");
        let perfect =
            answer!(Analyze, json!({"game": "5x4:4:-2", "moves": "a1 b1 c1 c2", "player": "perfect"}));
        let exact = |answer: &Value| -> Vec<Value> {
            answer["moves"].as_array().into_iter().flatten().map(|found| found["exact"].clone()).collect()
        };
        assert_eq!(exact(&proven), exact(&perfect), "{player}");
    }
    let over = answer!(Analyze, json!({"game": "3x3:3", "moves": "a1 a2 b1 b2 c1", "player": "random"}));
    assert_eq!((&over["value"], &over["outcome"]), (&Value::Null, &json!("x")));
    let solution = answer!(
        Solve,
        json!({"game": "3x3:3", "board": "xx_/x_x/_x_", "to_move": "x", "all_moves": true, "score": "pons"})
    );
    assert_eq!((&solution["result"], &solution["score"]), (&json!("win"), &Value::Null));
    assert!(solution.as_object().is_some_and(|fields| fields.contains_key("score")));
    let lines = answer!(SolveLines, json!({"game": "4x4:3", "lines": "- win 5\na1 loss\na1\n# nothing\n"}));
    assert_eq!((&lines["checked"], &lines["wrong"]), (&json!(2), &json!(0)));
    round_trip(&Games {}.run());
}

#[test]
fn requests_that_play() {
    answer!(Playouts, json!({"game": "3x3:3", "games": 100}));
    let result = answer!(
        Match,
        json!({"game": "3x3:3", "player": "perfect", "opponent": "random", "games": 20, "sprt": "0,400"})
    );
    let keys: Vec<&String> = result.as_object().expect("an object").keys().collect();
    let first = ["wins", "draws", "losses", "games", "decided", "win_rate", "interval", "score", "plies"];
    assert_eq!(keys[..first.len()], first);
    assert_eq!(result["sprt"]["verdict"], "accept-h1");
    let table = answer!(Tournament, json!({"game": "3x3:3", "player": ["random", "two-ply"], "games": 10}));
    assert_eq!(table["ranking"][0]["against"][0]["opponent"], 0);
    let grades = answer!(
        Grade,
        json!({"game": "3x3:3", "heuristic": ["runs"], "player": ["perfect"], "plies": "6", "positions": 5})
    );
    assert_eq!(grades["entries"][0]["kind"], "heuristic");
}

#[test]
fn requests_about_counts() {
    let games =
        answer!(Statistics, json!({"counts": "60/25/15", "sprt": "0,20", "against": "1/2/3", "plan": 20.0}));
    assert_eq!((&games["games"], &games["plan"]["games"]), (&json!(100), &json!(1779)));
    let pairs = answer!(Statistics, json!({"counts": "1/5/20/9/3"}));
    assert_eq!((&pairs["pairs"], pairs.get("win_rate")), (&json!([1, 5, 20, 9, 3]), None));
    let nothing = answer!(Statistics, json!({"counts": "0/0/0"}));
    assert_eq!(nothing.get("win_rate"), Some(&Value::Null));
}

#[test]
fn requests_about_experiments() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let sample = SampleExperiment { file: path("s.toml") };
    round_trip(&sample);
    round_trip(&sample.run(&work()).expect("is written"));
    let mut file = ExperimentFile::new(path("s.toml"));
    file.set = vec!["games_per_cell=4".to_owned()];
    let run = RunExperiment::new(file.clone());
    round_trip(&run);
    let status = run.run(&work()).expect("is played");
    assert!(status.done && status.games == 152);
    round_trip(&status);
    let asked = StatusOfExperiment { file: file.clone() };
    round_trip(&asked);
    assert_eq!(asked.run(&work()).expect("is there"), status);
    // The results file has the experiment in it.
    let from_results = StatusOfExperiment { file: ExperimentFile::new(path("s.db")) };
    assert_eq!(from_results.run(&work()).expect("is there"), status);
    let report = ReportExperiment { file, out: Some(path("report")), with_links: false };
    round_trip(&report);
    round_trip(&report.run(&work()).expect("is written"));
    let (experiment, set) = (path("s.toml"), vec!["games_per_cell=4".to_owned()]);
    let out = path("part.db");
    let shard = RunShard {
        experiment: experiment.clone(),
        range: "0..10".to_owned(),
        out,
        set: set.clone(),
        seed: None,
    };
    round_trip(&shard);
    round_trip(&shard.run(&work()).expect("is played"));
    let merge =
        MergeShards { experiment, out: path("all.db"), parts: vec![path("part.db")], set, seed: None };
    round_trip(&merge);
    assert_eq!(merge.run(&work()).expect("is merged").added, 20);
    let paper =
        Paper { games: 2, experiment: vec!["cubes".to_owned()], out: path("paper"), ..Paper::default() };
    round_trip(&paper);
    let results = paper.run(&work()).expect("is played");
    assert_eq!(results.games(), 2 * 96);
    round_trip(&results);
}

#[test]
fn unknown_fields_are_refused() {
    for text in [
        r#"{"game": "3x3:3", "dept": 3}"#,
        r#"{"game": "3x3:3", "moves": "a1", "players": "random"}"#,
        r#"{"game": "3x3:3", "position": {"moves": "a1"}}"#,
    ] {
        let error = serde_json::from_str::<Analyze>(text).expect_err("has an unknown field");
        assert!(error.to_string().contains("unknown field"), "{text}: {error}");
    }
    assert!(serde_json::from_str::<RunExperiment>(r#"{"experiment": "e.toml", "resumed": true}"#).is_err());
}

#[test]
fn wrong_requests_are_the_callers_fault() {
    let both =
        Position { moves: Some("a1".to_owned()), board: Some("x__/___/___".to_owned()), to_move: None };
    let errors = [
        Moves { game: "3x3:3".to_owned(), position: both }.run(&work()).expect_err("is refused"),
        Match { games: Some(0), ..Match::new("3x3:3", "random", "random") }
            .run(&work())
            .expect_err("is refused"),
        Match { sprt: Some("20,0".to_owned()), ..Match::new("3x3:3", "random", "random") }
            .run(&work())
            .expect_err("is refused"),
        Match::new("3x3:3", "random", "nobody").run(&work()).expect_err("is refused"),
        Tournament::new("3x3:3", ["random"]).run(&work()).expect_err("is refused"),
        Tournament::new("3x3:3", ["random", "two-ply", "random"]).run(&work()).expect_err("is refused"),
        Grade::new("3x3:3").run(&work()).expect_err("is refused"),
        Statistics::new("1/2").run(&work()).expect_err("is refused"),
        Paper { first: "nobody".to_owned(), ..Paper::default() }.run(&work()).expect_err("is refused"),
        StatusOfExperiment { file: ExperimentFile::new("/nowhere.toml") }
            .run(&work())
            .expect_err("is refused"),
    ];
    for error in &errors {
        assert!(matches!(error, Error::Request { .. }), "{error:?}");
    }
    assert_eq!(errors[5].to_string(), "the player random is named twice");
}

/// A win by threats is told when it is asked for, and the opponent's chain too.
#[test]
fn threats_of_an_analysis() {
    let analyze = |board: &str, threats| {
        let analyze = Analyze {
            position: Position { to_move: Some("x".to_owned()), ..Position::of_board(board) },
            player: "alpha-beta:depth=1,eval=undecided".to_owned(),
            exact_nodes: Some(0),
            threats,
            ..Analyze::new("7:5")
        };
        serde_json::to_value(analyze.run(&Work::new()).expect("an analysis")).expect("JSON")["threats"]
            .clone()
    };
    assert_eq!(analyze("__xxx__", false), Value::Null);
    let win = json!({"win": {"line": ["b", "a", "f"], "plies": 3, "order": 1}});
    assert_eq!(analyze("__xxx__", true), win);
    let against = json!({"against": {"line": ["b", "a", "f"], "plies": 3, "order": 1}});
    assert_eq!(analyze("__ooo__", true), against);
    assert_eq!(analyze("__oxo__", true), json!({}));
}
