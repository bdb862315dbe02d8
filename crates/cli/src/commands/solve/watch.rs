//! Progress of a long solve, on standard error.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use connect_toe_game::Side;
use connect_toe_solve::{Control, Score};
use indicatif::ProgressBar;

use super::{result_name, value_text};

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
    weak: bool,
    phase: Phase,
}

/// What a solve is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Value,
    Moves,
    Certificate,
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
    pub(super) fn start(&self, control: &Arc<Control>, to_move: Side, empty: u32, weak: bool) {
        let (start, phase) = (Instant::now(), Phase::Value);
        let now = Current { control: Arc::clone(control), start, to_move, empty, weak, phase };
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// From now on the present solve is at this.
    pub(super) fn enter(&self, phase: Phase) {
        if let Some(current) = self.current.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            current.phase = phase;
        }
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
        let known = format!("{}: {}", self.to_move, self.known());
        format!("{seconds:.0} s, {nodes} nodes, {:.0} nodes/s, {known}", nodes as f64 / seconds)
    }

    /// What is known of the value, and what is looked for.
    fn known(&self) -> String {
        let bounds = self.control.bounds();
        // Bounds of one sign: the end nearer to a draw.
        let score = if bounds.lower.0 > 0 { bounds.lower } else { bounds.upper };
        let value = |score: Score| value_text(score.value(self.empty));
        let found = || {
            if self.weak { result_name(score.value(self.empty)).to_owned() } else { value(score) }
        };
        match self.phase {
            Phase::Value => format!("{} to {}", value(bounds.lower), value(bounds.upper)),
            Phase::Moves => format!("{}, now its moves", found()),
            Phase::Certificate => format!("{}, now its certificate", found()),
        }
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{Bits, Game, with_game};
    use connect_toe_solve::{Memory, Solver};

    use super::*;

    #[test]
    fn progress_names_the_phase() {
        let game: Game = "4x4:3".parse().expect("game text");
        let told = |weak, phase, stopped| {
            with_game!(&game, record => {
                let control = Arc::new(Control::new());
                if stopped {
                    control.stop();
                }
                let board = record.board();
                let mut solver = Solver::new(record.rules().clone(), Memory(1 << 16), 1);
                solver.bounds(board, weak, &control);
                let (to_move, empty) = (board.to_move(), record.rules().empty(board).count());
                Current { control, start: Instant::now(), to_move, empty, weak, phase }.known()
            })
        };
        for (phase, weak, expected) in [
            (Phase::Moves, false, "win in 5 plies, now its moves"),
            (Phase::Moves, true, "win, now its moves"),
            (Phase::Certificate, false, "win in 5 plies, now its certificate"),
            (Phase::Certificate, true, "win, now its certificate"),
        ] {
            assert_eq!(told(weak, phase, false), expected);
        }
        for weak in [false, true] {
            assert_eq!(told(weak, Phase::Value, true), "draw to win in 5 plies");
        }
    }
}
