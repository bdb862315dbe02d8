//! The oracle against data that it had no part in, and against its own definitions.

mod blocked;
mod class_cases;
mod connect_four;
mod consistency;
mod maker;
mod methods;
mod renju;
mod tic_tac_toe;
mod turns;
mod wider_lines;

/// Tests pass errors on instead of unwrapping.
type TestResult = Result<(), Box<dyn std::error::Error>>;
