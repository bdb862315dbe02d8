//! `solve`: fields, files of positions, interrupts.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::json::answer;

fn solve(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // A wrong request is refused before its input is read.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn lines(output: &Output) -> Vec<Value> {
    let stdout = text(&output.stdout);
    stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

#[test]
fn fields() {
    let found = answer(&["solve", "tic-tac-toe", "--board", "xox/oox/___", "--all-moves"]);
    let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
    assert_eq!(keys[..6], ["result", "distance", "best", "line", "nodes", "seconds"]);
    assert_eq!((&found["result"], &found["distance"]), (&json!("win"), &json!(1)));
    assert_eq!((&found["best"], &found["line"]), (&json!(["c1"]), &json!(["c1"])));
    assert_eq!(
        found["moves"],
        json!([
            {"move": "a1", "result": "loss", "distance": 2},
            {"move": "b1", "result": "draw", "distance": null},
            {"move": "c1", "result": "win", "distance": 1},
        ])
    );
    assert!(found["nodes"].is_u64() && found["seconds"].is_f64());
    let drawn = answer(&["solve", "tic-tac-toe"]);
    assert_eq!((&drawn["result"], &drawn["distance"]), (&json!("draw"), &Value::Null));
    assert_eq!(drawn["best"].as_array().map(Vec::len), Some(9));
    assert_eq!(drawn["line"].as_array().map(Vec::len), Some(9));
    assert!(drawn.get("moves").is_none() && drawn.get("score").is_none());
}

#[test]
fn finished_games() {
    let lost = answer(&["solve", "3x3:3", "--moves", "a1 a2 b1 b2 c1", "--score", "pons", "--all-moves"]);
    assert_eq!((&lost["result"], &lost["distance"]), (&json!("loss"), &json!(0)));
    assert_eq!((&lost["best"], &lost["moves"], &lost["score"]), (&json!([]), &json!([]), &json!(-3)));
    assert!(answer(&["solve", "3x3:3", "--moves", "a1 a2 b1 b2 c1"]).get("moves").is_none());
    // In a misère game the side to move has won.
    let won = answer(&["solve", "3x3:3:free:misere", "--moves", "a1 a2 b1 b2 c1"]);
    assert_eq!((&won["result"], &won["distance"]), (&json!("win"), &json!(0)));
    assert_eq!(answer(&["solve", "3:3", "--moves", "a b c"])["result"], "draw");
}

#[test]
fn weak_solving_tells_the_result_alone() {
    let found = answer(&["solve", "4x4:3", "--weak", "--all-moves"]);
    assert_eq!((&found["result"], &found["distance"]), (&json!("win"), &Value::Null));
    assert_eq!(found["best"].as_array().map(Vec::len), Some(16));
    assert!(found["moves"].as_array().is_some_and(|moves| moves.iter().all(|row| row["distance"].is_null())));
    let value = answer(&["solve", "4x4:3", "--value-only"]);
    assert_eq!((&value["result"], &value["distance"]), (&json!("win"), &json!(5)));
    assert_eq!(value["nodes"], value["nodes_total"]);
}

#[test]
fn threads_change_no_answer() {
    let question = ["solve", "5x4:4:-1,-2:misere", "--all-moves"];
    let one = answer(&[&question[..], &["--threads", "1"]].concat());
    let four = answer(&[&question[..], &["--threads", "4"]].concat());
    for field in ["result", "distance", "best", "line", "moves"] {
        assert_eq!(one[field], four[field], "{field}");
    }
}

#[test]
fn files_of_positions() {
    let file = "# positions of Connect Four\n\n2252576253462244111563365343671351441 -1\n  7422341735647741166133573473242566 1 # as well\n23163416124767223154467471272416755633 draw\n7422341735647741166133573473242566 win 7\n7422341735647741166133573473242566\n";
    let output = solve(&["connect-four", "--file", "-", "--score", "pons", "--format", "json"], file);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let found = lines(&output);
    assert_eq!(found.len(), 5);
    assert_eq!(
        (&found[0]["moves_played"], &found[0]["expected"], &found[0]["agrees"], &found[0]["score"]),
        (&json!("2252576253462244111563365343671351441"), &json!(-1), &json!(true), &json!(-1))
    );
    assert_eq!((&found[2]["expected"], &found[2]["agrees"]), (&json!("draw"), &json!(true)));
    assert_eq!((&found[3]["expected"], &found[3]["distance"]), (&json!("win in 7"), &json!(7)));
    assert!(found[4].get("expected").is_none() && found[4].get("agrees").is_none());
    // Each position starts cold.
    assert_eq!((&found[1]["nodes"], &found[1]["line"]), (&found[4]["nodes"], &found[4]["line"]));

    let people = solve(&["connect-four", "--file", "-"], file);
    assert_eq!(text(&people.stdout).lines().count(), 5);

    let path = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(path.path(), file).expect("it is written");
    let read = solve(&["connect-four", "--file", path.path().to_str().expect("a plain path")], "");
    assert_eq!((read.status.code(), text(&read.stdout).lines().count()), (Some(0), 5));
}

#[test]
fn wrong_expectations_fail() {
    let file = "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 2\n7422341735647741166133573473242566 loss\n";
    let output = solve(&["connect-four", "--file", "-", "--format", "json"], file);
    assert_eq!(output.status.code(), Some(1));
    let agrees: Vec<Value> = lines(&output).iter().map(|line| line["agrees"].clone()).collect();
    assert_eq!(agrees, [true, false, false]);
    insta::assert_snapshot!(text(&output.stderr), @"error: 2 of 3 positions differ from their expected value");
}

#[test]
fn wrong_requests_are_explained() {
    let refused = |arguments: &[&str], input: &str| {
        let output = solve(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        text(&output.stderr)
    };
    insta::assert_snapshot!(refused(&["3x3:3", "--file", "-"], "a1 b2\n\na1 b2 b2\n"), @"error: standard input, line 3: move 3 (`b2`): the cell is taken by o");
    insta::assert_snapshot!(refused(&["3x3:3", "--file", "/nowhere"], ""), @"error: cannot read /nowhere: No such file or directory (os error 2)");
    insta::assert_snapshot!(refused(&["3x3:3", "--memory", "64Q"], ""), @"
    error: invalid value '64Q' for '--memory <MEMORY>': write a number of bytes, or a number with k, M or G: 64M, 1G

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["3x3:3", "--memory", "64"], ""), @"
    error: invalid value '64' for '--memory <MEMORY>': this is 64 bytes, and at least 1M is needed: 64M or 64G may be meant

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["3x3:3", "--memory", "2000G"], ""), @"
    error: invalid value '2000G' for '--memory <MEMORY>': at most 1024G are possible

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["3x3:3", "--board", "xxx/ooo/___"], ""), @"error: this is not a board of the game: both sides have a line, which no game leads to");
    let both = refused(&["3x3:3", "--file", "-", "--moves", "a1"], "");
    assert!(both.contains("cannot be used with"), "{both}");
}

