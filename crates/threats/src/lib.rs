#![doc = include_str!("../README.md")]

mod certify;
mod chain;
mod effort;
mod incidence;
mod search;
mod set;
mod table;
mod tallies;
mod wide;

pub use certify::CertifyError;
pub use effort::{Watch, unwatched};
pub use incidence::Incidence;
pub use search::{Defence, Finding, Found, Order, Threats, Win};
pub use set::Set;
pub use tallies::Tallies;
