//! Debian's packages, which tests use.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{output, run};

/// Installs packages, as the administrator.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if in_path("apt-get").is_none() {
        bail!("this system has no apt-get to install {} with", packages.join(" "));
    }
    refresh()?;
    administer(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}

/// Reads again which packages there are, as the administrator.
pub(crate) fn refresh() -> Result<()> {
    administer(&["update"])
}

fn administer(arguments: &[&str]) -> Result<()> {
    let prefix: &[&str] = if is_administrator() { &[] } else { &["sudo", "-n"] };
    let words = [prefix, &["apt-get"], arguments].concat();
    run(Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_administrator() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}

/// Where a program is, if it is there.
pub(crate) fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| Path::is_file(path))
}