/// Interrupts a solve that nobody will see the end of.
fn interrupted(arguments: &[&str]) -> Output {
    crate::interrupt::interrupted(arguments, Duration::from_millis(1500))
}

#[test]
fn an_interrupt_gives_the_bounds() {
    let output = interrupted(&["solve", "6x6x6:5:all:misere", "--format", "json", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(130));
    let found = &lines(&output)[0];
    assert_eq!(
        (&found["result"], &found["distance"], &found["best"]),
        (&Value::Null, &Value::Null, &json!([]))
    );
    assert_eq!(found["bounds"]["at_least"]["result"], "loss");
    assert_eq!(found["bounds"]["at_most"]["result"], "win");
    assert!(found["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    let people = interrupted(&["solve", "6x6x6:5:all:misere"]);
    assert_eq!(people.status.code(), Some(130));
    assert!(text(&people.stdout).starts_with("x to move: interrupted; not worse than loss in "));
}

#[test]
fn an_interrupt_leaves_no_certificate_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    let output = interrupted(&[
        "solve",
        "6x6x6:5:all:misere",
        "--certificate",
        file.to_str().expect("a plain path"),
        "--quiet",
    ]);
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).ends_with("\nno certificate was written\n"), "{}", text(&output.stdout));
    assert!(!file.exists());
}

