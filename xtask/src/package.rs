//! `package`: whether every published package can be packed for the registry.

use anyhow::Result;
use clap::Args;

use crate::process::{cargo, root, run as run_program};
use crate::tidy::repository::Repository;

/// Options of `package`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Build every package from what was packed, which takes minutes
    #[arg(long)]
    pub(crate) verify: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let repository = Repository::open(&root())?;
    let mut command = cargo(&["package", "--workspace", "--quiet", "--allow-dirty"]);
    for package in repository.packages.iter().filter(|package| !package.is_published()) {
        command.args(["--exclude", &package.name]);
    }
    if !options.verify {
        command.arg("--no-verify");
    }
    run_program(&mut command)?;
    println!("package: {} packages can be packed", repository.published().count());
    Ok(())
}
