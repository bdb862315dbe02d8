//! Finding the scores of a book.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use connect_toe_game::{Bits, for_width};
use connect_toe_work::{NoThread, Outbox, Stop, Workers};

use super::{Book, Key, UNKNOWN, positions};
use crate::control::Control;
use crate::engine::Engine;
use crate::prover::Memory;
use crate::score::{Score, of_outcome};
use crate::solver::Solver;

/// Positions that one thread takes at a time: neighbours have much in common.
const POSITIONS_AT_A_TIME: usize = 8;

impl<B: Bits> Book<B> {
    /// Finds the scores that are missing: those of the last ply by proofs, on `threads` threads that share tables of
    /// `memory`, those of the others from their moves.
    ///
    /// `each` gets the book after each score and ten times a second; it, or `stop`, ends the work. What was proven by then
    /// is in the book; what follows from it for earlier plies takes seconds in large books, and is left to the next call.
    ///
    /// # Errors
    /// The system starts no thread.
    pub fn fill(
        &mut self,
        memory: Memory,
        threads: usize,
        stop: &Stop,
        mut each: impl FnMut(&Book<B>) -> ControlFlow<()>,
    ) -> Result<(), NoThread> {
        for_width!(B => Book::<B>::fill_here, fn(&mut Book<B>, Memory, usize, &Stop, &mut dyn FnMut(&Book<B>) -> ControlFlow<()>) -> Result<(), NoThread>)(
            self, memory, threads, stop, &mut each,
        )
    }

    fn fill_here(
        &mut self,
        memory: Memory,
        threads: usize,
        stop: &Stop,
        each: &mut dyn FnMut(&Book<B>) -> ControlFlow<()>,
    ) -> Result<(), NoThread> {
        let last = self.levels.len() - 1;
        let keys = self.keys(last).to_vec();
        let is_missing = |&place: &usize| self.levels[last].scores[place] == UNKNOWN;
        let missing: Vec<usize> = (0..keys.len()).filter(is_missing).collect();
        let parts: Vec<&[usize]> = missing.chunks(POSITIONS_AT_A_TIME).collect();
        let next = AtomicUsize::new(0);
        let prover = Engine::prover(&self.rules, memory);
        let forks: Vec<Solver<B>> = (0..threads.clamp(1, parts.len().max(1)))
            .map(|_| Solver::with_prover(self.rules.clone(), prover.fork(0), 1))
            .collect();
        let rules = self.rules.clone();
        let prove = |mut solver: Solver<B>, scores: &Outbox<(usize, Score)>| {
            let control = Control::within(stop);
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                for &place in *part {
                    let board = positions::board(&rules, keys[place]);
                    let Some(score) = solver.bounds(&board, false, &control).exact() else { return };
                    if !scores.send((place, score)) {
                        return;
                    }
                }
            }
        };
        Workers::new("book", stop).run(forks, prove, |found| {
            if let Some((place, score)) = found {
                self.levels[last].keep(place, score.0 as i16);
            }
            each(self)
        })?;
        for ply in (0..last).rev() {
            for place in 0..self.keys(ply).len() {
                if stop.is_requested() {
                    return Ok(());
                }
                let key = self.keys(ply)[place];
                if let Some(score) = self.score_of_moves(key) {
                    self.levels[ply].keep(place, score.0 as i16);
                }
            }
        }
        Ok(())
    }

    /// The score of a position whose moves all have one.
    fn score_of_moves(&self, key: Key<B>) -> Option<Score> {
        let board = positions::board(&self.rules, key);
        let empty = self.rules.empty_cells(&board);
        let is_again = self.rules.moves_again(&board);
        let scores = self.rules.legal_moves(&board).into_iter().map(|cell| {
            let step = self.rules.advance(&board, cell);
            match step.outcome {
                Some(outcome) => Some(of_outcome(outcome, board.to_move(), empty - 1)),
                None => self.score_here(&step.board).map(|score| if is_again { score } else { -score }),
            }
        });
        scores.collect::<Option<Vec<Score>>>()?.into_iter().max()
    }
}
