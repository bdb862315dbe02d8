//! `semver`: whether the libraries changed in a way that their version number does not allow.

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::process::{cargo, output, root, run as run_program};
use crate::tidy::repository::Repository;

/// Options of `semver`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The revision to compare with; without it the latest tag `v*`
    #[arg(long, value_name = "REVISION")]
    baseline: Option<String>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let latest = if options.baseline.is_none() { latest_tag()? } else { None };
    let Some(baseline) = options.baseline.clone().or(latest) else {
        println!("semver: nothing is released yet (no tag v*), so any change is allowed");
        return Ok(());
    };
    let mut installed = cargo(&["semver-checks", "--version"]);
    ensure!(
        installed.output().is_ok_and(|found| found.status.success()),
        "cargo install cargo-semver-checks --locked"
    );
    let repository = Repository::open(&root())?;
    for package in repository.published().filter(|package| repository.is_library(package)) {
        // One crate at a time: a re-export does not show whether what it names has changed.
        run_program(&mut cargo(&["semver-checks", "--package", &package.name, "--baseline-rev", &baseline]))?;
    }
    Ok(())
}

fn latest_tag() -> Result<Option<String>> {
    let mut git = std::process::Command::new("git");
    git.args(["tag", "--list", "v*", "--sort=-version:refname"]).current_dir(root());
    let tags = output(&mut git).context("the tags of the repository")?;
    Ok(tags.lines().next().map(str::to_owned))
}
