#![doc = include_str!("../README.md")]

mod certify;
mod chain;
mod effort;
mod failures;
mod ground;
mod order_one;
mod order_two;
mod search;
mod tallies;
mod turns;

pub use certify::CertifyError;
pub use chain::{Answers, ChainGame, Chains, Stones, Threat, UNLIMITED, Verdict};
pub use effort::{Watch, unwatched};
pub use search::{Defence, Finding, Found, Order, Threats, Win};
pub use tallies::Tallies;
