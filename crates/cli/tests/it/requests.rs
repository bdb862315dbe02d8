//! Wrong requests: exit code 2, nothing on standard output, and a message that says what to do.

use std::io::Write as _;

use assert_cmd::Command;

use crate::interrupt::interrupted;

pub(crate) fn refused(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("connect-toe")
        .expect("the binary is built")
        .args(arguments)
        .output()
        .expect("it runs");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    message
}

#[test]
fn a_wrong_request_is_explained() {
    let nearly = refused(&["describe", "conect-four"]);
    assert!(
        nearly.starts_with("error: `conect-four` is not a game: did you mean connect-four? Game text"),
        "{nearly}"
    );
    assert_eq!(nearly.matches("conect-four").count(), 1, "it is said once: {nearly}");
    let missing = refused(&["solve", "@no/such/file.txt"]);
    assert!(missing.contains("cannot read no/such/file.txt: "), "{missing}");
    let mut lines = tempfile::NamedTempFile::new().expect("a file");
    lines.write_all(b"7\na b c\na b h\n").expect("is written");
    let file = lines.path().display().to_string();
    let wrong = refused(&["describe", &format!("@{file}")]);
    assert!(wrong.contains(&format!("{file}: row 3: `h` is off the board")), "{wrong}");
    insta::assert_snapshot!(refused(&["describe", "7x6:4:-3"]), @"error: `7x6:4:-3` is not a game: face -3 does not exist: the board has dimensions 1 to 2");
    insta::assert_snapshot!(refused(&["moves", "connect-four", "--moves", "4444444"]), @"error: move 7 (`4`): the column is full");
    insta::assert_snapshot!(refused(&["moves", "3x3:3", "--moves", "a1", "--to-move", "x"]), @r"
    error: after these moves o is to move

    hint: leave --to-move out, or give the stones with --board
    ");
    insta::assert_snapshot!(refused(&["moves", "3x3:3", "--board", "xxx/___/___"]), @r"
    error: this is not a board of the game: x has 3 stones and o has 0, so the side to move is not clear: it has to be given, as x or o

    hint: --to-move x or --to-move o says whose turn it is
    ");
    insta::assert_snapshot!(refused(&["analyze", "3x3:3", "--board", "xxx/ooo/___"]), @"error: this is not a board of the game: both sides have a line, which no game leads to");
    insta::assert_snapshot!(refused(&["eval", "3x3:3", "--heuristic", "openlines"]), @"error: no heuristic has the name `openlines`: did you mean open-lines? There are terminal, open-lines, weighted-lines, optimistic, pessimistic, undecided, runs, learned");
    insta::assert_snapshot!(refused(&["eval", "3x3:3", "--heuristic", "runs:depth=3"]), @"error: no setting of runs has the name `depth`: there are none");
    insta::assert_snapshot!(refused(&["match", "3x3:3", "--player", "minimax:depht=3", "--opponent", "random"]), @r"
    error: invalid value 'minimax:depht=3' for '--player <SPEC>': no setting of minimax has the name `depht`: did you mean depth? There are depth, eval, hurry, ties, nodes, time, clock

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["analyze", "3x3:3", "--player", "alphabeta"]), @r"
    error: invalid value 'alphabeta' for '--player <SPEC>': no player has the name `alphabeta`: did you mean alpha-beta? There are random, minimax, alpha-beta, principal-variation, mtdf, selective, proof-number, monte-carlo, two-ply, perfect, solver, best, published, gomocup, beginner, novice, casual, club, strong, expert, master

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["playouts", "3x3:3", "--games", "0"]), @r"
    error: invalid value '0' for '--games <GAMES>': write a whole number from 1 to 1000000000000

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["paper", "--games", "1", "--out", "/dev/null/report"]), @r"
    error: cannot write into /dev/null/report: Not a directory (os error 20)

    hint: name another folder with --out
    ");
    insta::assert_snapshot!(refused(&["paper", "--reading", "wishful"]), @r"
    error: invalid value 'wishful' for '--reading <READING>': no reading has the name `wishful`: there are exact, published

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused(&["perft", "3x3:3", "ten"]), @r"
    error: invalid value 'ten' for '<DEPTH>': write a whole number from 0 to 4096

    For more information, try '--help'.
    ");
}

#[test]
fn nobody_reading_is_no_failure() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
        .args(["describe", "64x64:5", "--format", "json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.is_empty()), (Some(0), true));
}

#[test]
fn an_interrupt_ends_with_130() {
    let stopped = interrupted(&["perft", "15x15:5", "6"], std::time::Duration::from_millis(400));
    assert_eq!(stopped.status.code(), Some(130));
    // A part of a count says nothing.
    assert!(stopped.stdout.is_empty());
    assert_eq!(stopped.stderr, b"interrupted: nothing was finished\n");
}

#[test]
fn a_number_below_zero_is_told_the_range() {
    for (arguments, range) in [
        (&["perft", "3x3:3", "-3"][..], "a whole number from 0 to 4096"),
        (&["perft", "3x3:3", "99999999999999999999"], "a whole number from 0 to 4096"),
        (
            &["match", "3x3:3", "--player", "random", "--opponent", "random", "--games", "-10"],
            "from 1 to 1000000000",
        ),
        (&["playouts", "3x3:3", "--games", "-1"], "from 1 to 1000000000000"),
        (&["paper", "--cube-depth", "-1"], "from 1 to 100"),
        (&["paper", "--games=-1"], "from 1 to 10000000"),
        (&["grade", "3x3:3", "--heuristic", "runs", "--positions", "-1"], "from 1 to 1000000"),
        (&["grade", "3x3:3", "--heuristic", "runs", "--plies", "-1"], "plies are written as A..B"),
        (&["solve", "3x3:3", "--memory", "-1"], "64M"),
        (&["games", "--threads", "-2"], "from 1 to 1024"),
        (&["games", "--threads", "many"], "from 1 to 1024"),
        (&["playouts", "3x3:3", "--seed", "-1"], "from 0 to 18446744073709551615"),
        (&["statistics", "-3/4/5"], "'-3/4/5' for '<COUNTS>': write WINS/DRAWS/LOSSES"),
        (
            &["statistics", "--sprt", "-3,4", "-3/4/5", "--quiet"],
            "'-3/4/5' for '<COUNTS>': write WINS/DRAWS/LOSSES",
        ),
        (&["statistics", "--quiet", "-.5"], "'-.5' for '<COUNTS>': write WINS/DRAWS/LOSSES"),
        (
            &["statistics", "3/4/5", "--sprt", "0,5", "--errors", "-1,2"],
            "must be greater than 0 and sum to less than 1; they are -1 and 2",
        ),
        (&["paper", "--games", "-1/2"], "from 1 to 10000000"),
        (&["eval", "3x3:3", "--for", "-1"], "`-1` is not a side: write x or o"),
        (&["play", "3x3:3", "--level", "-1"], "beginner, novice, casual, club, strong, expert, master, best"),
        (&["moves", "3x3:3", "--moves", "-1"], "move 1 (`-1`)"),
        (&["completions", "-1"], "bash, elvish, fish"),
        (&["analyze", "3x3:3", "--exact-nodes", "-1"], "from 0 to 18446744073709551615"),
        (&["experiment", "game", "e.toml", "--cell", "none"], "a whole number from 1 to "),
        (&["experiment", "game", "e.toml", "--number", "-1"], "a whole number from 0 to "),
    ] {
        let message = refused(arguments);
        assert!(message.contains(range) && !message.contains("tip:"), "{arguments:?}: {message}");
    }
}

#[test]
fn what_cannot_be_won_or_never_ends_is_said() {
    let told = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
        let assertion = command.args(arguments).assert().success();
        String::from_utf8(assertion.get_output().stderr.clone()).expect("text")
    };
    let no_line = told(&["describe", "3x3:9"]);
    assert_eq!(no_line, "no run of 9 fits on this board, so every game of 3x3:9 is a draw\n");
    assert_eq!(told(&["describe", "3x3:3"]), "");
    for more in [&["--player", "random"][..], &["--player", "random", "--format", "json"]] {
        assert_eq!(told(&[&["analyze", "3x3:9", "--quiet"], more].concat()), no_line, "{more:?}");
    }
    let random = ["--player", "random", "--opponent", "random", "--games", "2", "--quiet"];
    assert_eq!(told(&[&["match", "3x3:9"], &random[..]].concat()), no_line);
    let binary = Command::cargo_bin("connect-toe").expect("the binary is built");
    let mut long = std::process::Command::new(binary.get_program())
        .args(["match", "gomoku", "--player", "perfect", "--opponent", "random", "--quiet"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut line = String::new();
    let errors = long.stderr.take().expect("is piped");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(errors), &mut line).expect("it is read");
    long.kill().expect("it is ended");
    long.wait().expect("it has ended");
    assert!(line.starts_with("perfect searches to the end of the game, which may never come"), "{line}");
    assert_eq!(
        told(&["match", "3x3:3", "--player", "perfect", "--opponent", "random", "--games", "2", "--quiet"]),
        ""
    );
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_explained_and_wrong_arguments_come_first() {
    let binary = Command::cargo_bin("connect-toe").expect("the binary is built");
    let with = |kilobytes: u32, arguments: &str| {
        let program = binary.get_program().to_string_lossy();
        let line = format!("ulimit -v {kilobytes}; exec {program} {arguments}");
        let output = std::process::Command::new("sh").args(["-c", &line]).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let (code, message) = with(400_000, "match 3x3 --player random --opponent random --threads 8");
    assert_eq!(code, Some(2), "{message}");
    let (code, message) = with(400_000, "match 3x3:3 --player random --opponent random --threads 8");
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("does not let this program start 8 threads"), "{message}");
    assert!(message.contains("hint: work on fewer with --threads 1"), "{message}");
    // The C library reserves addresses for each thread, too.
    let two = "match 3x3:3 --player random --opponent random --games 2 --threads 2";
    let (code, message) = with(512_000, two);
    assert_eq!(code, Some(0), "{message}");
}

/// A player for whom a win is a win may choose a longer one: the solver's line says which moves are proven to be best.
#[test]
fn moves_that_are_proven_to_be_best_are_named_where_the_player_is_less_choosy() {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    let moves = "a2 b1 a1 a3 c1 c2 c3";
    let player = ["--player", "alpha-beta:depth=6,eval=runs"];
    let request = ["analyze", "4x3:3:+1,-1,-2:exact", "--moves", moves];
    let assertion = command.args(request).args(player).assert().success();
    let text = String::from_utf8(assertion.get_output().stdout.clone()).expect("text");
    assert!(
        text.contains(
            "best b2 d3\nplayer alpha-beta:depth=6,eval=runs\nexact solver: o wins in 1 ply with d3\n"
        ),
        "{text}"
    );
}

#[test]
fn files_of_positions_are_for_eval_and_analyze_too() {
    let answers = |arguments: &[&str], code: i32| {
        let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
        let list = "-\n# a comment\n44 win 3\n\n4a\n45\n";
        let assertion = command.args(arguments).write_stdin(list).assert().code(code);
        let output = assertion.get_output();
        let [answers, errors] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8(text.clone()).expect("text"));
        assert!(errors.starts_with("error: standard input, line 5: move 1 (`4a`): "), "{errors}");
        answers
    };
    let evaluated = answers(&["eval", "connect-four", "--heuristic", "runs", "--file", "-"], 2);
    assert_eq!(evaluated, "-: runs 0\n44: runs -3\n");
    let analyzed =
        ["analyze", "connect-four", "--player", "minimax:depth=1", "--file", "-", "--format", "json"];
    let analyzed = answers(&analyzed, 2);
    let lines: Vec<serde_json::Value> =
        analyzed.lines().map(|line| serde_json::from_str(line).expect("is JSON")).collect();
    assert_eq!((lines.len(), &lines[1]["moves_played"]), (2, &serde_json::json!("44")));
    assert_eq!(lines[1]["moves"].as_array().map(Vec::len), Some(7));
    for command in ["eval", "analyze", "solve"] {
        let folder = refused(&[command, "connect-four", "--file", "/"]);
        assert!(folder.starts_with("error: cannot read /: it is a folder\n\nhint: "), "{folder}");
        refused(&[command, "connect-four", "--file", "-", "--moves", "4"]);
    }
}

/// Each position's answer has the threats that it was asked for.
#[test]
fn threats_in_a_file_of_positions_are_printed() {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    let command = command.args(["analyze", "3x3:3", "--player", "two-ply", "--threats", "--file", "-"]);
    let assertion = command.write_stdin("a1 b1 a2 b2\n-\n").assert().success();
    let text = String::from_utf8(assertion.get_output().stdout.clone()).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let threats = "; threats: x wins in at most 1 ply by a3; threats: were it o's move, o would win in at most 1 ply by b3; ";
    assert!(lines[0].contains(threats), "{text}");
    assert!(lines[1].contains("; threats: no win found; "), "{text}");
}

#[test]
fn very_many_best_moves_are_shortened() {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    let assertion = command.args(["analyze", "gomoku", "--player", "random"]).assert().success();
    let text = String::from_utf8(assertion.get_output().stdout.clone()).expect("text");
    let first = text.lines().next().expect("a line");
    assert_eq!(first, "x to move, best a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 … (225 in all)");
}
