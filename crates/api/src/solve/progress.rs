//! Progress of the solver, reported to the observer.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use connect_toe_game::Side;
use connect_toe_solve::{Bounds, Control, Phase, Progress as Solved, Score, Value};
use connect_toe_stats::numbers::counted;

use crate::work::{Finding, Progress, Work};

/// What is being solved, and what is found out about it.
pub(super) struct Solving {
    to_move: Side,
    empty: u32,
    weak: bool,
    phase: Mutex<Phase>,
}

impl Solving {
    pub(super) fn new(to_move: Side, empty: u32, weak: bool) -> Arc<Solving> {
        Arc::new(Solving { to_move, empty, weak, phase: Mutex::new(Phase::Value) })
    }

    /// A control of the solver that reports to the observer.
    pub(super) fn control(self: &Arc<Self>, work: &Work) -> Control {
        let (solving, observed) = (Arc::clone(self), work.clone());
        Control::within(work.stop()).watched(move |solved| {
            solving.tell(solved, &observed);
            ControlFlow::Continue(())
        })
    }

    /// From now on the solver is in this phase.
    pub(super) fn enter(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, Solved { nodes, bounds }: Solved, work: &Work) {
        let detail = || self.known(bounds);
        let (lower, upper) = (bounds.lower.value(self.empty), bounds.upper.value(self.empty));
        work.found(&Finding::Bounds { lower, upper });
        work.progress(&Progress { done: nodes, total: None, unit: "nodes", detail: &detail });
    }

    /// What is known of the value, and what the solver is looking for.
    fn known(&self, bounds: Bounds) -> String {
        // Bounds of one sign: the end nearer to a draw.
        let score = if bounds.lower.0 > 0 { bounds.lower } else { bounds.upper };
        let value = |score: Score| value_text(score.value(self.empty));
        let found = || {
            let found = score.value(self.empty);
            if self.weak { found.result().to_string() } else { value_text(found) }
        };
        let known = match self.phase() {
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
                let control = Control::new();
                if stopped {
                    control.stop();
                }
                let board = record.board();
                let mut solver = Solver::new(record.rules().clone(), Memory(1 << 16), 1);
                solver.bounds(board, weak, &control);
                let (to_move, empty) = (board.to_move(), record.rules().empty(board).count());
                let solving = Solving::new(to_move, empty, weak);
                solving.enter(phase);
                solving.known(control.bounds())
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
