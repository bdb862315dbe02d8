#![doc = include_str!("../README.md")]

mod find;
mod reason;
mod text;

pub use find::{Known, Others, Reasons};
pub use reason::Reason;
