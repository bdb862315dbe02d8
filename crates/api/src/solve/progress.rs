//! Progress of the solver, reported to the observer.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use connect_toe_game::Side;
use connect_toe_solve::{Bounds, Control, ExactResult, Phase, Progress as Solved, Score, Value};
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
        let value = |score: Score| score.value(self.empty);
        let found = || {
            let found = score.value(self.empty);
            if self.weak { found.result().to_string() } else { value_text(found) }
        };
        let known = match self.phase() {
            Phase::Value => {
                return format!("{} {}", self.to_move, between(value(bounds.lower), value(bounds.upper)));
            }
            Phase::Moves => format!("{}, now its moves", found()),
            Phase::Line => format!("{}, now best play", found()),
            Phase::Certificate => format!("{}, now its certificate", found()),
        };
        format!("{}: {known}", self.to_move)
    }
}

/// What is possible between two values: `at least draws, at best wins in 7 plies`.
fn between(lower: Value, upper: Value) -> String {
    let does = |value: Value| {
        let verb = match value.result() {
            ExactResult::Win => "wins",
            ExactResult::Draw => "draws",
            ExactResult::Loss => "loses",
        };
        let plies = value.distance().map(|plies| format!(" in {}", counted(plies.into(), "ply")));
        format!("{verb}{}", plies.unwrap_or_default())
    };
    match (lower.result(), upper.result()) {
        _ if lower == upper => does(lower),
        (ExactResult::Loss, _) => format!("at worst {}, at best {}", does(lower), does(upper)),
        _ => format!("at least {}, at best {}", does(lower), does(upper)),
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
            assert_eq!(told(weak, Phase::Value, true), "x at least draws, at best wins in 5 plies");
        }
        assert_eq!(between(Value::Loss(8), Value::Draw), "at worst loses in 8 plies, at best draws");
        assert_eq!(
            between(Value::Win(9), Value::Win(7)),
            "at least wins in 9 plies, at best wins in 7 plies"
        );
        assert_eq!(between(Value::Draw, Value::Draw), "draws");
    }
}
