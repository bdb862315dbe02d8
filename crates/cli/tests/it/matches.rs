//! `match` and `tournament`: texts, results files, sequential tests, interrupts.

use std::process::{Command, Output};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::interrupt::interrupted;

fn output(arguments: &[&str]) -> Output {
    Command::new(cargo_bin("connect-toe")).args(arguments).output().expect("runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("is text")
}

fn printed(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_match_for_people() {
    let arguments = ["match", "3x3:3", "--player", "perfect", "--opponent", "random", "--games", "60"];
    insta::assert_snapshot!(printed(&arguments));
    insta::assert_snapshot!(printed(&[&arguments[..], &["--sprt", "0,200"]].concat()));
}

#[test]
fn games_with_a_time_say_that_they_cannot_be_reproduced() {
    let arguments = |player| {
        ["match", "3x3:3", "--player", player, "--opponent", "random", "--games", "4", "--format", "json"]
    };
    for (player, is_reproducible) in [
        ("principal-variation:time=5ms", false),
        ("alpha-beta:clock=50ms+2ms,eval=runs", false),
        ("principal-variation:nodes=50", true),
    ] {
        let output = output(&arguments(player));
        let answer: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
        assert_eq!((answer["games"].as_u64(), &answer["reproducible"]), (Some(4), &is_reproducible.into()));
        assert_eq!(
            text(&output.stderr).contains("the same seed can give other games"),
            !is_reproducible,
            "{player}"
        );
    }
}

#[test]
fn a_tournament_for_people() {
    let players = ["--player", "random", "--player", "perfect", "--player", "two-ply"];
    let arguments = [&["tournament", "3x3:3", "--games", "40"], &players[..]].concat();
    insta::assert_snapshot!(printed(&arguments));
    let one_sided =
        ["tournament", "3x3:3", "--games", "6", "--seed", "2", "--player", "two-ply", "--player", "random"];
    let all_or_nothing = printed(&one_sided);
    assert!(all_or_nothing.contains("≥ −111   "), "{all_or_nothing}");
    assert!(all_or_nothing.contains("≤ +111   "), "{all_or_nothing}");
    let twice = [&arguments[..], &["--player", "random"]].concat();
    let refused = output(&twice);
    assert_eq!(refused.status.code(), Some(2));
    insta::assert_snapshot!(text(&refused.stderr), @r"
    error: the player random is named twice

    hint: every player enters once; `connect-toe match` lets a player meet itself
    ");
}

#[test]
fn a_stopped_match_says_what_it_has_and_goes_on_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("m.db");
    let results = results.to_str().expect("a plain path");
    let players =
        ["--player", "alpha-beta:depth=5,eval=runs", "--opponent", "alpha-beta:depth=5,eval=undecided"];
    let arguments = |games, results| {
        [&["match", "connect-four", "--games", games, "--results", results], &players[..]].concat()
    };
    let json = [&arguments("1000000", results)[..], &["--format", "json"]].concat();
    let stopped = interrupted(&json, Duration::from_millis(2500));
    assert_eq!(stopped.status.code(), Some(130), "{}", text(&stopped.stderr));
    let answer: Value = serde_json::from_slice(&stopped.stdout).expect("is JSON");
    assert_eq!(answer["partial"], true);
    assert!(answer["games"].as_u64().is_some_and(|games| games > 0 && games < 1_000_000));
    let status = printed(&["experiment", "status", results, "--format", "json"]);
    let status: Value = serde_json::from_str(&status).expect("is JSON");
    assert_eq!(status["games"], answer["games"]);
    assert_eq!((&status["done"], &status["games_wanted"]), (&false.into(), &1_000_000.into()));
    // A match of another length is another match.
    assert_eq!(output(&arguments("10", results)).status.code(), Some(2));
}

#[test]
fn quiet_runs_say_nothing_but_their_answer() {
    let quiet = output(&["playouts", "3x3:3", "--games", "1000", "--quiet"]);
    assert!(quiet.status.success() && quiet.stderr.is_empty() && !quiet.stdout.is_empty());
}

#[test]
fn fair_openings_and_a_choice_of_sides_follow_from_the_seed() {
    let arguments = [
        &[
            "match",
            "4x4:4",
            "--player",
            "alpha-beta:depth=2,eval=runs",
            "--opponent",
            "two-ply",
            "--games",
            "14",
        ][..],
        &["--openings", "balanced:3", "--swap", "--format", "json"],
    ]
    .concat();
    let one = printed(&[&arguments[..], &["--threads", "1"]].concat());
    assert_eq!(printed(&[&arguments[..], &["--threads", "3"]].concat()), one);
    assert_ne!(printed(&[&arguments[..], &["--seed", "5"]].concat()), one);
    // Fewer than there are pairs, and none.
    let few = output(&[
        "match",
        "3x3:3",
        "--player",
        "two-ply",
        "--opponent",
        "random",
        "--openings",
        "balanced:2",
    ]);
    let told = text(&few.stderr);
    assert!(few.status.success(), "{told}");
    assert!(
        told.contains(
            "3x3:3 has 5 balanced openings after 2 plies among 12 positions, fewer than its 50 pairs"
        ),
        "{told}"
    );
    let torus = ["match", "5x5:4:free:torus", "--player", "two-ply", "--opponent", "random"];
    for (openings, why) in [
        ("balanced", "no position of 5x5:4:free:torus after 4 plies is balanced"),
        ("fair", "write none, random:N, all:N, balanced or balanced:N"),
    ] {
        let refused = output(&[&torus[..], &["--openings", openings]].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(why), "{}", text(&refused.stderr));
    }
}

#[test]
fn the_search_for_openings_of_a_large_board_can_be_interrupted() {
    let arguments = [
        &["match", "64x64:5", "--player", "two-ply", "--opponent", "random", "--games", "1000"][..],
        &["--openings", "balanced", "--quiet"],
    ]
    .concat();
    let stopped = interrupted(&arguments, Duration::from_millis(500));
    assert_eq!(stopped.status.code(), Some(130), "{}", text(&stopped.stderr));
}

#[test]
fn levels_play_and_results_say_what_they_stand_for() {
    let arguments = ["match", "3x3:3", "--player", "casual", "--opponent", "beginner:seed=2", "--games", "8"];
    insta::assert_snapshot!(printed(&arguments));
    let answer: Value =
        serde_json::from_str(&printed(&[&arguments[..], &["--format", "json"]].concat())).expect("is JSON");
    assert_eq!(answer["player"], "casual");
    let stands_for = answer["levels"]["casual"].as_str().expect("is a player");
    assert!(stands_for.starts_with("best:nodes=65,"), "{stands_for}");
    // The same games, but for their seeds.
    let named = [
        "match",
        "3x3:3",
        "--player",
        stands_for,
        "--opponent",
        "random",
        "--games",
        "4",
        "--format",
        "json",
    ];
    assert!(!printed(&named).contains("levels"));
    let players = ["--player", "casual", "--player", "random", "--player", "master"];
    let table = printed(&[&["tournament", "3x3:3", "--games", "2"], &players[..]].concat());
    assert!(
        table.contains(&format!("casual is {stands_for} in this game\nmaster is best:nodes=")),
        "{table}"
    );
}