#[test]
fn an_interrupt_keeps_the_moves_that_are_valued() {
    // One move wins at once; to value the others takes long.
    let board = "______________/______________/______________/______________/______________/______________/______________/_xxxxo________";
    let arguments =
        ["solve", "14x8:5:-2", "--board", board, "--to-move", "x", "--all-moves", "--format", "json"];
    let output = interrupted(&arguments);
    assert_eq!(output.status.code(), Some(130));
    let found = &lines(&output)[0];
    assert_eq!((&found["result"], &found["distance"]), (&json!("win"), &json!(1)));
    assert_eq!((&found["partial"], &found["interrupted"]), (&json!(true), &json!(true)));
    assert_eq!(found["moves"][0], json!({"move": "a1", "result": "win", "distance": 1}));
    assert_eq!(found["best"], json!(["a1"]));
    let people = interrupted(&arguments[..arguments.len() - 2]);
    assert!(
        text(&people.stdout)
            .contains("interrupted before everything was known: there may be more best moves")
    );
}

#[test]
fn scores_need_a_game_from_the_empty_board() {
    let found = answer(&["solve", "3x3:3", "--board", "xx_/x_x/_x_", "--to-move", "x", "--score", "pons"]);
    assert_eq!((&found["result"], &found["score"]), (&json!("win"), &Value::Null));
    let even = answer(&["solve", "3x3:3", "--board", "xx_/oo_/___", "--score", "pons"]);
    assert_eq!((&even["result"], &even["score"]), (&json!("win"), &json!(3)));
    let said = |arguments: &[&str]| text(&solve(&[arguments, &["--score", "pons"]].concat(), "").stdout);
    let board = said(&["3x3:3", "--board", "xx_/x_x/_x_", "--to-move", "x"]);
    assert!(board.contains(", no score: the board is not that of a game from the empty one"), "{board}");
    let weak = said(&["3x3:3", "--moves", "b2 b1", "--weak"]);
    assert!(weak.contains("win, no score without the distance"), "{weak}");
}

