//! Puzzles, printed and solved.

use assert_cmd::Command;
use serde_json::Value;

fn puzzles(options: &str, input: &str) -> std::process::Output {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    command.arg("puzzles").args(options.split(' ')).write_stdin(input.to_owned()).output().expect("it runs")
}

fn text(options: &str, input: &str) -> String {
    let output = puzzles(options, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(options: &str) -> Vec<Value> {
    serde_json::from_str(&text(&format!("{options} --format json"), "")).expect("is JSON")
}

#[test]
fn solutions_are_printed_only_if_asked_for() {
    let without = text("tic-tac-toe --count 1 --seed 1", "");
    let expected = "Puzzle 1 (difficulty 30.0 %): O to move: find the only move that does not lose\n\
                    moves: a1\n3 . . .\n2 . . .\n1 X . .\n  a b c\n";
    assert_eq!(without, expected);
    assert_eq!(text("tic-tac-toe --count 1 --seed 1 --solutions", ""), format!("{expected}solution: b2\n"));
}

#[test]
fn puzzles_as_json_have_every_field() {
    let found = json("connect-four --count 4 --seed 3");
    assert_eq!(found.len(), 4);
    for puzzle in &found {
        assert_eq!(puzzle["game"], "7x6:4:-2");
        assert!(puzzle["moves"].is_string() && puzzle["text"].is_string() && puzzle["hint"].is_string());
        assert!(matches!(puzzle["goal"].as_str(), Some("win" | "hold" | "fork")), "{puzzle}");
        let length = puzzle["solution"].as_array().expect("moves").len() as u64;
        assert_eq!(length, puzzle["distance"].as_u64().unwrap_or(1), "{puzzle}");
        assert!((0.0..=1.0).contains(&puzzle["difficulty"].as_f64().expect("a number")));
        assert!(puzzle["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()), "{puzzle}");
    }
    assert_eq!(found, json("connect-four --count 4 --seed 3 --threads 3"));
    assert_eq!(found[..2], json("connect-four --count 2 --seed 3"));
}

/// Every puzzle is solved by its solution, move by move.
#[test]
fn a_solution_solves_its_puzzle() {
    for game in ["tic-tac-toe", "connect-four", "9x9:5", "3x3:3:free:misere"] {
        let found = json(&format!("{game} --count 3"));
        let own_moves = |puzzle: &Value| -> Vec<String> {
            let solution = puzzle["solution"].as_array().expect("moves");
            solution.iter().step_by(2).map(|cell| cell.as_str().expect("a move").to_owned()).collect()
        };
        let moves: Vec<String> = found.iter().flat_map(own_moves).collect();
        let text = text(&format!("{game} --count 3 --play"), &(moves.join("\n") + "\n"));
        assert_eq!(text.matches("Right. The puzzle is solved.").count(), 3, "{text}");
        assert!(text.ends_with("3 puzzles solved without the solution: 3\n"), "{text}");
    }
}

#[test]
fn a_wrong_move_is_refuted_and_hints_are_given() {
    let input = "help\nhint\na2\nz9\nsolution\nb2\nquit\n";
    let text = text("tic-tac-toe --count 2 --seed 1 --play", input);
    assert!(text.starts_with("2 puzzles of tic-tac-toe. Type a move, or hint, solution, next or quit.\n"));
    for part in [
        "\n3 of the 7 other moves lose to a3.\n",
        "\nWrong: X answers b1 and wins in 3 moves.\n",
        "`z9` is off the board",
        "\nThe solution: b2\nRight. The puzzle is solved.\n",
        "\nb2 lies on three lines that X has not entered, more than any other move.\n",
        "\nPuzzle 2 (difficulty",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.ends_with("2 puzzles solved without the solution: 0\n"), "{text}");
}

#[test]
fn a_game_without_puzzles_says_why() {
    for (game, why) in [
        ("9x9:100", "no line fits on the board of 9x9:100"),
        ("1x1:1", "the first stone ends every game of 1x1:1"),
        ("cube-2", "no puzzle was found in 300 games of cube-2"),
    ] {
        let output = puzzles(game, "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(why), "{error}");
    }
    let output = puzzles("torus-tic-tac-toe --count 3", "");
    assert!(output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("of 3 puzzles were found"), "{error}");
    assert_eq!(puzzles("tic-tac-toe --play --format json", "").status.code(), Some(2));
}
