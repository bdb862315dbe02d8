//! Tests of experiments: reading files, playing pairs.

mod balanced;
mod own;
mod play;
mod read;
mod swap;

use connect_toe_experiment::{Plan, PlanError};

/// The plan of a text that names no other files.
fn read(text: &str) -> Result<Plan, PlanError> {
    Plan::read(text, &[], &|name| Err(format!("there is no {name}")))
}
