//! Fuzz targets: functions that take any bytes, and panic only if the program has a bug.
//!
//! A target is a file under `targets/` and a row of [`Target::ALL`]. The small driver of this crate
//! ([`hunt`]) runs them on any stable toolchain; the files under `fuzz_targets/` hand the same functions
//! to libFuzzer.

mod driver;
pub mod games;
pub mod input;
pub mod targets;

pub use driver::{Finding, Hunt, hunt, quietly};
pub use targets::Target;
