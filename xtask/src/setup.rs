//! `setup`: the programs that the tests use besides Rust. What is missing is named, and installed where Debian's
//! packages can be.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::process::{output, run};

/// Options of `setup`, and of the tasks that begin with it.
#[derive(Debug, Default, Args)]
pub(crate) struct Options {
    /// Install what is missing without asking
    #[arg(long)]
    pub(crate) yes: bool,
}

/// Something that the tests use.
struct Need {
    /// Its name.
    name: &'static str,
    /// What it is for.
    purpose: &'static str,
    /// Where it comes from.
    home: &'static str,
    /// Debian's packages.
    packages: &'static [&'static str],
    is_there: fn() -> bool,
}

const NEEDS: &[Need] = &[
    Need {
        name: "Node.js with npm",
        purpose: "builds the web page and tests its functions",
        home: "https://nodejs.org",
        packages: &["nodejs", "npm"],
        is_there: || ["node", "npm"].iter().all(|name| in_path(name).is_some()),
    },
    Need {
        name: "Chromium",
        purpose: "shows the web page to its tests",
        home: "https://www.chromium.org",
        packages: &["chromium"],
        is_there: || chromium().is_some(),
    },
    Need {
        name: "Python with the module venv",
        purpose: "tests the Python package",
        home: "https://www.python.org",
        packages: &["python3", "python3-venv"],
        is_there: || {
            let mut python = Command::new("python3");
            python.args(["-c", "import ensurepip, venv"]).stdout(Stdio::null()).stderr(Stdio::null());
            python.status().is_ok_and(|status| status.success())
        },
    },
];

/// The oldest Node.js that the page's tools support: major and minor version.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Names what is missing and installs it, as the administrator. A person at a terminal is asked before `sudo`.
pub(crate) fn run_with(options: &Options) -> Result<()> {
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !(need.is_there)()).collect();
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages).copied().collect();
        eprintln!("The tests use programs that are missing here:");
        for need in &missing {
            eprintln!("  {} {} ({})", need.name, need.purpose, need.home);
        }
        ensure!(
            in_path("apt-get").is_some(),
            "this system has no apt-get: install these programs, then run this task again"
        );
        let is_root = is_administrator();
        let who = if is_root { "" } else { "sudo " };
        eprintln!("`{who}apt-get install {}` installs them.", packages.join(" "));
        if !is_root && !may_install(options)? {
            bail!("nothing was installed");
        }
        administer(is_root, &["update"])?;
        administer(is_root, &[&["install", "-y", "--no-install-recommends"], &packages[..]].concat())?;
    }
    check_node()
}

/// Whether the user, who is not the administrator, agrees.
fn may_install(options: &Options) -> Result<bool> {
    if options.yes || std::env::var("CI").is_ok_and(|value| value == "true") {
        return Ok(true);
    }
    ensure!(
        io::stdin().is_terminal() && io::stderr().is_terminal(),
        "nobody can be asked here: `cargo xtask setup --yes` installs without a question"
    );
    eprint!("Install them? [y/N] ");
    io::stderr().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(agrees(&answer))
}

fn agrees(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

fn administer(is_root: bool, arguments: &[&str]) -> Result<()> {
    let prefix: &[&str] = match (is_root, io::stdin().is_terminal()) {
        (true, _) => &[],
        (false, true) => &["sudo"],
        // Without a terminal a question for a password would never be answered.
        (false, false) => &["sudo", "-n"],
    };
    let words = [prefix, &["apt-get"], arguments].concat();
    run(Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_administrator() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}

/// Where a program is, if it is there.
fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| Path::is_file(path))
}

/// Where Chromium is, if it is there.
pub(crate) fn chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| in_path(name))
}

fn check_node() -> Result<()> {
    let version = output(Command::new("node").arg("--version")).context("Node.js does not start")?;
    let (major, minor) = OLDEST_NODE;
    ensure!(
        version_of(&version).is_some_and(|found| found >= OLDEST_NODE),
        "Node.js {} is too old: the page needs {major}.{minor} or later (https://nodejs.org)",
        version.trim()
    );
    Ok(())
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

    #[test]
    fn only_a_yes_agrees() {
        assert!(agrees("y\n") && agrees(" Yes\n"));
        assert!(!agrees("\n") && !agrees("no\n") && !agrees(""));
    }
}
