#![doc = include_str!("../README.md")]

mod certify;
mod chain;
mod effort;
mod incidence;
mod search;
mod set;
mod table;
mod tallies;

pub use certify::CertifyError;
pub use effort::{Watch, unwatched};
pub use incidence::Incidence;
pub use search::{Chain, Finding, Found, Threats};
pub use set::Set;
pub use tallies::Tallies;
