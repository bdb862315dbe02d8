//! `fuzz`: the targets of `fuzz/` with the driver that runs on every toolchain.

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

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut command = cargo(&["run", "--package", "connect-toe-fuzz", "--bin", "fuzz", "--"]);
    command.args(["--seconds", &options.seconds.to_string()]);
    if let Some(seed) = options.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    process::run(command.args(&options.targets))
}
