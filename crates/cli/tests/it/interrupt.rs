//! Ctrl-C, as a terminal sends it.

use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// Starts the program, interrupts it after it has worked for a while, and gives what it printed.
pub(crate) fn interrupted(arguments: &[&str], after: Duration) -> Output {
    let child = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    await_handler(&child);
    std::thread::sleep(after);
    interrupt(&child);
    child.wait_with_output().expect("it ends")
}

/// Sends what Ctrl-C sends.
pub(crate) fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

/// Waits until the program catches interrupts: before that, the signal would end it as any other program. On a busy
/// machine it can take a second until a process gets there.
fn await_handler(child: &Child) {
    const INTERRUPT: u64 = 1 << 1;
    for _ in 0..3000 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let caught =
            status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a line of the kernel");
        if u64::from_str_radix(caught.trim(), 16).expect("a set of signals") & INTERRUPT != 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the program does not catch interrupts");
}

/// The program in a game with an engine that does not answer, and does not look at its input either.
struct Game {
    child: Child,
    /// Where the engine has written its number, and that of a process of its own.
    number: PathBuf,
    _folder: tempfile::TempDir,
}

impl Game {
    /// Starts the program, and waits for its engine. It is a player with the option that comes last.
    fn start(arguments: &[&str]) -> Game {
        let folder = tempfile::tempdir().expect("a folder");
        let (engine, number) = (folder.path().join("engine.sh"), folder.path().join("number"));
        let script = format!(
            "#!/bin/sh\ntrap '' HUP INT TERM PIPE\nsleep 1000 &\necho $$ $! > '{}'\nwhile :; do wait; done\n",
            number.display()
        );
        std::fs::write(&engine, script).expect("is written");
        let allowed = Command::new("chmod").arg("+x").arg(&engine).status();
        assert!(allowed.expect("chmod is there").success());
        let child = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
            .args(arguments)
            .arg(format!("gomocup:cmd={},time=1000s", engine.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let game = Game { child, number, _folder: folder };
        wait_for("the engine is not started", &|| game.written().is_some());
        game
    }

    fn written(&self) -> Option<String> {
        std::fs::read_to_string(&self.number).ok().filter(|text| text.ends_with('\n'))
    }

    /// Waits for the ends of all processes, and gives the program's.
    fn end(mut self) -> ExitStatus {
        let status = self.child.wait().expect("it ends");
        for process in self.written().expect("was written").split_whitespace() {
            // What is left of a process that nobody waits for has no command line.
            let runs =
                || std::fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|line| !line.is_empty());
            wait_for("the engine runs on", &|| !runs());
        }
        status
    }
}

fn wait_for(what: &str, is_so: &dyn Fn() -> bool) {
    for _ in 0..3000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what}");
}

const MATCH: [&str; 7] = ["match", "9x9:5", "--games", "2", "--player", "random", "--opponent"];

#[test]
fn an_interrupted_game_leaves_no_engine() {
    for arguments in [&["play", "9x9:5", "--plain", "--you", "none", "--opponent"][..], &MATCH] {
        let game = Game::start(arguments);
        let interrupted = Instant::now();
        interrupt(&game.child);
        assert_eq!(game.end().code(), Some(130), "{arguments:?}");
        // Within a second, and a busy machine may take longer; the engine has a thousand for its answer.
        assert!(interrupted.elapsed() < Duration::from_secs(60), "{:?}", interrupted.elapsed());
    }
}

#[test]
fn a_killed_match_leaves_no_engine() {
    let mut game = Game::start(&MATCH);
    game.child.kill().expect("it is killed");
    assert_eq!(game.end().code(), None);
}
