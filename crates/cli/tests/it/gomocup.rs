//! `gomocup`: the brain as managers start it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// What the program answers to lines, up to its move.
fn played(program: &Path, arguments: &[&str], lines: &str) -> Vec<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    let mut answers = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        answers.push(line.expect("text"));
        if answers.last().is_some_and(|answer| answer.starts_with(|first: char| first.is_ascii_digit())) {
            break;
        }
    }
    input.write_all(b"END\r\n").expect("it reads");
    assert!(child.wait().expect("it ends").success());
    answers
}

const LINES: &str = "INFO timeout_turn 300\r\nSTART 15\r\nABOUT\r\nBOARD\r\n0,10,2\r\n0,11,2\r\n0,12,2\r\n0,13,2\r\n0,9,1\r\nDONE\r\n";

#[test]
fn the_command_is_a_brain() {
    for arguments in [&["gomocup"][..], &["gomocup", "--player", "two-ply:eval=runs", "--seed", "3"]] {
        let answers = played(&cargo_bin("connect-toe"), arguments, LINES);
        assert_eq!((answers[0].as_str(), answers[2].as_str()), ("OK", "0,14"), "{answers:?}");
        assert!(answers[1].starts_with("name=\"Connect-Toe\""), "{answers:?}");
    }
}

/// Puts the program there. A copy could not be run while a process that another test starts has it open for writing.
#[cfg(unix)]
fn under_another_name(path: &Path) {
    std::os::unix::fs::symlink(cargo_bin("connect-toe"), path).expect("is linked");
}

#[cfg(not(unix))]
fn under_another_name(path: &Path) {
    std::fs::copy(cargo_bin("connect-toe"), path).expect("is copied");
}

#[test]
fn a_brains_name_needs_no_command() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, arguments) in [("pbrain-connect-toe64", &[][..]), ("engine", &["--force-utf8"])] {
        let brain = folder.path().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        under_another_name(&brain);
        assert_eq!(played(&brain, arguments, LINES).last().map(String::as_str), Some("0,14"), "{name}");
    }
}

