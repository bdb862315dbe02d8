#![doc = include_str!("../README.md")]

mod claim;
mod leaf;
mod strategy;
mod verify;
mod writer;

use connect_toe_game::{Bits, Board, Rules};

pub use claim::{Claim, ParseClaimError, Proven, Statement};
pub use leaf::Leaf;
pub use strategy::{Broken, Choice, Chooser, Flaw, Stop, follow};
pub use verify::{VerifyError, verify};
pub use writer::Writer;

/// How a certificate of any version of the format begins.
pub const BEGINNING: &str = "connect-toe certificate ";
/// The first line of every certificate.
const HEADER: &str = "connect-toe certificate 1";
/// The last line.
const END: &str = "end";

/// A position as certificates write it: board text and the side to move.
fn position_text<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> String {
    format!("{} {}", rules.board_text(board), board.to_move())
}
