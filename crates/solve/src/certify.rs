//! Certificates of a solver's answers, which can be checked without a solver.

use std::io::{self, Write};

use connect_toe_certificate::{Broken, Choice, Chooser, Claim, Leaf, Statement, Stop, Writer, follow};
use connect_toe_game::{Bits, Board, Cell, Rules, for_width};
use thiserror::Error;

use crate::control::{Control, Interrupted};
use crate::leaves::Leaves;
use crate::score::{Bounds, Score, Value};
use crate::solver::Solver;

/// Why a certificate cannot be written.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// The bounds are not an answer that could be proven.
    #[error("the position is not solved")]
    NotSolved,
    /// The proof is longer than allowed.
    #[error("the proof is too large to store: it has more than {0} moves")]
    TooLarge(u64),
    /// A ply has more positions than fit into memory.
    #[error("the proof is too large to store: it has more positions than fit into memory")]
    TooWide,
    /// The solver was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The certificate could not be written.
    #[error("cannot write the certificate: {0}")]
    Write(#[from] io::Error),
    /// A strategy failed, which is a bug.
    #[error("the strategy for `{claim}` fails after {moves} moves ({broken:?})")]
    Unsound {
        /// What was to be proven.
        claim: Claim,
        /// Moves written by then.
        moves: u64,
        /// What went wrong.
        broken: Broken,
    },
}

/// The claims that together state an answer: two for an exact answer.
fn claims<B: Bits>(rules: &Rules<B>, board: &Board<B>, known: Bounds, weak: bool) -> Option<Vec<Claim>> {
    if !known.is_answer(weak) {
        return None;
    }
    let empty = rules.empty(board).count();
    let score = if known.lower.0 > 0 { known.lower } else { known.upper };
    let (winner, distance) = match score.value(empty) {
        Value::Draw => {
            let statement = Statement::DoesNotLose;
            let side = board.to_move();
            return Some(vec![Claim { side, statement }, Claim { side: side.other(), statement }]);
        }
        Value::Win(distance) => (board.to_move(), distance),
        Value::Loss(distance) => (board.to_move().other(), distance),
    };
    if weak {
        // Sooner or later: the board has no more plies than empty cells.
        let plies = if rules.outcome(board).is_some() { 0 } else { empty };
        return Some(vec![Claim { side: winner, statement: Statement::WinsWithin(plies) }]);
    }
    let mut claims = vec![Claim { side: winner, statement: Statement::WinsWithin(distance) }];
    if let Some(sooner) = distance.checked_sub(1) {
        claims.push(Claim { side: winner.other(), statement: Statement::DoesNotLoseWithin(sooner) });
    }
    Some(claims)
}

impl<B: Bits> Solver<B> {
    /// Writes a certificate of the answer for a position, with at most `most_moves` moves. The bounds are those
    /// that [`bounds`](Solver::bounds) gave. Returns the number of moves and pairs written.
    ///
    /// # Errors
    /// The bounds are not an answer, the proof is too large, `control` stopped the solver, or `out` failed. What was
    /// written by then is not a certificate.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_solve::{CertifyError, Control, Memory, Solver};
    /// let rules = Rules::<u64>::compile(&"4x4:3".parse()?)?;
    /// let board = rules.start();
    /// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    /// let control = Control::new();
    /// let bounds = solver.bounds(&board, false, &control);
    /// let refused = solver.certify(&board, bounds, false, 3, &control, Vec::new());
    /// assert!(matches!(refused, Err(CertifyError::TooLarge(3))));
    /// let mut file = Vec::new();
    /// solver.certify(&board, bounds, false, 1000, &control, &mut file)?;
    /// let proven = connect_toe_certificate::verify(&file[..])?;
    /// assert_eq!(proven.conclusion().as_deref(), Some("x wins in 5 plies"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certify(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        weak: bool,
        most_moves: u64,
        control: &Control,
        mut out: impl Write,
    ) -> Result<u64, CertifyError> {
        for_width!(B => Solver::<B>::certify_here, fn(&mut Solver<B>, &Board<B>, Bounds, bool, u64, &Control, &mut dyn Write) -> Result<u64, CertifyError>)(
            self, board, known, weak, most_moves, control, &mut out,
        )
    }

    fn certify_here(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        weak: bool,
        most_moves: u64,
        control: &Control,
        out: &mut dyn Write,
    ) -> Result<u64, CertifyError> {
        let rules = self.rules().clone();
        let claims = claims(&rules, board, known, weak).ok_or(CertifyError::NotSolved)?;
        let mut writer = Writer::new(&rules, board, out)?;
        let mut moves = 0;
        let mut leaves = Leaves::new(&rules);
        for claim in claims {
            if let Some(leaf) = leaves.find(&rules, board, claim, 0) {
                writer.leaf(claim, &leaf)?;
                moves += leaf.steps();
                continue;
            }
            writer.strategy(claim)?;
            let target = target(claim, rules.empty(board).count());
            let (leaves, writer) = (&mut leaves, &mut writer);
            let mut asking = Asking {
                solver: self,
                rules: &rules,
                leaves,
                writer,
                claim,
                plies: 0,
                target,
                control,
                moves,
                most_moves,
            };
            let followed = follow(&rules, board, claim, &mut asking);
            moves = asking.moves;
            followed.map_err(|stop| match stop {
                Stop::Flaw(flaw) => CertifyError::Unsound { claim, moves, broken: flaw.broken },
                Stop::TooMany => CertifyError::TooWide,
                Stop::Chooser(error) => error,
            })?;
        }
        writer.finish()?;
        Ok(moves)
    }
}