#[test]
fn a_brain_plays_within_limits() {
    let output = assert_cmd::Command::cargo_bin("connect-toe").expect("the binary is built");
    let output = { output }.args(["gomocup", "--player", "perfect:depth=3"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

/// What the program prints, and says besides, when it is run with these arguments.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = assert_cmd::Command::cargo_bin("connect-toe").expect("the binary is built");
    let output = command.args(arguments).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// This program as an engine.
fn ourselves() -> String {
    let program = cargo_bin("connect-toe");
    format!("gomocup:cmd=\"'{}' gomocup --player two-ply:eval=runs\",time=2s,grace=2s", program.display())
}

#[test]
fn engines_play_matches() {
    let (code, output, errors) = run(
        &[
            "match",
            "7x7:5",
            "--player",
            &ourselves(),
            "--opponent",
            "random",
            "--games",
            "6",
            "--format",
            "json",
        ],
        "",
    );
    assert!(code == Some(0) && !errors.contains("warning"), "{output} {errors}");
    let result: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!((&result["wins"], &result["games"]), (&6.into(), &6.into()));
}

#[test]
#[cfg(unix)]
fn an_engine_without_moves_loses_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("games.db");
    let results = results.to_str().expect("text");
    let engine = "gomocup:cmd=\"sh -c 'echo no idea >&2; exit 3'\"";
    let arguments = |opponent| {
        ["match", "7x7:5", "--player", engine, "--opponent", opponent, "--games", "4", "--results", results]
    };
    let (code, output, errors) = run(&arguments("random"), "");
    assert!(
        code == Some(0)
            && output.contains("0 won, 0 drawn, 4 lost; 4 games were lost by a player that gave no move"),
        "{output} {errors}"
    );
    assert_eq!(errors.matches("warning: the engine sh -c").count(), 4, "{errors}");
    assert!(errors.contains("exit status: 3; standard error: no idea"), "{errors}");
    let (code, table, errors) = run(
        &[
            "tournament",
            "7x7:5",
            "--player",
            engine,
            "--player",
            "random",
            "--player",
            "two-ply",
            "--games",
            "4",
        ],
        "",
    );
    assert!(
        code == Some(0)
            && table.contains(
                "won-drawn-lost from the player's side; 8 games were lost by a player that gave no move, and are left out"
            )
            && table.contains("unless `forfeits` is `count`"),
        "{table} {errors}"
    );
    // Nothing is known about how well it plays.
    let last: Vec<&str> =
        table.lines().find(|line| line.starts_with('3')).expect("three players").split_whitespace().collect();
    assert!(last[1].starts_with("gomocup") && last.ends_with(&["–", "–", "–", "0-0-4", "0-0-4"]), "{table}");
    // The file says so, and its games are not played again.
    let (_, game, _) = run(&["experiment", "game", results, "--number", "1"], "");
    assert!(game.contains("wins, by a forfeit, "), "{game}");
    let (_, status, _) = run(&["experiment", "status", results], "");
    assert!(
        status.contains("4 games were lost by a player that gave no move, and are left out.")
            && status.contains("leave them out.")
            && status.contains("Last words: the engine sh -c"),
        "{status}"
    );
    let report = folder.path().join("report");
    run(&["experiment", "report", results, "--out", report.to_str().expect("text"), "--quiet"], "");
    let report = std::fs::read_to_string(report.join("report.md")).expect("a report");
    assert!(
        report.contains("Caution: 4 games were lost by a player that gave no move")
            && report.contains("Last words: the engine sh -c"),
        "{report}"
    );
    let (code, output, errors) = run(&arguments("random"), "");
    assert!(
        code == Some(0) && output.contains("4 lost; 4 games were lost by") && !errors.contains("warning"),
        "{output} {errors}"
    );
}

#[test]
fn engines_are_graded_and_asked() {
    let engine = ourselves();
    let (code, output, errors) = run(
        &["grade", "5x5:5", "--player", &engine, "--plies", "18..19", "--positions", "2", "--format", "json"],
        "",
    );
    assert_eq!(code, Some(0), "{errors}");
    assert!(output.contains("gomocup"), "{output}");
    let echo = ["--player", "gomocup:cmd=cat,time=100ms", "--plies", "18", "--positions", "1"];
    let (code, _, errors) = run(&[&["grade", "5x5:5", "--player", "random"], &echo[..]].concat(), "");
    assert!(
        code == Some(2) && errors.contains("error: gomocup:cmd=cat,time=100ms has no move to give"),
        "{errors}"
    );
    let board = ["analyze", "5x5:5", "--board", "xxxx_/oooo_/_____/_____/_____", "--player", &engine];
    let (code, output, errors) = run(&board, "");
    assert!(code == Some(0) && output.contains("e5"), "{output} {errors}");
}

#[test]
fn a_person_plays_an_engine() {
    let (code, output, errors) =
        run(&["play", "5x5:5", "--opponent", &ourselves(), "--plain", "--you", "x"], "c3\nQ\n");
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{output}");
}

#[test]
fn other_games_are_refused_before_the_first_move() {
    let (code, _, errors) =
        run(&["match", "connect-four", "--player", &ourselves(), "--opponent", "random"], "");
    assert!(code == Some(2) && errors.contains("the Gomocup protocol has no words for"), "{errors}");
    let (code, _, errors) =
        run(&["match", "7x7:5", "--player", "gomocup:cmd=no-such", "--opponent", "random"], "");
    assert!(code == Some(2) && errors.contains("cmd must be a program that is there"), "{errors}");
}

/// A brain in a process of its own.
struct Brain {
    child: std::process::Child,
    answers: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Brain {
    fn start(turn: u64) -> Brain {
        let mut child = Command::new(cargo_bin("connect-toe"))
            .arg("gomocup")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut brain = Brain { child, answers };
        brain.tell(&format!("INFO timeout_turn {turn}"));
        assert_eq!(brain.ask("START 15").0, "OK");
        brain
    }

    fn tell(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        input.write_all(format!("{line}\r\n").as_bytes()).expect("it reads");
    }

    /// The answer, and the milliseconds that it took.
    fn ask(&mut self, line: &str) -> (String, u128) {
        let asked = std::time::Instant::now();
        self.tell(line);
        let answer = self.answers.next().expect("an answer").expect("text");
        (answer, asked.elapsed().as_millis())
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        self.tell("END");
        let _ = self.child.wait();
    }
}

/// Processes that do nothing but keep a core busy.
struct Busy(Vec<std::process::Child>);

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Games of the strongest player against itself, from openings of two random stones: no move comes late. A few moves, which
/// may wait for a core beside other tests; `GOMOCUP_GAMES=N` measures N whole games at 100 ms a move, beside
/// `GOMOCUP_BUSY=N` busy processes.
#[test]
#[cfg(unix)]
#[expect(clippy::print_stdout, reason = "a measurement prints what it has measured")]
fn moves_come_in_time() {
    use rand::{RngExt, SeedableRng};
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let games = number("GOMOCUP_GAMES");
    let (turn, plies, waits) = if games.is_some() { (100, 225, 0) } else { (1000, 4, 10_000) };
    let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("a shell");
    let _busy = Busy((0..number("GOMOCUP_BUSY").unwrap_or(0)).map(|_| busy()).collect());
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(2004);
    let (mut lost, mut moves, mut longest) = (0, 0, 0);
    let mut brains = [Brain::start(turn), Brain::start(turn)];
    for game in 0..games.unwrap_or(1) {
        for brain in &mut brains {
            assert_eq!(brain.ask("RESTART").0, "OK");
        }
        let opening: Vec<(u16, u16)> = loop {
            let cells: Vec<_> =
                (0..2).map(|_| (random.random_range(4..11), random.random_range(4..11))).collect();
            if cells[0] != cells[1] {
                break cells;
            }
        };
        let [(a, b), (c, d)] = [opening[0], opening[1]];
        for (brain, fields) in brains.iter_mut().zip([(1, 2), (2, 1)]) {
            brain.tell(&format!("YXBOARD\r\n{a},{b},{}\r\n{c},{d},{}\r\nDONE", fields.0, fields.1));
        }
        let mut is_late = false;
        let mut command = "BEGIN".to_owned();
        for ply in 0..plies {
            let (answer, time) = brains[ply % 2].ask(&command);
            if answer.starts_with("ERROR") {
                // The move before was the last one.
                assert!(answer.contains("the game is over") || answer.contains("full"), "{answer}");
                break;
            }
            moves += 1;
            longest = longest.max(time);
            if time > u128::from(turn + waits) {
                is_late = true;
                println!("game {game}, ply {ply}: {time} ms");
            }
            command = format!("TURN {answer}");
        }
        lost += u64::from(is_late);
    }
    println!("{moves} moves, the longest took {longest} ms; {lost} games were lost on time");
    assert_eq!(lost, 0);
}
