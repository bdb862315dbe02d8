//! What a solver asks, and of whom.

use connect_toe_game::{Bits, Board, Cell};

use crate::control::{Control, Interrupted};
use crate::score::{Bounds, Score};

/// Decides questions about positions of one game.
///
/// Required are [`prove`](Prover::prove), [`fork`](Prover::fork) and [`nodes`](Prover::nodes). Every bound that a
/// prover gives is true; how it finds them, and how much it remembers between questions, is its own affair.
pub trait Prover<B: Bits>: Send {
    /// Decides whether the value of a position in which the game goes on is at least `target`.
    ///
    /// The bounds that come back satisfy `bounds.decide(target).is_some()`. With a target of 1 or 0 nobody asks
    /// for distances: any win will do.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` said so, or if more than `nodes` nodes were searched.
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted>;

    /// A prover of the same game for another thread, which shares what this one remembers. Those with different
    /// numbers should look at moves in different orders.
    fn fork(&self, thread: usize) -> Box<dyn Prover<B>>;

    /// Nodes searched since the last call.
    fn nodes(&mut self) -> u64;

    /// Forgets what it learnt, for a fresh start with another position.
    fn forget(&mut self) {}

    /// What a glance tells of a position in which the game goes on.
    fn glance(&mut self, board: &Board<B>) -> Bounds;

    /// The legal moves, the most promising first; the same for the same position, whatever was searched before.
    fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell>;

    /// A target that is worth asking for before it is known who wins, because a short search will answer: one far
    /// from a draw, among `bounds.lower + 1 ..= bounds.upper`.
    fn opening_target(&self, _bounds: Bounds) -> Option<Score> {
        None
    }

    /// The next target to ask for, once it is known whether the side to move wins, draws or loses, and the exact
    /// score is wanted: one of `bounds.lower + 1 ..= bounds.upper`.
    fn next_target(&self, bounds: Bounds) -> Score {
        Score(bounds.lower.0 + (bounds.upper.0 - bounds.lower.0 + 1) / 2)
    }
}

/// The moves by what they promise, those that promise most first; equal ones stay in their order.
pub(crate) fn most_promising_first(mut moves: Vec<((i64, i64), Cell)>) -> Vec<Cell> {
    moves.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
    moves.into_iter().map(|(_, cell)| cell).collect()
}
