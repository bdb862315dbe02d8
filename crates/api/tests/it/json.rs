//! Requests and answers are JSON and come back from it.

use connect_toe_api::{
    Analyze, Describe, Error, Eval, Games, Moves, Perft, Playouts, Position, Solve, SolveLines, Work,
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
fn the_wider_class_says_what_is_unlike_rows() {
    let fano = answer!(Describe, json!({"game": "7:lines=a+b+d/b+c+e/c+d+f/d+e+g/a+e+f/b+f+g/a+c+g"}));
    assert_eq!((&fano["k"], &fano["lines_rule"]), (&Value::Null, &json!("one of 7 given lines")));
    assert_eq!(fano["line_cells"].as_array().map(Vec::len), Some(7));
    assert_eq!(fano["line_cells"][0], json!(["a", "b", "d"]));
    let rows = answer!(Describe, json!({"game": "5x5:4:free:blocked=c3+a1"}));
    assert_eq!((&rows["k"], &rows["blocked"]), (&json!(4), &json!(["a1", "c3"])));
    assert!(rows.get("line_cells").is_none() && rows.get("lines_rule").is_none());
    let placed = answer!(Describe, json!({"lines": "3 # a path\na b\nb c\na at 0,0\nb at 1,0\nc at 2,0\n"}));
    assert_eq!(
        (&placed["game"], &placed["places"]),
        (&json!("3:lines=a+b/b+c"), &json!([[0.0, 0.5], [0.5, 0.5], [1.0, 0.5]]))
    );
    assert!(rows.get("places").is_none());
    assert_eq!((&fano["lines_kind"], &fano["points"]), (&json!("lines"), &json!(true)));
    let connect6 = answer!(Describe, json!({"game": "9x9:6:free:turn=1+2:torus=2"}));
    assert_eq!(connect6["turn"], json!({"first": 1, "later": 2}));
    assert_eq!(connect6["wraps"], json!([2]));
    let shape = answer!(Describe, json!({"game": "3x3:shape=b1+a1+b2"}));
    assert_eq!((&shape["lines_kind"], &shape["shape"]), (&json!("shape"), &json!(["a1", "b1", "b2"])));
    let maker = answer!(Describe, json!({"game": "3x3:3:free:maker"}));
    assert_eq!(maker["side_names"], json!({"x": "Maker", "o": "Breaker"}));
    assert_eq!((&maker["without_moves"], &fano["without_moves"]), (&json!("o"), &json!("draw")));
    let plain = answer!(Describe, json!({"game": "3x3:3"}));
    assert_eq!(plain["rules"], json!(["3 × 3 cells", "3 in a row wins", "any empty cell"]));
    assert_eq!(plain["example_line"].as_array().map(Vec::len), Some(3));
    assert!(answer!(Describe, json!({"game": "3x3:4"})).get("example_line").is_none());
    for field in ["side_names", "lines_kind", "shape", "turn", "wraps", "points"] {
        assert!(plain.get(field).is_none(), "{field}");
    }
    // 757 points with lines of 28: more cells than an answer lists.
    let large = answer!(Describe, json!({"game": "757:projective"}));
    assert!(large.get("line_cells").is_none() && large["lines"] == json!(757));

    let left =
        |moves| answer!(Moves, json!({"game": "19x19:6:free:turn=1+2", "moves": moves}))["left"].clone();
    assert_eq!(["", "j10", "j10 k10", "j10 k10 l10"].map(left), [1, 2, 1, 2].map(|left| json!(left)));
    let forbidden =
        |moves| answer!(Moves, json!({"game": "9x9:5:free:renju", "moves": moves}))["forbidden"].clone();
    // e5 would make two threes; it is forbidden to X alone.
    assert_eq!(forbidden("e3 a1 e4 a2 c5 a4 d5 a5"), json!(["e5"]));
    assert_eq!(forbidden("e3 a1 e4 a2 c5 a4 d5"), Value::Null);
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
        json!({"to_move": "o", "legal": [], "outcome": "x", "winning_cells": ["a1", "b1", "c1"], "played": ["a1", "a2", "b1", "b2", "c1"], "drops": []})
    );
    assert_eq!(
        answer!(
            Eval,
            json!({"game": "3x3:3", "board": "x__/_x_/___", "for": "x", "heuristic": "open-lines"})
        )["values"],
        json!({"open-lines": 6})
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
}

#[test]
fn wrong_requests_are_the_callers_fault() {
    let both =
        Position { moves: Some("a1".to_owned()), board: Some("x__/___/___".to_owned()), to_move: None };
    let error = Moves { game: "3x3:3".to_owned(), position: both }.run(&work()).expect_err("is refused");
    assert!(matches!(error, Error::Request { .. }), "{error:?}");
}

/// A win by threats is in the answer when it is asked for, and so is the opponent's chain.
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
