#![doc = include_str!("../README.md")]

mod explore;
mod family;
mod findings;
mod known;
mod plan;
mod table;

pub use explore::{Explored, explore};
pub use family::{Family, Placement};
pub use findings::{Example, Finding, findings};
pub use known::{Known, KnownError};
pub use plan::{AtlasPlan, AtlasPlanError, PlannedGame};
pub use table::{Atlas, AtlasError, Found};
