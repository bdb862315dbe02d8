//! Under construction.

pub mod stats;