#[test]
fn help_tells_how_files_and_memory_are_read() {
    let help = |command: &str| {
        let mut asked = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"));
        let output = asked.args([command, "--help"]).env("COLUMNS", "100").output().expect("it runs");
        text(&output.stdout)
    };
    let solve = help("solve");
    let (options, rest) = solve.split_once("\nA distance is ").expect("both");
    insta::assert_snapshot!(rest, @r"
    the number of plies to the end of the game if the winner hurries and the loser delays.
    Ctrl-C stops the solver, which prints what it has found; a second Ctrl-C ends the program at once.

    Each line of a file is MOVES [EXPECTED]. Blank lines and comments (after #) are skipped. MOVES is -
    for the empty board. EXPECTED is win, draw or loss, with or without a number of plies, or a pons
    score. A number after the moves is EXPECTED, so write column digits without spaces (1122).
    ");
    let words: Vec<&str> = options.split_whitespace().collect();
    assert!(words.join(" ").contains("Writing a certificate takes up to 1G more"));
    let verify = help("verify");
    insta::assert_snapshot!(&verify[verify.find("Exit codes").expect("they are told")..], @r"
    Exit codes: 0 the certificate proves what it claims, 1 one of its steps is wrong, 2 the file cannot
    be read or is too large to check (the positions of two successive plies must fit into 1 GiB)
    ");
}

#[test]
fn lists_are_wrapped() {
    let people = solve(&["9x9:1"], "");
    assert!(text(&people.stdout).lines().all(|line| line.chars().count() <= 100));
    assert!(text(&people.stdout).contains("best a1"));
}

fn verify(path: &str) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
        .args(["verify", path])
        .output()
        .expect("it runs")
}

#[test]
fn certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.txt");
    let path = path.to_str().expect("a plain path");
    let found = answer(&["solve", "4x4:3", "--certificate", path]);
    assert_eq!(found["certificate"]["file"], path);
    let files = || std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files(), 1);
    let proven = answer(&["verify", path]);
    assert_eq!(proven["claims"], json!(["x wins within 5 plies", "o does not lose within 4 plies"]));
    assert_eq!((&proven["game"], &proven["result"]), (&json!("4x4:3"), &json!("x wins in 5 plies")));
    assert_eq!(proven["steps"], found["certificate"]["moves"]);

    let written = std::fs::read_to_string(path).expect("it was written");
    std::fs::write(path, written.replacen("within 5 plies", "within 3 plies", 1)).expect("it is written");
    let wrong = verify(path);
    let message = text(&wrong.stderr);
    assert_eq!(wrong.status.code(), Some(1), "{message}");
    assert!(
        message.contains("step") && message.contains("position: ") && message.contains("the game goes on")
    );

    std::fs::write(path, &written[..written.len() / 2]).expect("it is written");
    let damaged = verify(path);
    let message = text(&damaged.stderr);
    assert_eq!(damaged.status.code(), Some(2), "{message}");
    assert!(message.contains("line "), "{message}");
    assert_eq!(verify("/nowhere").status.code(), Some(2));
    std::fs::write(path, b"\xff\xfe\x00").expect("it is written");
    assert_eq!(verify(path).status.code(), Some(2));

    // A proof that is too long leaves nothing behind, but the answer is told.
    let long = folder.path().join("long.txt");
    let long = long.to_str().expect("a plain path");
    let output = solve(&["4x4:3", "--certificate", long, "--certificate-moves", "10"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("x to move: win in 5 plies"));
    insta::assert_snapshot!(text(&output.stderr), @"error: the proof is too large to store: it has more than 10 moves");
    assert_eq!(files(), 1);
    assert_eq!(solve(&["4x4:3", "--certificate", "/nowhere/proof"], "").status.code(), Some(2));
}

#[test]
fn lines_have_the_values_of_moves_and_say_what_is_from_a_book() {
    let output = solve(&["connect-four", "--file", "-", "--all-moves"], "4\n44444\n");
    insta::assert_snapshot!(text(&output.stdout), @"
    4: loss in 40 plies; d2 loss in 40, b1 loss in 38, c1 loss in 38, e1 loss in 38, f1 loss in 38, a1 loss in 34, g1 loss in 34; from the book
    44444: loss in 36 plies; a1 loss in 36, b1 loss in 36, c1 loss in 36, d6 loss in 36, e1 loss in 36, f1 loss in 36, g1 loss in 36; from the book
    ");
    let one = ["connect-four", "--file", "-", "--all-moves", "--format", "json"];
    assert_eq!(lines(&solve(&one, "4\n"))[0]["source"], "book");
}

#[test]
fn an_interrupted_list_says_how_much_of_it_is_solved() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "4\n-\n").expect("is written");
    let path = file.path().to_str().expect("text");
    let output = crate::interrupt::interrupted(
        &["solve", "7x7:4:-2", "--file", path, "--threads", "1", "--memory", "1M"],
        Duration::from_secs(1),
    );
    assert_eq!(output.status.code(), Some(130));
    let errors = text(&output.stderr);
    assert!(errors.contains("interrupted: 0 positions solved"), "{errors}");
}
