//! The programs that the page is built and tested with. What is missing is installed where Debian's packages can be.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::packages::{in_path, install};
use crate::process::output;

/// The oldest Node that the page's tools support: major and minor version.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Makes sure that Node and npm are there, and new enough.
pub(crate) fn require_node() -> Result<()> {
    if ["node", "npm"].iter().any(|name| in_path(name).is_none()) {
        install(&["nodejs", "npm"]).context("Node.js is missing: see https://nodejs.org")?;
    }
    let version = output(Command::new("node").arg("--version"))?;
    let (major, minor) = OLDEST_NODE;
    ensure!(
        version_of(&version).is_some_and(|found| found >= OLDEST_NODE),
        "Node.js {} is too old: the page needs {major}.{minor} or later (https://nodejs.org)",
        version.trim()
    );
    Ok(())
}

/// Finds Chromium, or installs it.
pub(crate) fn browser() -> Result<PathBuf> {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    let find = || known.iter().find_map(|name| in_path(name));
    if let Some(found) = find() {
        return Ok(found);
    }
    install(&["chromium"]).context("Chromium is missing: install it, so that `chromium` starts it")?;
    find().context("Chromium is not in PATH")
}

/// Major and minor number of `v20.19.1`.
fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().trim_start_matches('v').split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version_of("v20.19.1\n"), Some((20, 19)));
        assert!(version_of("v20.9.0") < Some(OLDEST_NODE));
        assert!(version_of("v100.0.0") > Some(OLDEST_NODE));
        assert_eq!(version_of("nothing"), None);
    }
}
