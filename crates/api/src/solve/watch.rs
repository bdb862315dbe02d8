//! Progress of a solver, from a thread that looks at it now and then.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use connect_toe_game::Side;
use connect_toe_solve::{Bounds, Control, Phase, Score, Value};
use connect_toe_stats::numbers::counted;

use crate::work::{Finding, Progress, Work};

const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// What is being solved.
struct Current {
    control: Arc<Control>,
    to_move: Side,
    empty: u32,
    weak: bool,
    phase: Phase,
}

/// A thread that tells the observer of the present solve. It ends with this value.
pub(super) struct Watch {
    current: Arc<Mutex<Option<Current>>>,
    _end: Sender<()>,
}

impl Watch {
    pub(super) fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: &'scope Work) -> Watch {
        let current: Arc<Mutex<Option<Current>>> = Arc::default();
        let (end, ended) = mpsc::channel::<()>();
        let theirs = Arc::clone(&current);
        let thread = std::thread::Builder::new().name("watch".to_owned());
        // Without the thread there is no progress to see, which is no reason not to solve.
        let _ = thread.spawn_scoped(scope, move || {
            while ended.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
                if let Some(current) = theirs.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
                    let (done, detail) = (current.control.nodes(), || current.known());
                    if current.phase == Phase::Value {
                        let (Bounds { lower, upper }, empty) = (current.control.bounds(), current.empty);
                        let (lower, upper) = (lower.value(empty), upper.value(empty));
                        work.found(&Finding::Bounds { lower, upper });
                    }
                    work.progress(&Progress { done, total: None, unit: "nodes", detail: &detail });
                }
            }
        });
        Watch { current, _end: end }
    }

    /// From now on this is being solved.
    pub(super) fn begin(&self, control: &Arc<Control>, to_move: Side, empty: u32, weak: bool) {
        let now = Current { control: Arc::clone(control), to_move, empty, weak, phase: Phase::Value };
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// From now on the present solve is in this phase.
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

impl Current {
    /// What is known of the value, and what the solver is looking for.
    fn known(&self) -> String {
        let bounds = self.control.bounds();
        // Bounds of one sign: the end nearer to a draw.
        let score = if bounds.lower.0 > 0 { bounds.lower } else { bounds.upper };
        let value = |score: Score| value_text(score.value(self.empty));
        let found = || {
            let found = score.value(self.empty);
            if self.weak { found.result().to_string() } else { value_text(found) }
        };
        let known = match self.phase {
            Phase::Value => format!("{} to {}", value(bounds.lower), value(bounds.upper)),
            Phase::Moves => format!("{}, now its moves", found()),
            Phase::Line => format!("{}, now best play", found()),
            Phase::Certificate => format!("{}, now its certificate", found()),
        };
        format!("{}: {known}", self.to_move)
    }
}

fn value_text(value: Value) -> String {
    match value.distance() {
        Some(plies) => format!("{} in {}", value.result(), counted(plies.into(), "ply")),
        None => value.result().to_string(),
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
                Current { control, to_move, empty, weak, phase }.known()
            })
        };
        for (phase, weak, expected) in [
            (Phase::Moves, false, "x: win in 5 plies, now its moves"),
            (Phase::Moves, true, "x: win, now its moves"),
            (Phase::Line, false, "x: win in 5 plies, now best play"),
            (Phase::Certificate, false, "x: win in 5 plies, now its certificate"),
            (Phase::Certificate, true, "x: win, now its certificate"),
        ] {
            assert_eq!(told(weak, phase, false), expected);
        }
        for weak in [false, true] {
            assert_eq!(told(weak, Phase::Value, true), "x: draw to win in 5 plies");
        }
    }
}
