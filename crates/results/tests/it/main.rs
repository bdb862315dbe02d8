//! Tests of results files.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use connect_toe_experiment::{Override, Pair, Plan, Request, Tally, play};
use connect_toe_results::{Machine, Opened, ResultsError, ResultsFile, export_csv, export_json};
use tempfile::TempDir;

const TEXT: &str = r#"
title = "Small"
games_per_cell = 30
[let]
depth = [1, 2]
[[study]]
name = "a"
game = ["3x3:3", "17x16:3:-2"]
player = "alpha-beta:depth={depth},eval={runs,undecided}"
opponent = "random"
"#;

fn plan(text: &str) -> Plan {
    Plan::read(text, &[], &|_| Err("has no files".to_owned())).expect("is a plan")
}

fn machine() -> Machine {
    Machine { processor: "a processor".to_owned(), cores: 2, threads: 1 }
}

fn pairs(plan: &Plan, requests: &[Request]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    play(plan, requests, &AtomicBool::new(false), |pair| {
        pairs.extend(pair);
        ControlFlow::Continue(())
    })
    .expect("can be played");
    pairs
}

fn add(file: &ResultsFile, plan: &Plan, pairs: &[Pair]) {
    let mut writer = file.writer(plan, "1", machine());
    for pair in pairs {
        writer.add(pair).expect("is written");
    }
    writer.flush().expect("is written");
}

fn exported(file: &ResultsFile, plan: &Plan) -> (String, String) {
    let (mut csv, mut json) = (Vec::new(), Vec::new());
    export_csv(file, plan, &mut csv).expect("is written");
    export_json(file, plan, &mut json).expect("is written");
    (String::from_utf8(csv).expect("is text"), String::from_utf8(json).expect("is text"))
}

fn path(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn whole(path: &Path, plan: &Plan) -> ResultsFile {
    let file = ResultsFile::create(path, plan, "1").expect("is made");
    add(&file, plan, &pairs(plan, &file.missing(plan, 0..u64::MAX).expect("is read")));
    file
}

#[test]
fn what_is_written_is_read() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let file = ResultsFile::create(&path(&folder, "r.db"), &plan, "1").expect("is made");
    let played = pairs(&plan, &file.missing(&plan, 0..u64::MAX).expect("is read"));
    add(&file, &plan, &played);
    drop(file);
    let file = ResultsFile::open(&path(&folder, "r.db"), Opened::ToRead).expect("is there");
    let mut read = Vec::new();
    file.for_each_pair(&plan, |pair| {
        read.push(pair);
        Ok(())
    })
    .expect("is read");
    let mut expected = played.clone();
    expected.sort_by_key(|pair| (pair.cell, pair.number));
    assert_eq!(read, expected);
    let mut tally = Tally::new(&plan);
    for pair in &played {
        tally.count(pair);
    }
    assert_eq!(file.tally(&plan).expect("is read"), tally);
    assert_eq!(file.missing(&plan, 0..u64::MAX).expect("is read"), []);
    let session = &file.sessions().expect("are read")[0];
    assert_eq!((session.games, &session.machine), (plan.games(), &machine()));
}

#[test]
fn pieces_in_any_order_and_twice_make_the_same_whole() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let expected = exported(&whole(&path(&folder, "whole.db"), &plan), &plan);
    let file = ResultsFile::create(&path(&folder, "pieces.db"), &plan, "1").expect("is made");
    for range in [40..55, 3..20, 10..44, 0..200] {
        let missing = file.missing(&plan, range.clone()).expect("is read");
        add(&file, &plan, &pairs(&plan, &missing));
        assert_eq!(file.missing(&plan, range).expect("is read"), []);
    }
    add(&file, &plan, &pairs(&plan, &[Request { cell: 1, pairs: 0..9 }]));
    assert_eq!(exported(&file, &plan), expected);
    let games: u64 = file.sessions().expect("are read").iter().map(|session| session.games).sum();
    assert_eq!(games, plan.games());
}

#[test]
fn what_was_not_flushed_is_not_there() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let file = ResultsFile::create(&path(&folder, "r.db"), &plan, "1").expect("is made");
    let played = pairs(&plan, &[Request { cell: 0, pairs: 0..4 }]);
    {
        let mut writer = file.writer(&plan, "1", machine());
        writer.add(&played[0]).expect("is written");
    }
    assert_eq!(file.tally(&plan).expect("is read").games(), 0);
    add(&file, &plan, &played);
    assert_eq!(file.tally(&plan).expect("is read").games(), 8);
}

