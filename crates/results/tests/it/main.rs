//! Tests of results files.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_experiment::{Ending, Override, Pair, Plan, Request, Tally, find_balanced, play, result_for};
use connect_toe_game::{Outcome, Side};
use connect_toe_results::{
    Machine, Merged, Opened, Parcels, ResultsError, ResultsFile, export_csv, export_json,
};
use connect_toe_work::Stop;
use tempfile::TempDir;

mod misplaced;

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
    play(plan, requests, &Stop::new(), |pair| {
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
    expected.sort_by_key(|pair| (pair.condition, pair.number));
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
    add(&file, &plan, &pairs(&plan, &[Request { condition: 1, pairs: 0..9 }]));
    assert_eq!(exported(&file, &plan), expected);
    let games: u64 = file.sessions().expect("are read").iter().map(|session| session.games).sum();
    assert_eq!(games, plan.games());
}

#[test]
fn what_was_not_flushed_is_not_there() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let file = ResultsFile::create(&path(&folder, "r.db"), &plan, "1").expect("is made");
    let played = pairs(&plan, &[Request { condition: 0, pairs: 0..4 }]);
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
    let all = ResultsFile::create(&path(&folder, "all.db"), &plan, "1").expect("is made");
    let merge = |all: &ResultsFile, names: &[&str]| {
        let parts: Vec<PathBuf> = names.iter().map(|name| path(&folder, name)).collect();
        all.merge(&plan, &parts)
    };
    for (name, added) in [("b.db", 200), ("a.db", 40), ("a.db", 0), ("b.db", 0)] {
        assert_eq!(merge(&all, &[name]).expect("is merged").added, added, "{name}");
    }
    assert_eq!(exported(&all, &plan), expected);
    assert_eq!(all.sessions().expect("are read").len(), 2);
    drop(all);

    let other = self::plan(&TEXT.replace("games_per_cell = 30", "games_per_cell = 32"));
    drop(whole(&path(&folder, "other.db"), &other));
    let all = ResultsFile::open(&path(&folder, "all.db"), Opened::ToWrite).expect("is there");
    assert!(matches!(merge(&all, &["other.db"]), Err(ResultsError::Changed { .. })));
    assert!(matches!(merge(&all, &["none.db"]), Err(ResultsError::Missing(_))));

    let forged = ResultsFile::create(&path(&folder, "forged.db"), &plan, "1").expect("is made");
    let mut pair = pairs(&plan, &[Request { condition: 2, pairs: 5..6 }]);
    pair[0].games[1].player_nodes += 1;
    add(&forged, &plan, &pair);
    drop(forged);
    let result = merge(&all, &["forged.db"]);
    let error = result.expect_err("is a contradiction").to_string();
    assert!(error.contains("random, pair 5 differs"), "{error}");
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
    assert!(diff.contains("-depth = [1, 2]\n+depth = [1, 3]"), "{diff}");
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
    assert!(matches!(open("empty"), Err(ResultsError::NoExperiment(_))));
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

/// Changes a file as no program of ours would.
fn sql(path: &Path, text: &str) {
    rusqlite::Connection::open(path).expect("opens").execute_batch(text).expect("is changed");
}

#[test]
fn damage_is_found_named_and_played_again() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let whole_path = path(&folder, "whole.db");
    let expected = exported(&whole(&whole_path, &plan), &plan);
    let place = path(&folder, "r.db");
    for (change, what) in [
        ("UPDATE game SET player_nodes = player_nodes + 1 WHERE cell = 1 AND number = 7", "checksum"),
        ("UPDATE game SET result = -result WHERE cell = 1 AND number IN (6, 7)", "checksum"),
        ("UPDATE game SET number = 60 WHERE cell = 1 AND number = 7", "has 1 of 2 games"),
        ("UPDATE game SET cell = 99 WHERE cell = 1 AND number IN (6, 7)", "no such pair"),
        ("DELETE FROM game WHERE cell = 1 AND number = 6", "the game before it is missing"),
        ("DELETE FROM game WHERE cell = 1 AND number = 7", "has 1 of 2 games"),
    ] {
        std::fs::copy(&whole_path, &place).expect("is copied");
        sql(&place, change);
        let file = ResultsFile::open(&place, Opened::ToWrite).expect("is there");
        let error = file.tally(&plan).expect_err("is damaged").to_string();
        assert!(error.contains("r.db is damaged") && error.contains(what), "{change}: {error}");
        let damages = file.examine(&plan, drop).expect("is read");
        file.remove_pairs(&plan, &damages).expect("are removed");
        let missing = file.missing(&plan, 0..u64::MAX).expect("is read");
        assert_eq!(missing, [Request { condition: 1, pairs: 3..4 }], "{change}");
        add(&file, &plan, &pairs(&plan, &missing));
        assert_eq!(exported(&file, &plan), expected, "{change}");
    }
    std::fs::copy(&whole_path, &place).expect("is copied");
    sql(&place, "UPDATE game SET player_nodes = 0 WHERE cell = 1 AND number = 6");
    let error =
        ResultsFile::open(&place, Opened::ToRead).expect("opens").tally(&plan).expect_err("is damaged");
    let pair =
        "study `a` (depth=1), 3x3:3, alpha-beta:depth=1,eval=undecided against random, pair 3: game 6:";
    assert!(error.to_string().contains(pair), "{error}");
}

