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
