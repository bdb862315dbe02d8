//! Runs the examples, which cargo builds with the tests.

use std::path::PathBuf;
use std::process::Command;

/// What an example prints.
fn output(example: &str) -> String {
    let tests: PathBuf = std::env::current_exe().expect("the test has a place");
    let built = tests.parent().and_then(|deps| deps.parent()).expect("tests lie in deps");
    let program = built.join("examples").join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let run = Command::new(&program).output();
    let run = run.unwrap_or_else(|error| panic!("{}: {error} (`cargo build --examples`)", program.display()));
    assert!(run.status.success(), "{example}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("is text")
}

#[test]
fn play() {
    let output = output("play");
    assert!(output.contains("o is to move") && output.contains("\nd1 "), "{output}");
}

#[test]
fn evaluate() {
    let output = output("evaluate");
    assert!(output.contains("x is to move") && output.contains("runs: ") && output.contains("8 plies: "));
}

#[test]
fn solve() {
    let output = output("solve");
    assert!(output.starts_with("win in 9 plies") && output.contains("proved: x wins"), "{output}");
}

#[test]
fn own_heuristic() {
    assert!(output("own_heuristic").contains("wins"));
}

#[test]
fn own_search() {
    assert!(output("own_search").contains("wins"));
}

#[test]
fn own_player() {
    assert!(output("own_player").contains("against random: "));
}

#[cfg(feature = "laboratory")]
#[test]
fn experiment() {
    let output = output("experiment");
    assert!(output.contains("90 of 90 games") && output.lines().count() > 2, "{output}");
}
