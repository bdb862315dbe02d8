//! Programs of the system that tasks use. What is missing is installed where Debian's packages can be.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::process::{output, run};

/// Installs packages of Debian, as the administrator.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if !is_there("apt-get") {
        bail!("this system has no apt-get to install {} with", packages.join(" "));
    }
    let prefix: &[&str] = if is_administrator() { &[] } else { &["sudo", "-n"] };
    for arguments in [vec!["update"], [&["install", "-y", "--no-install-recommends"], packages].concat()] {
        let words: Vec<&str> = prefix.iter().copied().chain(["apt-get"]).chain(arguments).collect();
        run(Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
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
