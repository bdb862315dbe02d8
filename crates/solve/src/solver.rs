//! From questions to answers: values, best moves, lines.

use connect_toe_game::{Bits, Board, Cell, Rules};

use crate::control::Control;
use crate::engine::{Engine, Memory};
use crate::prover::Prover;
use crate::score::{Bounds, Value};

/// What to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Who wins, without the distance.
    pub weak: bool,
    /// The value of every legal move, not of the best ones alone.
    pub all_moves: bool,
}

/// The value of one legal move, for the side to move before it, distances counted from before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub cell: Cell,
    /// Its value.
    pub value: Value,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The score lies between these; they meet unless the solver was interrupted or the question was weak.
    pub bounds: Bounds,
    /// The moves that keep the value, in canonical order.
    pub best: Vec<Cell>,
    /// Best play from here, as far as it is decided by the value.
    pub line: Vec<Cell>,
    /// Every legal move in canonical order, if the question was for all of them.
    pub moves: Vec<MoveAnswer>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Answers questions about positions of one game.
#[expect(missing_debug_implementations, reason = "provers have no text form")]
pub struct Solver<B: Bits> {
    rules: Rules<B>,
    prover: Box<dyn Prover<B>>,
    threads: usize,
}

impl<B: Bits> Solver<B> {
    /// A solver with so much memory for its tables that works on so many threads at once.
    pub fn new(rules: Rules<B>, memory: Memory, threads: usize) -> Solver<B> {
        let prover = Engine::prover(&rules, memory);
        Solver { rules, prover, threads }
    }

    /// Answers a question about a position.
    pub fn answer(&mut self, board: &Board<B>, question: Question, control: &Control) -> Answer {
        let _ = (&self.rules, &mut self.prover, self.threads, board, question, control);
        todo!()
    }
}
