//! Requests and answers are JSON and come back from it.

use connect_toe_api::{Error, Work};
use connect_toe_laboratory::{
    ExperimentFile, Grade, Match, MergeShards, Paper, ReportExperiment, RunExperiment, RunShard,
    SampleExperiment, Statistics, StatusOfExperiment, Tournament, Tune,
};
use connect_toe_testkit::requests::round_trip;
use serde_json::{Value, json};

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
fn requests_that_play() {
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
    let tuned = answer!(
        Tune,
        json!({"game": "3x3:3", "player": "minimax:depth={1..3}", "pairs": 4, "test_games": 4})
    );
    assert_eq!(tuned["settings"][0]["name"], "depth");
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
    assert!(serde_json::from_str::<RunExperiment>(r#"{"experiment": "e.toml", "resumed": true}"#).is_err());
}

#[test]
fn wrong_requests_are_the_callers_fault() {
    let errors = [
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
    assert_eq!(errors[4].to_string(), "the player random is named twice");
}
