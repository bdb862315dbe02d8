//! `signature`: the node counts of `connect-toe bench`.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::{cargo, output};

/// The signature of this version. A change of it is a change of an evaluation, a search or a rule, and the commit says
/// why.
const SIGNATURE: u64 = 56_050_059;

/// Prints the nodes of each workload, without times, and their sum, the signature; an error if it is not that of this
/// version.
pub(crate) fn run() -> Result<()> {
    let answer = output(&mut cargo(&["run", "--quiet", "--release", "--", "bench", "--format", "json"]))?;
    let bench: Value = serde_json::from_str(&answer).context("bench did not print JSON")?;
    for workload in bench["workloads"].as_array().context("bench lists no workloads")? {
        let (nodes, unit) = (&workload["nodes"], workload["unit"].as_str().unwrap_or_default());
        println!("{nodes:>12} {unit:<6}  {}", workload["name"].as_str().unwrap_or_default());
    }
    let signature = &bench["signature"];
    println!("signature {signature}");
    ensure!(
        *signature == SIGNATURE,
        "the signature was {SIGNATURE}: if an evaluation, a search or a rule was to change, write the new one into \
         xtask/src/signature.rs and into the commit"
    );
    Ok(())
}
