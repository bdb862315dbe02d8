//! The oracle against data that it had no part in, and against its own definitions.

mod class_cases;
mod connect_four;
mod consistency;
mod methods;
mod tic_tac_toe;

/// Tests pass errors on instead of unwrapping.
type TestResult = Result<(), Box<dyn std::error::Error>>;
