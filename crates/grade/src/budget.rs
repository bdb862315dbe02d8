//! Exact values within a budget of nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_game::{Bits, Board, Cell, Rules};
use connect_toe_solve::{
    Book, Bounds, Control, Engine, Interrupted, Memory, Moves, Prover, Question, Scope, Score, Solver,
};

/// What became of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Solved {
    /// The scores of the legal moves in canonical order, for the side to move.
    Scores(Vec<Score>),
    /// The budget did not suffice.
    OverBudget,
    /// A stop was requested.
    Stopped,
}

/// Finds the exact score of every legal move of a position in which the game goes on, with about this number of nodes
/// at most.
///
/// Provers are fresh ones that work on one thread: whether the budget suffices depends on nothing but game, position
/// and budget. What the program's own book of the game has costs nothing. Most positions need little, so a small part of
/// the budget with small tables comes first.
pub(crate) fn solve_within<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    nodes: u64,
    control: &Control,
) -> Solved {
    match attempt(rules, board, nodes / 16, control) {
        Solved::OverBudget => attempt(rules, board, nodes, control),
        solved => solved,
    }
}

fn attempt<B: Bits>(rules: &Rules<B>, board: &Board<B>, nodes: u64, control: &Control) -> Solved {
    let mut solver = BudgetedSolver::new(rules, nodes);
    let bounds = solver.bounds(board, nodes, control);
    let moves = bounds.is_answer(false).then(|| solver.moves(board, bounds, Scope::AllMoves, control));
    let scores = moves
        .filter(|moves| !moves.interrupted)
        .and_then(|moves| moves.all.iter().map(|found| found.bounds.exact()).collect());
    match scores {
        Some(scores) => Solved::Scores(scores),
        None if control.is_stopped() => Solved::Stopped,
        None => Solved::OverBudget,
    }
}

/// A solver on one thread that gives up on a position when it has used up its nodes. It looks first in the program's own
/// book of the game.
pub(crate) struct BudgetedSolver<B: Bits> {
    solver: Solver<B>,
    left: Arc<AtomicU64>,
}

impl<B: Bits> BudgetedSolver<B> {
    /// A solver with tables for a budget of this many nodes.
    pub(crate) fn new(rules: &Rules<B>, nodes: u64) -> BudgetedSolver<B> {
        let left = Arc::new(AtomicU64::new(0));
        let prover = Engine::prover(rules, memory(nodes));
        let budgeted = Budgeted { prover, left: Arc::clone(&left), counted: 0 };
        let solver = Solver::with_prover(rules.clone(), Box::new(budgeted), 1);
        BudgetedSolver { solver: solver.with_book(Book::shipped(rules)), left }
    }

    /// Bounds on the score of a position in which the game goes on. They meet if these nodes suffice; what is left of them
    /// is for its moves.
    pub(crate) fn bounds(&mut self, board: &Board<B>, nodes: u64, control: &Control) -> Bounds {
        self.left.store(nodes, Ordering::Relaxed);
        self.solver.bounds(board, false, control)
    }

    /// The moves of the position whose score was found last.
    pub(crate) fn moves(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        scope: Scope,
        control: &Control,
    ) -> Moves {
        self.solver.moves(board, known, Question { scope, ..Question::default() }, control)
    }

    /// Forgets what was learnt of other positions: what comes next takes as many nodes as if it came first.
    pub(crate) fn forget(&mut self) {
        self.solver.forget();
    }
}

/// Tables for a budget of this many nodes. The size depends on the budget alone, since it decides which positions the
/// budget suffices for.
fn memory(nodes: u64) -> Memory {
    const BYTES_A_NODE: u64 = 32;
    Memory(nodes.saturating_mul(BYTES_A_NODE).clamp(1 << 16, 1 << 26) as usize)
}

/// A prover that gives up when it and its forks have used up their nodes.
struct Budgeted<B: Bits> {
    prover: Box<dyn Prover<B>>,
    left: Arc<AtomicU64>,
    /// Nodes since the last call of [`nodes`](Prover::nodes).
    counted: u64,
}

impl<B: Bits> Prover<B> for Budgeted<B> {
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        let left = self.left.load(Ordering::Relaxed);
        let result = self.prover.prove(board, target, nodes.min(left), control);
        // One more for each question, so that questions that take no nodes use up the budget too.
        let searched = self.prover.nodes();
        self.left.store(left.saturating_sub(searched + 1), Ordering::Relaxed);
        self.counted += searched;
        result
    }

    fn fork(&self, thread: usize) -> Box<dyn Prover<B>> {
        Box::new(Budgeted { prover: self.prover.fork(thread), left: Arc::clone(&self.left), counted: 0 })
    }

    fn nodes(&mut self) -> u64 {
        std::mem::take(&mut self.counted)
    }

    fn forget(&mut self) {
        self.prover.forget();
    }

    fn glance(&mut self, board: &Board<B>) -> Bounds {
        self.prover.glance(board)
    }

    fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
        self.prover.ordered_moves(board)
    }

    fn opening_target(&self, bounds: Bounds) -> Option<Score> {
        self.prover.opening_target(bounds)
    }

    fn next_target(&self, bounds: Bounds) -> Score {
        self.prover.next_target(bounds)
    }
}