#[test]
fn forged_games_are_played_against_the_rules() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let forge = |change: &dyn Fn(&mut Pair)| {
        let place = path(&folder, "forged.db");
        let _ = std::fs::remove_file(&place);
        let file = ResultsFile::create(&place, &plan, "1").expect("is made");
        let mut pair = pairs(&plan, &[Request { condition: 0, pairs: 2..3 }]).remove(0);
        change(&mut pair);
        // The checksum is that of the forged game.
        add(&file, &plan, &[pair]);
        file.tally(&plan).expect_err("is forged").to_string()
    };
    for (change, what) in [
        (
            &(|pair: &mut Pair| pair.games[0].moves[1] = pair.games[0].moves[0]) as &dyn Fn(&mut Pair),
            "is impossible",
        ),
        (&|pair| pair.games[0].result = pair.games[0].result.swapped(), "do not lead to a"),
        (&|pair| pair.games[0].moves.truncate(3), "does not end"),
        (&|pair| pair.games[1].ending = Ending::Adjudication, "recorded as ended before"),
        (&|pair| pair.games[1].ending = Ending::Forfeit, "recorded as ended before"),
        (&|pair| pair.games[1].player_side = pair.games[0].player_side, "the other's side"),
        (&|pair| drop(pair.games.pop()), "has 1 of 2 games"),
    ] {
        let error = forge(change);
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn a_lock_that_is_given_back_at_once_is_no_obstacle() {
    let folder = TempDir::new().expect("is made");
    let copy = path(&folder, "copy.db");
    let first = ResultsFile::create(&copy, &plan(TEXT), "1").expect("is made");
    let end = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        drop(first);
    });
    ResultsFile::open(&copy, Opened::ToWrite).expect("is free soon");
    end.join().expect("ends");
}

/// What is written to a file that nobody can find again is lost, so that is not done in silence.
#[test]
fn a_file_that_is_taken_away_is_missed() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let place = path(&folder, "run.db");
    let take_away = |how: &dyn Fn()| {
        let file = ResultsFile::create(&place, &plan, "1").expect("is made");
        let pairs = pairs(&plan, &file.missing(&plan, 0..10).expect("is read"));
        let mut writer = file.writer(&plan, "1", machine());
        writer.add(&pairs[0]).and_then(|()| writer.flush()).expect("is written");
        how();
        let added = writer.add(&pairs[1]).and_then(|()| writer.flush());
        assert!(matches!(added, Err(ResultsError::Gone(_))), "{added:?}");
        drop(writer);
        assert!(matches!(file.finish(), Err(ResultsError::Gone(_))));
    };
    take_away(&|| std::fs::remove_file(&place).expect("is removed"));
    take_away(&|| std::fs::rename(&place, path(&folder, "moved.db")).expect("is moved"));
    std::fs::rename(path(&folder, "moved.db"), &place).expect("is put back");
    let back = ResultsFile::open(&place, Opened::ToWrite).expect("is a results file");
    assert_eq!(back.tally(&plan).expect("is read").games(), 2, "what was written before");
    back.finish().expect("ends");
    std::fs::remove_file(&place).expect("is removed");
    take_away(&|| {
        std::fs::write(path(&folder, "other.db"), "something else").expect("is written");
        std::fs::rename(path(&folder, "other.db"), &place).expect("is replaced");
    });
}

