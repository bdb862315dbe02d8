//! Ctrl-C, as a terminal sends it.

use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

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

#[test]
fn an_interrupted_game_leaves_no_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let (engine, number) = (folder.path().join("engine.sh"), folder.path().join("number"));
    // It never answers, and has a process of its own.
    let script = format!("#!/bin/sh\nsleep 1000 &\necho $$ $! > '{}'\nwait\n", number.display());
    std::fs::write(&engine, script).expect("is written");
    let allowed = Command::new("chmod").arg("+x").arg(&engine).status();
    assert!(allowed.expect("chmod is there").success());
    let opponent = format!("gomocup:cmd={},time=1000s", engine.display());
    let child = Command::new(assert_cmd::cargo::cargo_bin("connect-toe"))
        .args(["play", "9x9:5", "--plain", "--you", "none", "--opponent", &opponent])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let written = || std::fs::read_to_string(&number).ok().filter(|text| text.ends_with('\n'));
    let wait_for = |what: &str, is_so: &dyn Fn() -> bool| {
        for _ in 0..3000 {
            if is_so() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{what}");
    };
    wait_for("the engine is not started", &|| written().is_some());
    interrupt(&child);
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(130));
    for process in written().expect("was written").split_whitespace() {
        // What is left of a process that nobody waits for has no command line.
        let runs = || std::fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|line| !line.is_empty());
        wait_for("the engine runs on", &|| !runs());
    }
}
