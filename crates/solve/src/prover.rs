//! The trait of provers, which answer one question: is a position's score at least this?

use connect_toe_game::{Bits, Board, Cell};

use crate::control::{Control, Interrupted};
use crate::score::{Bounds, Score};

/// Bytes that a prover may use for its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory(pub usize);

/// A table has a place for each node that is searched if it has this much for each.
const BYTES_A_NODE: u64 = 32;
/// Less is not worth the saving.
const LEAST_BYTES: usize = 1 << 16;

impl Memory {
    /// What a search of this many nodes can use, and not more than `most`. A larger table costs time to make and gains
    /// nothing.
    ///
    /// ```
    /// use connect_toe_solve::Memory;
    /// let most = Memory(64 << 20);
    /// assert_eq!(Memory::for_nodes(1_000_000, most), Memory(32_000_000));
    /// assert_eq!((Memory::for_nodes(1, most), Memory::for_nodes(u64::MAX, most)), (Memory(1 << 16), most));
    /// ```
    pub fn for_nodes(nodes: u64, most: Memory) -> Memory {
        let bytes = usize::try_from(nodes.saturating_mul(BYTES_A_NODE)).unwrap_or(usize::MAX);
        Memory(bytes.max(LEAST_BYTES).min(most.0))
    }
}

/// Decides questions about positions of one game.
///
/// Five methods are required: [`prove`](Prover::prove) does the work, [`glance`](Prover::glance) and
/// [`ordered_moves`](Prover::ordered_moves) help the [`Solver`](crate::Solver) to ask little,
/// [`fork`](Prover::fork) makes provers for other threads, and [`nodes`](Prover::nodes) counts. Every bound that a
/// prover gives is true; how it finds bounds, and what it remembers between questions, is up to the prover.
///
/// # Examples
/// A prover that tries everything:
///
/// ```
/// use connect_toe_game::{Bits, Board, Cell, GameSpec, Outcome, Rules};
/// use connect_toe_solve::{Bounds, Control, Interrupted, Prover, Question, Score, Solver, Value};
///
/// struct Exhaustive<B> {
///     rules: Rules<B>,
///     nodes: u64,
/// }
///
/// impl<B: Bits> Exhaustive<B> {
///     /// The exact score for the side to move.
///     fn score(&mut self, board: &Board<B>, control: &Control) -> Result<Score, Interrupted> {
///         if control.is_stopped() {
///             return Err(Interrupted);
///         }
///         self.nodes += 1;
///         control.count(1);
///         let mut best = None;
///         for cell in self.rules.legal_moves(board) {
///             let step = self.rules.advance(board, cell);
///             let score = match step.outcome {
///                 None => -self.score(&step.board, control)?,
///                 Some(Outcome::Draw) => Score::DRAW,
///                 Some(Outcome::Win(side)) => {
///                     let value = if side == board.to_move() { Value::Win(1) } else { Value::Loss(1) };
///                     value.score(self.rules.empty(board).count())
///                 }
///             };
///             best = best.max(Some(score));
///         }
///         Ok(best.expect("the game goes on, so there is a move"))
///     }
/// }
///
/// impl<B: Bits> Prover<B> for Exhaustive<B> {
///     fn prove(
///         &mut self,
///         board: &Board<B>,
///         _target: Score,
///         _nodes: u64,
///         control: &Control,
///     ) -> Result<Bounds, Interrupted> {
///         self.score(board, control).map(Bounds::exactly)
///     }
///
///     fn fork(&self, _thread: usize) -> Box<dyn Prover<B>> {
///         Box::new(Exhaustive { rules: self.rules.clone(), nodes: 0 })
///     }
///
///     fn nodes(&mut self) -> u64 {
///         std::mem::take(&mut self.nodes)
///     }
///
///     fn glance(&mut self, board: &Board<B>) -> Bounds {
///         Bounds::trivial(self.rules.empty(board).count())
///     }
///
///     fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
///         self.rules.legal_moves(board)
///     }
/// }
///
/// let rules = Rules::<u64>::compile(&"3x2:3:free:misere".parse::<GameSpec>()?)?;
/// let board = rules.start();
/// let prover = Box::new(Exhaustive { rules: rules.clone(), nodes: 0 });
/// let mut solver = Solver::with_prover(rules, prover, 1);
/// let answer = solver.solve(&board, Question::default(), &Control::new(), |_| {});
/// assert_eq!(answer.value(), Some(Value::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Prover<B: Bits>: Send {
    /// Decides whether the value of a position in which the game goes on is at least `target`.
    ///
    /// The bounds that come back satisfy `bounds.decide(target).is_some()`. With a target of 1 or 0 the distance does
    /// not matter: any win will do.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` stopped the prover, or if more than `nodes` nodes were searched.
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted>;

    /// A prover of the same game for another thread, which shares what this one remembers. Forks that are asked the
    /// same at the same time should divide the work, or at least look at moves in different orders.
    fn fork(&self, thread: usize) -> Box<dyn Prover<B>>;

    /// Nodes searched since the last call.
    fn nodes(&mut self) -> u64;

    /// Forgets what the prover has learnt, so that the next search takes as long as the first.
    fn forget(&mut self) {}

    /// Bounds that are known without a search, for a position in which the game goes on: [`Bounds::trivial`] or better.
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
        bounds.halfway()
    }
}

/// The moves by what they promise, those that promise most first; equal ones stay in their order.
pub(crate) fn most_promising_first(mut moves: Vec<((i64, i64), Cell)>) -> Vec<Cell> {
    moves.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
    moves.into_iter().map(|(_, cell)| cell).collect()
}
