//! The cases of the class, through the binary: what other programs rely on.

use connect_toe_testkit::cases::class;
use connect_toe_testkit::oracle::Player;
use serde_json::{Value, json};

use crate::json::answer;

/// The options for a position after moves.
fn position(moves: &str) -> Vec<&str> {
    if moves.is_empty() { Vec::new() } else { vec!["--moves", moves] }
}

/// A result with its distance, which a draw does not have.
fn exact(answer: &Value) -> Value {
    let distance = if answer["result"] == "draw" { Value::Null } else { answer["distance"].clone() };
    json!([answer["result"], distance])
}

#[test]
fn sequences_and_facts() {
    let cases = class::load();
    for case in &cases.perft {
        let counts = answer(&["perft", &case.game, &case.depth.to_string()]);
        assert_eq!(
            (&counts["leaves"], &counts["ended"]),
            (&json!(case.leaves), &json!(case.ended)),
            "{}",
            case.game
        );
    }
    for case in &cases.describe {
        let facts = answer(&["describe", &case.game]);
        let found = (&facts["lines"], &facts["symmetries"]);
        assert_eq!(found, (&json!(case.lines), &json!(case.symmetries)), "{}", case.game);
    }
}

#[test]
fn exact_results() {
    for case in class::load().solve {
        let found = answer(&[&["solve", &case.game, "--all-moves"], &position(&case.moves)[..]].concat());
        let name = format!("{} after {}", case.game, case.moves);
        let expected = json!({ "result": case.result.to_string(), "distance": case.distance });
        assert_eq!(exact(&found), exact(&expected), "{name}");
        let moves = found["moves"].as_array().expect("every move");
        assert_eq!(moves.len(), case.per_move.len(), "{name}");
        for found in moves {
            let text = found["move"].as_str().expect("a cell");
            let expected = &case.per_move[text];
            let expected = json!({ "result": expected.0.to_string(), "distance": expected.1 });
            assert_eq!(exact(found), exact(&expected), "{name}, {text}");
        }
    }
}

#[test]
fn evaluations() {
    for case in class::load().eval {
        let player = if case.player == Player::X { "x" } else { "o" };
        let found = answer(&[&["eval", &case.game, "--for", player], &position(&case.moves)[..]].concat());
        for (name, value) in &case.values {
            let value = i64::try_from(*value).expect("small");
            assert_eq!(found["values"][name], value, "{name} of {} after {}", case.game, case.moves);
        }
    }
}

#[test]
fn values_of_minimax() {
    for case in class::load().analyze {
        let player = format!("minimax:depth={},eval={}", case.depth, case.eval);
        let found =
            answer(&[&["analyze", &case.game, "--player", &player], &position(&case.moves)[..]].concat());
        let name = format!("{} after {}, {player}", case.game, case.moves);
        let mut best: Vec<&str> =
            found["best"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        best.sort_unstable();
        assert_eq!(best, case.best, "{name}");
        for found in found["moves"].as_array().expect("moves") {
            let text = found["move"].as_str().expect("a cell");
            assert_eq!(found["value"].as_i64().map(i128::from), Some(case.values[text]), "{name}, {text}");
        }
    }
}
