//! Proofs of game results that can be checked without trusting a solver.
//!
//! A certificate is a text that claims something about a position (`x wins within 7 plies`) and proves it, by a
//! strategy or by a pairing. [`verify()`] checks it with the rules of the game alone: it does not search, and shares
//! no code with the solver. [`Writer`] writes one.
//!
//! # The format, version 1
//!
//! ```text
//! connect-toe certificate 1
//! game 3x3:3
//! position _x_/_o_/___ x
//! claim x does not lose
//! strategy
//! ply 0 1
//! a1
//! ply 2 5
//! …
//! claim o does not lose
//! pairs
//! 2
//! a1 b2
//! …
//! end
//! ```
//!
//! One line says one thing; lines end with `\n`; nothing is optional, so that one content has one text.
//!
//! - `game` is canonical game text, `position` board text and the side to move.
//! - A `claim` is `SIDE wins within N plies`, `SIDE does not lose`, or `SIDE does not lose within N plies`: not in the
//!   first N plies from the position, whatever comes later. There is at least one claim, and each has one proof.
//! - A `strategy` says what the side that the claim is for moves wherever it is to move. Positions are taken ply by
//!   ply: first the position itself, then all that its moves, or all legal moves of the opponent, lead to, each
//!   position once, however it was reached; those in which the game is over, or in which the plies of the claim have
//!   been played, are left out. For each ply at which the side is to move there is a line `ply P N`, with the plies
//!   played and the number of positions, and then `N` lines with a move each. The order is that of discovery: by the
//!   position before, then by the move in canonical order. So a line needs no number and no board, and transpositions
//!   are written once.
//! - `pairs` proves that a side does not lose where any empty cell can be taken and a line wins. The next line has the
//!   number of pairs, each line after it the two cells of one, all of them empty and different. Every winning line without a stone of the side has both cells of a pair: when the
//!   opponent takes one, the side takes the other, so the opponent completes no line (A. W. Hales and R. I. Jewett,
//!   1963).

mod claim;
mod strategy;
mod verify;
mod writer;

pub use claim::{Claim, ParseClaimError, Proven, Statement};
pub use strategy::{Broken, Chooser, Flaw, follow};
pub use verify::{VerifyError, verify};
pub use writer::Writer;

/// The first line of every certificate.
const HEADER: &str = "connect-toe certificate 1";
/// The last line.
const END: &str = "end";
