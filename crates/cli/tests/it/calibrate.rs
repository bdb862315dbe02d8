//! `calibrate`: numbers, files, threads, errors.

use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

use crate::interrupt::interrupted;
use crate::json::answer;
use crate::requests::refused;

const PLAYER: &str = "selective:nodes=100,eval=runs";

#[test]
fn scores_are_compared_with_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("calibration").display().to_string();
    let all = ["calibrate", "connect-four", "--player", PLAYER, "--games", "120", "--out", &out];
    let with = |threads: &str| answer(&[&all[..], &["--threads", threads]].concat());
    let found = with("1");
    assert_eq!(found, with("2"));
    assert_eq!((&found["game"], &found["player"]), (&"7x6:4:-2".into(), &PLAYER.into()));
    let ranges = found["ranges"].as_array().expect("a list");
    assert_eq!(ranges.len(), 3);
    let mut rows = 1;
    for range in ranges {
        let bins = range["bins"].as_array().expect("a list");
        let sum: u64 = bins.iter().filter_map(|bin| bin["positions"].as_u64()).sum();
        // One position of a game in a range.
        assert!(range["positions"] == sum && sum <= 120, "{range}");
        for bin in bins {
            let number = |name: &str| bin[name].as_f64().expect("a number");
            assert!((number("from")..=number("to")).contains(&number("expected")), "{bin}");
            let [low, high] = [0, 1].map(|end| bin["interval"][end].as_f64().expect("a number"));
            assert!((low..=high).contains(&number("achieved")), "{bin}");
        }
        rows += bins.len();
    }
    // Who expects to win does win more often.
    let late = ranges[2]["bins"].as_array().expect("a list");
    assert!(
        late[0]["achieved"].as_f64() < Some(0.3) && late[late.len() - 1]["achieved"].as_f64() > Some(0.7)
    );
    let file =
        |name: &str| std::fs::read_to_string(folder.path().join("calibration").join(name)).expect("is there");
    assert_eq!(serde_json::from_str::<Value>(&file("calibration.json")).expect("JSON"), found);
    assert_eq!(file("calibration.csv").lines().count(), rows);
    let drawing = file("calibration.svg");
    assert!(drawing.starts_with("<svg xmlns") && drawing.contains("as expected"), "{drawing}");
}

#[test]
fn the_table_says_what_was_expected_and_what_came() {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    let output = command
        .args(["calibrate", "3x3:3", "--player", "minimax:depth=1,eval=learned", "--games", "50"])
        .assert();
    let text = String::from_utf8(output.success().get_output().stdout.clone()).expect("text");
    assert!(text.starts_with("minimax:depth=1,eval=learned against itself in 50 games of 3x3:3\n"), "{text}");
    assert!(text.contains("expected  achieved   95 % interval  positions"), "{text}");
}

#[test]
fn wrong_requests_are_explained() {
    insta::assert_snapshot!(refused(&["calibrate", "3x3:3", "--player", "random"]), @r"
    error: random says nothing of the score to expect in 3x3:3

    hint: name a player whose heuristic does, such as selective or minimax:eval=runs
    ");
    insta::assert_snapshot!(refused(&["calibrate", "3x3:3", "--random-plies", "9"]), @r"
    error: after 9 random plies a board of 9 cells is full

    hint: give --random-plies a smaller number, so that games have moves to look at
    ");
    insta::assert_snapshot!(refused(&["calibrate", "5x5:5", "--player", "minimax:eval=learned"]), @"error: eval=learned: eval must be given weights with file=FILE, which `connect-toe train 5x5:5 --out FILE` learns: none for 5x5:5 come with this program, only those of 3x3:3, 7x6:4:-2, 4x4x4:4:-3, 4x4x4:4, 9x9:5, 15x15:5, 15x15:5:free:exact, and of flat boards from 9x9 cells on with free placement where five in a row win");
}

#[test]
fn a_stopped_run_says_what_it_has() {
    let output = interrupted(
        &["calibrate", "gomoku", "--player", PLAYER, "--games", "1000000"],
        Duration::from_millis(500),
    );
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("against itself in"), "{text}");
}