#[test]
fn a_merge_of_damaged_parts_changes_nothing() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let part = |name: &str, range: std::ops::Range<u64>| {
        let file = ResultsFile::create(&path(&folder, name), &plan, "1").expect("is made");
        add(&file, &plan, &pairs(&plan, &file.missing(&plan, range).expect("is read")));
    };
    part("out.db", 0..40);
    part("good.db", 30..60);
    part("bad.db", 60..70);
    let out = ResultsFile::open(&path(&folder, "out.db"), Opened::ToWrite).expect("is there");
    let before = exported(&out, &plan);
    out.finish().expect("ends");
    let kept = std::fs::read(path(&folder, "out.db")).expect("is read");
    let out = ResultsFile::open(&path(&folder, "out.db"), Opened::ToWrite).expect("is there");
    let (csv, _) = exported(&whole(&path(&folder, "whole.db"), &plan), &plan);
    let sound: HashSet<&str> = csv.lines().collect();
    let bytes = std::fs::read(path(&folder, "bad.db")).expect("is read");
    let parts = ["good.db", "flipped.db"].map(|name| path(&folder, name));
    let mut refused = 0;
    for byte in (0..bytes.len()).step_by(97) {
        let mut flipped = bytes.clone();
        flipped[byte] ^= 1 << (byte % 8);
        std::fs::write(&parts[1], &flipped).expect("is written");
        let copy = path(&folder, "copy.db");
        std::fs::write(&copy, &kept).expect("is written");
        let copied = ResultsFile::open(&copy, Opened::ToWrite).expect("is there");
        if let Err(error) = copied.merge(&plan, &parts) {
            refused += 1;
            assert!(error.to_string().contains("flipped.db"), "{error}");
            assert_eq!(exported(&copied, &plan), before, "{byte}");
        } else {
            // A flip in unused bytes, or one that loses pairs, leaves a sound part.
            let (csv, _) = exported(&copied, &plan);
            assert!(csv.lines().all(|line| sound.contains(line)), "{byte}");
        }
    }
    assert!(refused > 20, "{refused}");
    sql(&path(&folder, "bad.db"), "UPDATE game SET moves = x'0001' WHERE number = 0");
    let error = out.merge(&plan, &[parts[0].clone(), path(&folder, "bad.db")]).expect_err("is damaged");
    assert!(matches!(error, ResultsError::DamagedPair { .. }), "{error}");
    assert_eq!(exported(&out, &plan), before);
    let games = before.0.lines().count() as u64 - 1 + 40;
    assert_eq!(out.merge(&plan, &parts[..1]).expect("is sound"), Merged { added: 40, known: 20, games });
}

#[test]
fn names_that_mean_more_to_the_database_are_names() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    for name in ["file:r.db?mode=memory", "a b%20#?.db"] {
        drop(whole(&path(&folder, name), &plan));
        let file = ResultsFile::open(&path(&folder, name), Opened::ToRead).expect("is there");
        assert_eq!(file.tally(&plan).expect("is read").games(), plan.games());
    }
}

#[test]
fn a_file_is_whole_without_its_log_once_it_is_made_and_at_the_end() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let (place, copy) = (path(&folder, "r.db"), path(&folder, "copy.db"));
    let file = ResultsFile::create(&place, &plan, "1").expect("is made");
    add(&file, &plan, &pairs(&plan, &[Request { condition: 0, pairs: 0..1 }]));
    std::fs::copy(&place, &copy).expect("is copied");
    ResultsFile::open(&copy, Opened::ToRead)
        .expect("is a file")
        .check(&plan, Some("1"))
        .expect("is the same");
    file.finish().expect("ends");
    // The two versions of the form of a database say whether a log is expected: 1 is none.
    let bytes = std::fs::read(&place).expect("is read");
    assert_eq!(bytes[18..20], [1, 1]);
    assert_eq!(std::fs::read_dir(folder.path()).expect("is read").count(), 2);
}

