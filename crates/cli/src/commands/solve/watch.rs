//! Progress of a long solve, on standard error.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use connect_toe_game::Side;
use connect_toe_solve::Control;
use indicatif::ProgressBar;

use super::value_text;

/// Solves shorter than this are not worth a word.
const FIRST: Duration = Duration::from_secs(1);
/// Between two lines, where standard error is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// What is being solved.
struct Current {
    control: Arc<Control>,
    start: Instant,
    to_move: Side,
    empty: u32,
}

/// A thread that tells how the present solve is doing. It ends with this value.
pub(super) struct Watch {
    current: Arc<Mutex<Option<Current>>>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub(super) fn new() -> Watch {
        let current = Arc::new(Mutex::new(None));
        let (end, ended) = mpsc::channel::<()>();
        let theirs = Arc::clone(&current);
        // Without a thread nobody is told, which is no reason not to solve.
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
            let mut reporter = Reporter::new();
            while ended.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
                let current = theirs.lock().unwrap_or_else(PoisonError::into_inner);
                reporter.look(current.as_ref());
            }
            reporter.look(None);
        });
        Watch { current, end: Some(end), thread: thread.ok() }
    }

    /// From now on this is being solved.
    pub(super) fn start(&self, control: &Arc<Control>, to_move: Side, empty: u32) {
        let now = Current { control: Arc::clone(control), start: Instant::now(), to_move, empty };
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// Nothing is being solved now.
    pub(super) fn pause(&self) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            // It prints progress only; if it failed, so be it.
            let _ = thread.join();
        }
    }
}

/// A line that changes on a terminal, or a new line now and then elsewhere.
struct Reporter {
    terminal: bool,
    bar: Option<ProgressBar>,
    next_line: Duration,
}

impl Reporter {
    fn new() -> Reporter {
        Reporter { terminal: std::io::stderr().is_terminal(), bar: None, next_line: BETWEEN_LINES }
    }

    fn look(&mut self, current: Option<&Current>) {
        let Some(current) = current.filter(|current| current.start.elapsed() >= FIRST) else {
            if let Some(bar) = self.bar.take() {
                bar.finish_and_clear();
            }
            self.next_line = BETWEEN_LINES;
            return;
        };
        let elapsed = current.start.elapsed();
        if self.terminal {
            self.bar.get_or_insert_with(ProgressBar::new_spinner).set_message(current.text(elapsed));
            if let Some(bar) = &self.bar {
                bar.tick();
            }
        } else if elapsed >= self.next_line {
            self.next_line = elapsed + BETWEEN_LINES;
            print_line(&current.text(elapsed));
        }
    }
}

#[expect(clippy::print_stderr, reason = "progress is told on standard error")]
fn print_line(text: &str) {
    eprintln!("{text}");
}

impl Current {
    fn text(&self, elapsed: Duration) -> String {
        let nodes = self.control.nodes();
        let seconds = elapsed.as_secs_f64();
        let bounds = self.control.bounds();
        let value = |score| value_text(connect_toe_solve::Score::value(score, self.empty));
        let known = match bounds.exact() {
            Some(score) => format!("{}: {}, now its moves", self.to_move, value(score)),
            None => format!("{}: {} to {}", self.to_move, value(bounds.lower), value(bounds.upper)),
        };
        format!("{seconds:.0} s, {nodes} nodes, {:.0} nodes/s, {known}", nodes as f64 / seconds)
    }
}
