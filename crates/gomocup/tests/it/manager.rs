//! A manager: writes lines to a brain, and reads its lines.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use connect_toe_gomocup::Brain;

/// Longer than any answer takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Manager {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    brain: Option<JoinHandle<std::io::Result<()>>>,
}

impl Manager {
    /// A manager of a brain that plays quickly.
    pub(crate) fn new() -> Manager {
        Manager::of(
            Brain::new("alpha-beta:depth=2,eval=runs,ties=first".parse().expect("a player"), 1)
                .expect("a search"),
        )
    }

    pub(crate) fn of(brain: Brain) -> Manager {
        let (read, input) = pipe().expect("a pipe");
        let (output, write) = pipe().expect("a pipe");
        let brain = thread::spawn(move || brain.run(read, write));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let sent = line.is_ok_and(|line| sender.send(line).is_ok());
                if !sent {
                    return;
                }
            }
        });
        Manager { input: Some(input), lines, brain: Some(brain) }
    }

    /// Writes text as it is.
    pub(crate) fn write(&mut self, text: impl AsRef<[u8]>) {
        self.input.as_mut().expect("is open").write_all(text.as_ref()).expect("the brain reads");
    }

    /// Writes lines.
    pub(crate) fn tell(&mut self, lines: &str) {
        for line in lines.lines() {
            self.write(format!("{}\r\n", line.trim()));
        }
    }

    /// The next line of the brain.
    pub(crate) fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the brain answers")
    }

    /// Writes lines, and gives the answer to the last one.
    pub(crate) fn ask(&mut self, lines: &str) -> String {
        self.tell(lines);
        self.hear()
    }

    /// The brain says nothing for a while.
    pub(crate) fn hear_nothing(&mut self) {
        assert_eq!(self.lines.recv_timeout(Duration::from_millis(100)), Err(RecvTimeoutError::Timeout));
    }

    /// Closes the brain's input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the brain's end.
    pub(crate) fn await_end(&mut self) {
        self.brain.take().expect("ends once").join().expect("it does not panic").expect("it can write");
    }
}

/// The columns and rows of moves.
pub(crate) fn moves(line: &str) -> Vec<(u16, u16)> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("`{line}` is not a move"));
        (x.parse().expect("a column"), y.parse().expect("a row"))
    };
    line.split(' ').map(point).collect()
}