#[test]
fn a_file_without_games_is_taken_over() {
    let folder = TempDir::new().expect("is made");
    let place = path(&folder, "r.db");
    drop(ResultsFile::create(&place, &plan(TEXT), "1").expect("is made"));
    let other = plan(&TEXT.replace("depth = [1, 2]", "depth = [1, 3]"));
    let file = ResultsFile::create(&place, &other, "1").expect("is taken over");
    file.check(&other, Some("1")).expect("is the new one");
    assert!(!file.is_new() && file.is_empty().expect("is read"));
}

#[test]
fn files_of_other_forms_are_refused() {
    let folder = TempDir::new().expect("is made");
    let place = path(&folder, "old.db");
    drop(whole(&place, &plan(TEXT)));
    for form in [1, 2, 4] {
        sql(&place, &format!("PRAGMA user_version = {form}"));
        for how in [Opened::ToRead, Opened::ToWrite] {
            let opened = ResultsFile::open(&place, how);
            assert!(matches!(opened, Err(ResultsError::Form { found, known: 3, .. }) if found == form));
        }
    }
}

#[test]
fn damaged_exact_values_are_not_known() {
    let folder = TempDir::new().expect("is made");
    let place = path(&folder, "r.db");
    let file = ResultsFile::for_exact_values(&place).expect("is made");
    file.keep_exact("3x3:3", "___/___/___", "0 0 1").expect("is kept");
    assert_eq!(file.exact("3x3:3", "___/___/___").expect("is read").as_deref(), Some("0 0 1"));
    drop(file);
    sql(&place, "UPDATE exact SET scores = '0 0 3'");
    let file = ResultsFile::for_exact_values(&place).expect("is there");
    assert_eq!(file.exact("3x3:3", "___/___/___").expect("is read"), None);
}

#[test]
fn a_file_takes_more_games_of_the_same_conditions() {
    let folder = TempDir::new().expect("a folder");
    let games = |number: u64| TEXT.replace("games_per_cell = 30", &format!("games_per_cell = {number}"));
    // The last game is alone at first.
    let (short, long) = (plan(&games(5)), plan(&games(8)));
    let file = whole(&path(&folder, "a.db"), &short);
    assert!(!file.lengthen(&short, "1").expect("is the same"));
    assert!(matches!(file.lengthen(&long, "2"), Err(ResultsError::Version { .. })));
    assert!(file.lengthen(&long, "1").expect("is longer"));
    file.check(&long, Some("1")).expect("is that of the longer plan");
    assert!(!file.lengthen(&short, "1").expect("is shorter"));
    add(&file, &long, &pairs(&long, &file.missing(&long, 0..u64::MAX).expect("is read")));
    assert_eq!(exported(&file, &long), exported(&whole(&path(&folder, "b.db"), &long), &long));
}

#[test]
fn an_ending_is_kept_until_there_is_another() {
    let folder = TempDir::new().expect("a folder");
    let file = whole(&path(&folder, "a.db"), &plan(TEXT));
    assert_eq!(file.ending().expect("is read"), None);
    for text in [Some("decided"), Some("decided again"), None, None] {
        file.keep_ending(text).expect("is written");
        assert_eq!(file.ending().expect("is read").as_deref(), text);
    }
}

#[test]
fn last_words_are_kept_once_and_merged() {
    let folder = TempDir::new().expect("a folder");
    let plan = plan(TEXT);
    let words = |all: &[&str]| all.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let (one, other) = (whole(&path(&folder, "a.db"), &plan), whole(&path(&folder, "b.db"), &plan));
    assert_eq!(one.last_words().expect("are read"), words(&[]));
    one.add_last_words(&words(&["late", "crashed", "late"])).expect("are written");
    one.add_last_words(&words(&["crashed"])).expect("are known");
    other.add_last_words(&words(&["crashed", "deaf"])).expect("are written");
    other.finish().expect("ends");
    one.merge(&plan, &[path(&folder, "b.db")]).expect("is merged");
    assert_eq!(one.last_words().expect("are read"), words(&["late", "crashed", "deaf"]));
    one.add_last_words(&words(&["1", "2", "3"])).expect("are written");
    assert_eq!(one.last_words().expect("are read").len(), 5);
    one.check(&plan, Some("1")).expect("is sound");
}

