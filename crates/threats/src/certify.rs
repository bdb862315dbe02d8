//! Certificates of wins by threats, which can be checked without a search.

use std::collections::HashMap;
use std::io::{self, Write};

use connect_toe_certificate::{Broken, Choice, Chooser, Claim, Statement, Stop, Writer, follow};
use connect_toe_game::width::ByWidth;
use connect_toe_game::{Bits, Board, Cell, Rules, by_width};
use thiserror::Error;

use crate::effort::unwatched;
use crate::search::{Found, Order, Threats, Win};

/// Why a certificate cannot be written.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// The proof is longer than allowed.
    #[error("the proof is too large to store: it has more than {0} moves")]
    TooLarge(u64),
    /// A ply has more positions than fit into memory.
    #[error("the proof is too large to store: it has more positions than fit into memory")]
    TooWide,
    /// The certificate could not be written.
    #[error("cannot write the certificate: {0}")]
    Write(#[from] io::Error),
    /// The win is another position's, or its finding was wrong.
    #[error("the threats do not prove `{claim}` ({broken:?})")]
    Unsound {
        /// What was to be proven.
        claim: Claim,
        /// What went wrong.
        broken: Broken,
    },
}

/// Nodes of a search for the answer to a reply, in wins of order 2.
const NODES: u64 = 1_000_000;

type Certify<B> =
    fn(&mut Threats<B>, &Rules<B>, &Board<B>, &Win, u64, &mut dyn Write) -> Result<u64, CertifyError>;

/// Writes the certificates of every width, compiled in this crate.
static CERTIFY: ByWidth = by_width!(B => Threats::<B>::certify_here as Certify<B>);

impl<B: Bits> Threats<B> {
    /// Writes a certificate of a win in the position in which it was found: a strategy for all replies, in at most
    /// `most_moves` moves. It proves that the side to move wins within the win's plies, or, if it takes threats of
    /// order 2, sooner or later. Returns how many moves it has.
    ///
    /// Each reply to a threat of order 1 takes one move of the certificate. Each reply to one of order 2 takes a chain,
    /// so one such threat on a board with `n` empty cells takes some `n²/2` moves, and two in turn `n²/2` times as
    /// many.
    ///
    /// # Errors
    /// The proof is too large, or `out` failed; the win is another position's. What was written by then is not a
    /// certificate.
    pub fn certify(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        win: &Win,
        most_moves: u64,
        mut out: impl Write,
    ) -> Result<u64, CertifyError> {
        CERTIFY.get::<Certify<B>>()(self, rules, board, win, most_moves, &mut out)
    }

    fn certify_here(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        win: &Win,
        most_moves: u64,
        out: &mut dyn Write,
    ) -> Result<u64, CertifyError> {
        let plies = match win.order {
            Order::One => win.plies,
            Order::Two => rules.empty(board).count(),
        };
        let claim = Claim { side: board.to_move(), statement: Statement::WinsWithin(plies) };
        let mut writer = Writer::new(rules, board, out)?;
        writer.strategy(claim)?;
        let mut strategy = Strategy {
            rules,
            threats: (win.order == Order::Two).then_some(self),
            planned: HashMap::new(),
            writer: &mut writer,
            moves: 0,
            most_moves,
        };
        strategy.plan(board, win);
        let followed = follow(rules, board, claim, &mut strategy);
        let moves = strategy.moves;
        followed.map_err(|stop| match stop {
            Stop::Flaw(flaw) => CertifyError::Unsound { claim, broken: flaw.broken },
            Stop::TooMany => CertifyError::TooWide,
            Stop::Chooser(error) => error,
        })?;
        writer.finish()?;
        Ok(moves)
    }
}

/// Completes a line if it can, else goes on as planned; looks for threats where nothing is planned.
struct Strategy<'a, 'b, B: Bits, W> {
    rules: &'a Rules<B>,
    threats: Option<&'a mut Threats<B>>,
    planned: HashMap<Board<B>, Cell>,
    writer: &'a mut Writer<'b, B, W>,
    moves: u64,
    most_moves: u64,
}

impl<B: Bits, W> Strategy<'_, '_, B, W> {
    /// Plans the moves of a win on the line that was found.
    fn plan(&mut self, board: &Board<B>, win: &Win) {
        let mut here = *board;
        for (plies, &cell) in win.line.iter().enumerate() {
            if plies % 2 == 0 {
                self.planned.insert(here, cell);
            }
            here = self.rules.play(&here, cell);
        }
    }

    /// The move in a position for which nothing is planned.
    fn look(&mut self, board: &Board<B>) -> Option<Cell> {
        let threats = self.threats.as_mut()?;
        let Found::Win(win) = threats.find(self.rules, board, Order::Two, NODES, &mut unwatched).found else {
            return None;
        };
        self.plan(board, &win);
        win.line.first().copied()
    }
}

impl<B: Bits, W: Write> Chooser<B> for Strategy<'_, '_, B, W> {
    type Error = CertifyError;

    fn ply(&mut self, plies: u32, positions: usize) -> Result<(), CertifyError> {
        self.before_replies(positions)?;
        Ok(self.writer.ply(plies, positions)?)
    }

    fn before_replies(&mut self, known: usize) -> Result<(), CertifyError> {
        let is_too_large = self.moves + known as u64 > self.most_moves;
        if is_too_large { Err(CertifyError::TooLarge(self.most_moves)) } else { Ok(()) }
    }

    fn choose(&mut self, board: &Board<B>) -> Result<Choice, CertifyError> {
        let legal = self.rules.legal(board);
        let completing = self.rules.completing(board, legal).lowest().map(Cell::from_bit);
        let planned = completing.or_else(|| self.planned.remove(board));
        let cell = planned.or_else(|| self.look(board));
        // In a position that no win leads to, any move shows the error.
        let cell = cell.or_else(|| legal.lowest().map(Cell::from_bit)).unwrap_or(Cell::from_bit(0));
        self.moves += 1;
        self.writer.step(cell)?;
        Ok(Choice::Move(cell))
    }
}
