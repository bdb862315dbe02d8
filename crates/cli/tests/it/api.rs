//! The JSON of the command line is the answer of the same request, field for field.

use connect_toe_api::{Analyze, Describe, Eval, Games, Moves, Perft, Playouts, Position, Solve, Work};
use connect_toe_laboratory::{Grade, Match, Statistics, Tournament};
use serde::Serialize;
use serde_json::Value;

use crate::json::answer;

/// The fields in their order, without those that a clock decides.
fn fields(value: Value) -> String {
    match value {
        Value::Object(mut fields) => {
            fields.retain(|name, _| !name.starts_with("seconds"));
            serde_json::to_string(&fields).expect("is JSON")
        }
        other => other.to_string(),
    }
}

fn check<A: Serialize>(arguments: &[&str], expected: A) {
    let expected = serde_json::to_value(expected).expect("is JSON");
    assert_eq!(fields(answer(arguments)), fields(expected), "{arguments:?}");
}

#[test]
fn a_command_prints_the_answer_of_its_request() {
    let work = Work::new();
    let (game, position) = ("3x3:3".to_owned(), Position::after("a1 b2"));
    check(&["games"], Games {}.run());
    check(&["describe", "qubic"], Describe::of("qubic").run(&work).expect("has an answer"));
    let perft = Perft { game: "connect-four".to_owned(), depth: 6 };
    check(&["perft", "connect-four", "6"], perft.run(&work).expect("has an answer"));
    let moves = Moves { game: game.clone(), position: position.clone() };
    check(&["moves", "3x3:3", "--moves", "a1 b2"], moves.run(&work).expect("has an answer"));
    let eval = Eval { position: position.clone(), player: Some("o".to_owned()), ..Eval::new(&game) };
    check(&["eval", "3x3:3", "--moves", "a1 b2", "--for", "o"], eval.run(&work).expect("has an answer"));
    let analyze = Analyze { position: position.clone(), ..Analyze::new(&game) };
    check(&["analyze", "3x3:3", "--moves", "a1 b2"], analyze.run(&work).expect("has an answer"));
    let solve = Solve { position, all_moves: true, ..Solve::new(&game) };
    check(
        &["solve", "3x3:3", "--moves", "a1 b2", "--all-moves", "--threads", "1"],
        solve.run(&Work::new().with_threads(1)).expect("has an answer"),
    );
    check(
        &["statistics", "1/5/20/9/3", "--sprt", "0,20", "--against", "3/4/5", "--plan", "20"],
        Statistics {
            sprt: Some("0,20".to_owned()),
            against: Some("3/4/5".to_owned()),
            plan: Some(20.0),
            ..Statistics::new("1/5/20/9/3")
        }
        .run(&work)
        .expect("has an answer"),
    );
}

#[test]
fn a_command_that_plays_prints_the_answer_of_its_request() {
    let work = Work::new();
    let playouts = Playouts { games: 3000, seed: 5, ..Playouts::new("3x3:3") };
    check(
        &["playouts", "3x3:3", "--games", "3000", "--seed", "5"],
        playouts.run(&work).expect("has an answer"),
    );
    let request =
        Match { games: Some(90), sprt: Some("0,300".to_owned()), ..Match::new("3x3:3", "two-ply", "random") };
    check(
        &[
            "match",
            "3x3:3",
            "--player",
            "two-ply",
            "--opponent",
            "random",
            "--games",
            "90",
            "--sprt",
            "0,300",
        ],
        request.run(&work).expect("has an answer"),
    );
    let tournament = Tournament { games: 9, ..Tournament::new("3x3:3", ["random", "two-ply", "perfect"]) };
    let players = ["--player", "random", "--player", "two-ply", "--player", "perfect"];
    check(
        &[&["tournament", "3x3:3", "--games", "9"], &players[..]].concat(),
        tournament.run(&work).expect("has an answer"),
    );
    let grade = Grade {
        heuristics: vec!["runs".to_owned()],
        players: vec!["two-ply".to_owned()],
        plies: Some("4..6".to_owned()),
        positions: 30,
        ..Grade::new("3x3:3")
    };
    check(
        &[
            "grade",
            "3x3:3",
            "--heuristic",
            "runs",
            "--player",
            "two-ply",
            "--plies",
            "4..6",
            "--positions",
            "30",
        ],
        grade.run(&work).expect("has an answer"),
    );
}