#[test]
fn who_watches_can_stop_the_reading() {
    let folder = TempDir::new().expect("a folder");
    let plan = plan(
        "games_per_cell = 2500\n[[study]]\nname = \"a\"\ngame = \"1:1\"\nplayer = \"random\"\nopponent = \"random\"\n",
    );
    let file = whole(&path(&folder, "a.db"), &plan);
    assert_eq!(file.games().expect("is read"), 2500);
    let read = Arc::new(AtomicU64::new(0));
    let heard = Arc::clone(&read);
    let file = file.watched_by(move |games| {
        let before = heard.fetch_add(games, Ordering::Relaxed);
        if before >= 4000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    file.tally(&plan).expect("is read");
    assert_eq!(read.load(Ordering::Relaxed), 2000, "of the rest nobody hears");
    file.tally(&plan).expect("is read");
    assert!(matches!(file.tally(&plan), Err(ResultsError::Stopped)));
    assert!(matches!(file.missing(&plan, 0..u64::MAX), Ok(missing) if missing.is_empty()), "is short");
}

#[test]
fn a_stop_is_heard_while_the_database_works() {
    let folder = TempDir::new().expect("a folder");
    let plan = plan(
        "games_per_cell = 60000\n[[study]]\nname = \"a\"\ngame = \"1:1\"\nplayer = \"random\"\nopponent = \"random\"\n",
    );
    let file = whole(&path(&folder, "a.db"), &plan);
    let file = file.watched_by(|_| ControlFlow::Break(()));
    assert!(matches!(file.missing(&plan, 0..u64::MAX), Err(ResultsError::Stopped)));
    assert!(matches!(file.check_pages(), Err(ResultsError::Stopped)));
    // What is written is written all the same.
    file.keep_ending(Some("stopped")).expect("is written");
    assert_eq!(file.games().expect("is read"), 60000);
}

/// A game that ended in another way than by its last move, and one whose sides were swapped, are what they were on every
/// way.
#[test]
fn forfeits_and_swapped_sides_are_carried() {
    let folder = TempDir::new().expect("is made");
    let text = TEXT.replace(
        "games_per_cell = 30",
        "games_per_cell = 30\nswap = true\nopenings = { moves = [\"a1 b1\"] }",
    );
    let plan = plan(&text);
    let mut played = pairs(&plan, &[Request { condition: 0, pairs: 0..6 }]);
    played.sort_by_key(|pair| pair.number);
    assert!(played.iter().flat_map(|pair| &pair.games).any(|game| game.swapped));
    // The side to move gives up before its last move.
    let game = &mut played[2].games[1];
    game.moves.pop();
    game.ending = Ending::Forfeit;
    let loser = if game.moves.len().is_multiple_of(2) { Side::X } else { Side::O };
    game.result = result_for(game.player_side, Outcome::Win(loser.other()));
    // The player that has O gives up in place of choosing its side, while X is to move.
    let game = &mut played[3].games[0];
    if game.swapped {
        (game.swapped, game.player_side) = (false, game.player_side.other());
    }
    game.moves.truncate(2);
    game.ending = Ending::Forfeit;
    game.result = result_for(game.player_side, Outcome::Win(Side::X));
    let mut parcels = Parcels::new(&plan);
    let parcel = parcels.pack(&played);
    assert_eq!(parcels.unpack(&parcel).as_ref(), Ok(&played));
    let file = ResultsFile::create(&path(&folder, "r.db"), &plan, "1").expect("is made");
    add(&file, &plan, &played);
    for pair in &played {
        assert_eq!(file.pair_at(&plan, 0, pair.number).expect("is sound").as_ref(), Some(pair));
    }
    let table = exported(&file, &plan).0;
    let columns = |line: &str| line.rsplitn(3, ',').take(2).map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = table.lines().map(columns).collect();
    assert_eq!(lines[0], ["swapped", "forfeited"]);
    for (line, game) in lines[1..].iter().zip(played.iter().flat_map(|pair| &pair.games)) {
        assert_eq!(line, &[game.swapped, game.ending == Ending::Forfeit].map(|truth| truth.to_string()));
    }
    // The winner cannot have given up, and nobody swaps in an experiment without a choice.
    let mut wrong = played.clone();
    wrong[2].games[1].result = wrong[2].games[1].result.swapped();
    let parcel = parcels.pack(&wrong);
    assert!(parcels.unpack(&parcel).is_err());
    let fixed = self::plan(TEXT);
    let error = Parcels::new(&fixed).unpack(&Parcels::new(&fixed).pack(&played)).expect_err("is not allowed");
    assert!(error.to_string().contains("its sides were swapped"), "{error}");
}

#[test]
fn balanced_openings_are_kept_merged_and_compared() {
    let folder = TempDir::new().expect("is made");
    let text = TEXT.replace("\"17x16:3:-2\"", "\"4x4:4\"").replace(
        "games_per_cell = 30",
        "games_per_cell = 8\nopenings = { plies = 2, choose = \"balanced\" }",
    );
    let mut plan = plan(&text);
    find_balanced(&mut plan, &Stop::new(), &mut |_| ControlFlow::Continue(())).expect("are there");
    let file = whole(&path(&folder, "a.db"), &plan);
    assert_eq!(file.balanced(&plan).expect("is read").len(), 0);
    file.keep_balanced(&plan).expect("is written");
    assert_eq!(file.balanced(&plan).expect("is read"), plan.balanced);
    file.finish().expect("is whole");
    // A run that was stopped before its first game begins again, with the openings if the program is the same.
    let begun = |program| ResultsFile::create(&path(&folder, "c.db"), &plan, program).expect("has no games");
    begun("1").keep_balanced(&plan).expect("is written");
    assert_eq!(begun("1").balanced(&plan).expect("is read"), plan.balanced);
    assert_eq!(begun("2").balanced(&plan).expect("is read").len(), 0);
    // Another seed has others.
    let other = Plan { seed: 5, ..plan.clone() };
    let file = ResultsFile::open(&path(&folder, "a.db"), Opened::ToWrite).expect("is there");
    assert_eq!(file.balanced(&other).expect("is read").len(), 0);
    drop(file);
    let merged = ResultsFile::create(&path(&folder, "b.db"), &plan, "1").expect("is made");
    merged.merge(&plan, &[path(&folder, "a.db")]).expect("fit");
    assert_eq!(merged.balanced(&plan).expect("is read"), plan.balanced);
    // A search that was stopped found the beginning.
    let mut stopped = plan.clone();
    for book in stopped.balanced.values_mut() {
        book.moves.truncate(2);
        (book.asked, book.tried) = (2, 2);
    }
    merged.keep_balanced(&stopped).expect("is written");
    merged.merge(&plan, &[path(&folder, "a.db")]).expect("fit");
    assert_eq!(merged.balanced(&plan).expect("is read"), plan.balanced);
    let mut changed = plan.clone();
    changed.balanced.values_mut().for_each(|book| book.moves.reverse());
    merged.keep_balanced(&changed).expect("is written");
    let error = merged.merge(&plan, &[path(&folder, "a.db")]).expect_err("differ").to_string();
    assert!(error.contains("the list of balanced openings of 3x3:3 after 2 plies differs"), "{error}");
    drop(merged);
    // What is damaged is looked for again.
    sql(&path(&folder, "b.db"), "UPDATE balanced SET moves = 'a1 b1' WHERE game = '3x3:3'");
    let damaged = ResultsFile::open(&path(&folder, "b.db"), Opened::ToRead).expect("is there");
    let left = damaged.balanced(&plan).expect("is read");
    assert_eq!(left.keys().map(|(game, _)| game.as_str()).collect::<Vec<_>>(), ["4x4:4"]);
}
