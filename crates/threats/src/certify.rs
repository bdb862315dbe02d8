//! Certificates of wins by threats, which can be checked without a search.

use std::collections::HashMap;
use std::io::{self, Write};

use connect_toe_certificate::{Broken, Chooser, Claim, Statement, Stop, Writer, follow};
use connect_toe_game::{Bits, Board, Cell, Rules};
use thiserror::Error;

use crate::search::Chain;

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
    /// The chain does not win here: it is another position's, or its finding was wrong.
    #[error("the chain does not prove `{claim}` ({broken:?})")]
    Unsound {
        /// What was to be proven.
        claim: Claim,
        /// What went wrong.
        broken: Broken,
    },
}

impl Chain {
    /// Writes a certificate that the side to move wins in at most [`plies`](Chain::plies) plies in the position in which the
    /// chain was found: a strategy for all replies, in at most `most_moves` moves. Returns how many it has.
    ///
    /// # Errors
    /// The proof is too large, or `out` failed; the chain is another position's. What was written by then is not a
    /// certificate.
    pub fn certify<B: Bits>(
        &self,
        rules: &Rules<B>,
        board: &Board<B>,
        most_moves: u64,
        out: impl Write,
    ) -> Result<u64, CertifyError> {
        let claim = Claim { side: board.to_move(), statement: Statement::WinsWithin(self.plies()) };
        let mut planned = HashMap::new();
        let mut here = *board;
        for (plies, &cell) in self.moves.iter().enumerate() {
            if plies % 2 == 0 {
                planned.insert(here, cell);
            }
            here = rules.play(&here, cell);
        }
        let mut writer = Writer::new(rules, board, out)?;
        writer.strategy(claim)?;
        let mut strategy = Strategy { rules, planned, writer: &mut writer, moves: 0, most_moves };
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

/// Completes a line if it can, else goes on with the chain.
struct Strategy<'a, 'b, B: Bits, W> {
    rules: &'a Rules<B>,
    planned: HashMap<Board<B>, Cell>,
    writer: &'a mut Writer<'b, B, W>,
    moves: u64,
    most_moves: u64,
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

    fn choose(&mut self, board: &Board<B>) -> Result<Cell, CertifyError> {
        let legal = self.rules.legal(board);
        let completing = self.rules.completing(board, legal).lowest().map(Cell::from_bit);
        // In a position that no chain leads to, any move shows the error.
        let otherwise = || legal.lowest().map(Cell::from_bit);
        let cell = completing.or_else(|| self.planned.get(board).copied()).or_else(otherwise);
        let cell = cell.unwrap_or(Cell::from_bit(0));
        self.moves += 1;
        self.writer.step(cell)?;
        Ok(cell)
    }
}
