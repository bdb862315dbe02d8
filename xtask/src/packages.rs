//! Debian's packages, which tests use.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::process::{output, run};

/// Installs packages, as the administrator.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if !is_there("apt-get") {
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

/// Whether a program can be started.
pub(crate) fn is_there(name: &str) -> bool {
    let mut command = Command::new(name);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