#[test]
fn merging_is_idempotent_and_finds_contradictions() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let expected = exported(&whole(&path(&folder, "whole.db"), &plan), &plan);
    let part = |name: &str, range: std::ops::Range<u64>| {
        let file = ResultsFile::create(&path(&folder, name), &plan, "1").expect("is made");
        add(&file, &plan, &pairs(&plan, &file.missing(&plan, range).expect("is read")));
    };
    part("a.db", 0..30);
    part("b.db", 20..200);
    let mut all = ResultsFile::create(&path(&folder, "all.db"), &plan, "1").expect("is made");
    for (name, added) in [("b.db", 200), ("a.db", 40), ("a.db", 0), ("b.db", 0)] {
        assert_eq!(all.merge(&path(&folder, name)).expect("is merged").added, added, "{name}");
    }
    assert_eq!(exported(&all, &plan), expected);
    assert_eq!(all.sessions().expect("are read").len(), 2);
    drop(all);

    let other = self::plan(&TEXT.replace("games_per_cell = 30", "games_per_cell = 32"));
    drop(whole(&path(&folder, "other.db"), &other));
    let mut all = ResultsFile::open(&path(&folder, "all.db"), Opened::ToWrite).expect("is there");
    assert!(matches!(all.merge(&path(&folder, "other.db")), Err(ResultsError::Changed { .. })));
    assert!(matches!(all.merge(&path(&folder, "none.db")), Err(ResultsError::Missing(_))));

    let forged = ResultsFile::create(&path(&folder, "forged.db"), &plan, "1").expect("is made");
    let mut pair = pairs(&plan, &[Request { cell: 2, pairs: 5..6 }]);
    pair[0].games[1].player_nodes += 1;
    add(&forged, &plan, &pair);
    drop(forged);
    let result = all.merge(&path(&folder, "forged.db"));
    assert!(matches!(result, Err(ResultsError::Conflict { cell: 2, number: 11, .. })), "{result:?}");
    assert_eq!(exported(&all, &plan), expected);
}

#[test]
fn a_changed_experiment_is_refused_with_what_differs() {
    let folder = TempDir::new().expect("is made");
    let file = whole(&path(&folder, "r.db"), &plan(TEXT));
    let check = |text: &str| file.check(&plan(text), Some("1"));
    check(TEXT).expect("is the same");
    check(&TEXT.replace("title = \"Small\"", "title = \"Renamed\" # and a remark")).expect("plays the same");
    let diff = match check(&TEXT.replace("depth = [1, 2]", "depth = [1, 3]")) {
        Err(ResultsError::Changed { diff, .. }) => diff,
        other => panic!("{other:?}"),
    };
    assert!(diff.contains("-depth = [1, 2]\n+depth = [1, 3]\n"), "{diff}");
    let set: Override = "depth=2".parse().expect("is one");
    let overridden = Plan::read(TEXT, &[set], &|_| Err(String::new())).expect("is a plan");
    let error = file.check(&overridden, None).expect_err("differs").to_string();
    assert!(error.contains("+--set depth=2"), "{error}");
    assert!(matches!(file.check(&plan(TEXT), Some("2")), Err(ResultsError::Version { .. })));
    assert!(matches!(ResultsFile::create(file.path(), &plan(TEXT), "1"), Err(ResultsError::Busy(_))));
    let path = file.path().to_owned();
    drop(file);
    assert!(matches!(ResultsFile::create(&path, &plan(TEXT), "1"), Err(ResultsError::Exists(_))));
}

#[test]
fn other_files_are_no_results() {
    let folder = TempDir::new().expect("is made");
    let open = |name: &str| ResultsFile::open(&path(&folder, name), Opened::ToRead).map(|_| ());
    assert!(matches!(open("none.db"), Err(ResultsError::Missing(_))));
    assert!(!path(&folder, "none.db").exists());
    std::fs::write(path(&folder, "text"), "x".repeat(5000)).expect("is written");
    assert!(matches!(open("text"), Err(ResultsError::Foreign(_))), "{:?}", open("text"));
    std::fs::write(path(&folder, "empty"), "").expect("is written");
    assert!(matches!(open("empty"), Err(ResultsError::Foreign(_))));
    std::fs::create_dir(path(&folder, "folder")).expect("is made");
    assert!(open("folder").is_err());
    drop(whole(&path(&folder, "cut.db"), &plan(TEXT)));
    let bytes = std::fs::read(path(&folder, "cut.db")).expect("is read");
    std::fs::write(path(&folder, "cut.db"), &bytes[..bytes.len() / 2]).expect("is written");
    let result =
        ResultsFile::open(&path(&folder, "cut.db"), Opened::ToRead).and_then(|file| file.tally(&plan(TEXT)));
    assert!(result.is_err());
}

#[test]
fn only_one_writes_while_others_read() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let file = whole(&path(&folder, "r.db"), &plan);
    assert!(matches!(ResultsFile::open(file.path(), Opened::ToWrite), Err(ResultsError::Busy(_))));
    let reader = ResultsFile::open(file.path(), Opened::ToRead).expect("can be read");
    assert_eq!(reader.tally(&plan).expect("is read").games(), plan.games());
}

#[test]
fn exports_have_one_form() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(
        &TEXT.replace("games_per_cell = 30", "games_per_cell = 1").replace("\"17x16:3:-2\"", "\"2x2:2\""),
    );
    let (csv, json) = exported(&whole(&path(&folder, "r.db"), &plan), &plan);
    insta::assert_snapshot!(csv.lines().take(3).collect::<Vec<_>>().join("\n"));
    let value: serde_json::Value = serde_json::from_str(&json).expect("is JSON");
    assert_eq!(value["games"].as_array().map(Vec::len), Some(8));
    assert_eq!(csv.lines().count(), 9);
    let empty = ResultsFile::create(&path(&folder, "empty.db"), &plan, "1").expect("is made");
    let (_, json) = exported(&empty, &plan);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&json).expect("is JSON")["games"],
        serde_json::json!([])
    );
}
