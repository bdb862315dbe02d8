//! `play` in full screen, in a terminal that `script` makes.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Shows and hides the cursor of a terminal.
const SHOW: &str = "\x1b[?25h";
const HIDE: &str = "\x1b[?25l";

/// Starts a game in a terminal of 80 columns and 24 rows, and waits until it has drawn something.
fn start(options: &str) -> Child {
    let program = assert_cmd::cargo::cargo_bin("connect-toe");
    let command = format!("stty cols 80 rows 24; exec {} play {options}", program.display());
    Command::new("script")
        .args(["-qefc", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script is a part of every Linux")
}

/// The process of the game itself.
fn game(script: &Child) -> String {
    let children = format!("/proc/{0}/task/{0}/children", script.id());
    for _ in 0..1000 {
        let child = std::fs::read_to_string(&children).expect("it runs");
        let name = std::fs::read_to_string(format!("/proc/{}/comm", child.trim()));
        if name.is_ok_and(|name| name.trim() == "connect-toe") {
            return child.trim().to_owned();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the game does not start");
}

/// All that is written until it ends; `act` is called once the cursor is hidden.
fn screen_until_the_end(mut script: Child, act: impl FnOnce(&mut Child)) -> String {
    let mut out = script.stdout.take().expect("a pipe");
    let mut act = Some(act);
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while let Ok(count @ 1..) = out.read(&mut buffer) {
        text += &String::from_utf8_lossy(&buffer[..count]);
        if text.contains(HIDE) {
            act.take().into_iter().for_each(|act| act(&mut script));
        }
    }
    script.wait().expect("it ends");
    text
}

fn type_keys(script: &mut Child, keys: &str) {
    let terminal = script.stdin.as_mut().expect("a pipe");
    terminal.write_all(keys.as_bytes()).and_then(|()| terminal.flush()).expect("the terminal is there");
}

#[test]
fn every_way_out_shows_the_cursor_again() {
    for signal in ["TERM", "INT", "HUP"] {
        let text = screen_until_the_end(start("tic-tac-toe"), |script| {
            let sent = Command::new("kill").args([&format!("-{signal}"), &game(script)]).status();
            assert!(sent.expect("kill is there").success());
        });
        assert!(text.rfind(SHOW) > text.rfind(HIDE), "after {signal}: {text:?}");
        assert!(text.contains("\x1b[?1049l"), "after {signal} the former screen comes back: {text:?}");
    }
    let text = screen_until_the_end(start("tic-tac-toe"), |script| type_keys(script, "q"));
    assert!(text.rfind(SHOW) > text.rfind(HIDE), "{text:?}");
}

#[test]
fn a_game_with_keys_and_mouse_is_told_and_kept_when_the_screen_closes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let options = format!("connect-four --you both --save {}", file.display());
    let text = screen_until_the_end(start(&options), |script| {
        // The column d by its letter, by a click into it (row 11, column 13 of the window), and small q twice.
        type_keys(script, "d\r\x1b[<0;13;11M\x1b[<0;13;11mqq");
    });
    let (_, after) = text.rsplit_once("\x1b[?1049l").expect("the former screen comes back");
    assert!(after.contains("Moves: d1 d2"), "{text:?}");
    assert!(after.contains("The game is not over.") && after.contains("play --load"), "{text:?}");
    let saved = std::fs::read_to_string(file).expect("the game");
    assert!(saved.contains("\"moves\": \"d1 d2\""), "{saved}");
}
