//! `fuzz`: the targets of `fuzz/` with the driver that runs on every toolchain.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::process::{self, cargo};

/// Options of `fuzz`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Targets to run [default: all]
    pub(crate) targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 3)]
    pub(crate) seconds: u64,
    /// Seed of the mutations [default: always the same]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

/// Builds the driver and runs it.
pub(crate) fn run(options: &Options) -> Result<()> {
    process::run(&mut cargo(&["build", "--package", "connect-toe-fuzz", "--bin", "fuzz"]))?;
    run_built(options)
}

/// Runs the driver that was built before.
pub(crate) fn run_built(options: &Options) -> Result<()> {
    let mut command = Command::new(process::built("debug", "fuzz")?);
    command.args(["--seconds", &options.seconds.to_string()]).current_dir(process::root());
    if let Some(seed) = options.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    process::run(command.args(&options.targets))
}
