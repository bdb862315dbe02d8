//! `signature`: the node counts of `connect-toe bench`.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{cargo, output};

/// Prints the nodes of each workload, without times, and their sum, the signature.
pub(crate) fn run() -> Result<()> {
    let answer = output(&mut cargo(&["run", "--quiet", "--release", "--", "bench", "--format", "json"]))?;
    let bench: Value = serde_json::from_str(&answer).context("bench did not print JSON")?;
    for workload in bench["workloads"].as_array().context("bench lists no workloads")? {
        let (nodes, unit) = (&workload["nodes"], workload["unit"].as_str().unwrap_or_default());
        println!("{nodes:>12} {unit:<6}  {}", workload["name"].as_str().unwrap_or_default());
    }
    println!("signature {}", bench["signature"]);
    Ok(())
}
