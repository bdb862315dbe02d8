//! What is known of each position: the solver's answer, or a search's opinion.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use connect_toe_game::{Bits, Board, Cell, Rules};
use connect_toe_players::SearchPlayer;
use connect_toe_solve::{Bounds, Control, ExactResult, Scope};
use connect_toe_work::{Outbox, Stop, Workers};

use super::columns::{Columns, Known};
use super::{LabelProgress, LabelRequest};
use crate::budget::BudgetedSolver;
use crate::error::GradeError;

/// Positions that are labelled one after the other by a solver that remembers those before: neighbours have much in common.
/// Each such part begins with empty tables, so what is solved within a budget of nodes does not depend on who
/// labels what.
const AT_A_TIME: usize = 512;

/// What a thread works with.
pub(super) struct Worker<B: Bits> {
    solver: BudgetedSolver<B>,
    search: SearchPlayer<B>,
}

impl<B: Bits> Worker<B> {
    pub(super) fn new(rules: &Rules<B>, request: &LabelRequest) -> Result<Worker<B>, GradeError> {
        let search = SearchPlayer::new(rules, &request.search.for_game(rules.spec()))?;
        Ok(Worker { solver: BudgetedSolver::new(rules, request.solver_nodes), search })
    }

    /// Makes sure that the search says what score to expect.
    pub(super) fn check(&mut self, rules: &Rules<B>, request: &LabelRequest) -> Result<(), GradeError> {
        if self.search.expects_scores(rules, &request.search.for_game(rules.spec())) {
            return Ok(());
        }
        Err(GradeError::NoScores { search: request.search.to_string(), game: rules.spec().to_string() })
    }
}

/// Labels positions; `None` if it was stopped.
pub(super) fn of<B: Bits>(
    rules: &Rules<B>,
    request: &LabelRequest,
    boards: &[Board<B>],
    workers: Vec<Worker<B>>,
    stop: &Stop,
    watch: &(dyn Fn(&LabelProgress) + Sync),
) -> Result<Option<Columns>, GradeError> {
    let parts: Vec<&[Board<B>]> = boards.chunks(AT_A_TIME).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = |mut worker: Worker<B>, outbox: &Outbox<(usize, Columns)>| {
        let control = Control::within(stop);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { break };
            worker.solver.forget();
            let mut columns = Columns::default();
            for board in *part {
                columns.add_position(rules, board, request.splits);
                if !worker.label(rules, board, request, &control, &mut columns) {
                    return;
                }
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                watch(&LabelProgress { is_finding: false, done, positions: boards.len() });
            }
            if !outbox.send((number, columns)) {
                break;
            }
        }
    };
    let mut found = BTreeMap::new();
    Workers::new("labels", stop).run(workers, work, |heard| {
        found.extend(heard);
        ControlFlow::Continue(())
    })?;
    if stop.is_requested() || found.len() < parts.len() {
        return Ok(None);
    }
    let mut columns = Columns::default();
    for part in found.into_values() {
        columns.append(part);
    }
    Ok(Some(columns))
}

impl<B: Bits> Worker<B> {
    /// Adds what is known of a position; false if it was stopped.
    fn label(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        request: &LabelRequest,
        control: &Control,
        columns: &mut Columns,
    ) -> bool {
        let bounds = self.solver.bounds(board, request.solver_nodes, control);
        let moves = bounds
            .exact()
            .map(|_| self.solver.moves(board, bounds, Scope::BestMoves, control))
            .filter(|moves| !moves.interrupted);
        if control.is_stopped() {
            return false;
        }
        let (value, score) = match bounds.result() {
            Some(ExactResult::Win) => (1, Some(1.0)),
            Some(ExactResult::Draw) => (0, Some(0.5)),
            Some(ExactResult::Loss) => (-1, Some(0.0)),
            None => (0, None),
        };
        let (known, best, score) = match (moves, score) {
            (Some(moves), _) => (Known::Exact, moves.best, score),
            (None, score) => {
                let Some((best, opinion)) = self.opinion(rules, board, control) else { return false };
                (if score.is_some() { Known::Result } else { Known::Searched }, best, score.or(opinion))
            }
        };
        let distance = if known == Known::Exact { distance(bounds, rules.empty_cells(board)) } else { None };
        columns.value.push(value);
        columns.distance.push(distance.map_or(-1, |plies| plies as i16));
        columns.best.extend(rules.geometry().cells().iter().map(|cell| u8::from(best.contains(cell))));
        columns.score.push(score.map_or(f32::NAN, |score| score as f32));
        columns.known.push(known as u8);
        true
    }

    /// The search's best moves, and the score that it expects for the side to move.
    fn opinion(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        control: &Control,
    ) -> Option<(Vec<Cell>, Option<f64>)> {
        let report = self.search.analyze(rules, board, &mut |_| {
            if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (!control.is_stopped()).then(|| (report.best.clone(), report.worth().score()))
    }
}

fn distance(bounds: Bounds, empty: u32) -> Option<u32> {
    bounds.exact()?.value(empty).distance()
}