/// The score that the claim's side must not fall below. It is the same at every ply, because a score counts the cells
/// that are empty at the end of the game.
fn target(claim: Claim, empty: u32) -> Score {
    match claim.statement {
        Statement::WinsWithin(plies) => Value::Win(plies).score(empty),
        Statement::DoesNotLose => Score::DRAW,
        Statement::DoesNotLoseWithin(plies) => Value::Loss(plies + 1).score(empty),
    }
}

/// A strategy whose moves the solver finds when they are asked for.
struct Asking<'a, 'b, B: Bits, W> {
    solver: &'a mut Solver<B>,
    rules: &'a Rules<B>,
    leaves: &'a mut Leaves,
    writer: &'a mut Writer<'b, B, W>,
    claim: Claim,
    /// Plies from the position of the claim to the positions that are looked at.
    plies: u32,
    target: Score,
    control: &'a Control,
    moves: u64,
    most_moves: u64,
}

impl<B: Bits, W: Write> Chooser<B> for Asking<'_, '_, B, W> {
    type Error = CertifyError;

    fn ply(&mut self, plies: u32, positions: usize) -> Result<(), CertifyError> {
        self.before_replies(positions)?;
        self.plies = plies;
        Ok(self.writer.ply(plies, positions)?)
    }

    fn before_replies(&mut self, known: usize) -> Result<(), CertifyError> {
        if self.moves + known as u64 > self.most_moves {
            return Err(CertifyError::TooLarge(self.most_moves));
        }
        if self.control.is_stopped() { Err(Interrupted.into()) } else { Ok(()) }
    }

    fn choose(&mut self, board: &Board<B>) -> Result<Choice, CertifyError> {
        let rules = self.rules;
        if let Some(leaf) = self.leaves.find(rules, board, self.claim, self.plies) {
            self.moves += leaf.steps();
            self.writer.step_leaf(&leaf)?;
            return Ok(Choice::Holds);
        }
        if let Some((cell, leaf)) = self.last_move(board) {
            self.moves += 1 + leaf.steps();
            self.writer.last_step(cell, &leaf)?;
            return Ok(Choice::Last(cell));
        }
        let cell = self.solver.keeping_move(board, self.target, self.control)?;
        // The target can be kept in every position that comes up. If not, any move shows the error.
        let cell = cell.or_else(|| rules.legal_moves(board).first().copied());
        let cell = cell.unwrap_or(Cell::from_bit(0));
        self.moves += 1;
        self.writer.step(cell)?;
        Ok(Choice::Move(cell))
    }
}

/// Moves after which the claim may hold at once.
const LAST_MOVES: usize = 6;

impl<B: Bits, W: Write> Asking<'_, '_, B, W> {
    /// A move after which the claim holds, and why.
    fn last_move(&mut self, board: &Board<B>) -> Option<(Cell, Leaf)> {
        let rules = self.rules;
        if !Leaves::may_hold(rules, board, self.claim, self.plies) || rules.moves_again(board) {
            return None;
        }
        let moves = self.solver.ordered_moves(board);
        moves.into_iter().take(LAST_MOVES).find_map(|cell| {
            let after = rules.play(board, cell);
            let leaf = self.leaves.find(rules, &after, self.claim, self.plies + 1)?;
            Some((cell, leaf))
        })
    }
}
