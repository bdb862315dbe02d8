#![doc = include_str!("../README.md")]

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
