//! The tests of the Python package, in a virtual environment of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::packages::{in_path, install};
use crate::process::{built, root, run, target_directory};

/// What the tests install besides the package.
const REQUIREMENTS: &str = "python/tests/requirements.txt";
/// The tutorial, whose cells have the package's style.
const NOTEBOOK: &str = "docs/guides/tutorial.ipynb";
/// The largest wheel.
const MOST_BYTES: u64 = 15 << 20;

/// Every test of the Python package: its wheel, its tests and examples, its types, its style. The command line program
/// has been built.
pub(crate) fn test() -> Result<()> {
    let environment = Environment::make(&target_directory()?.join("python"))?;
    environment.install(&["-r", REQUIREMENTS])?;
    let wheel = environment.build_wheel()?;
    environment.install(&["--force-reinstall", "--no-deps", &wheel.display().to_string()])?;
    let program = built("debug", "connect-toe")?;
    // Two at a time, the files in the order that `conftest.py` gives them.
    let at_a_time = ["-q", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"];
    run(environment.module("pytest", &at_a_time).env("CONNECT_TOE", program))?;
    run(&mut environment.module("pytest", &["-q", "--doctest-modules", "--pyargs", "connect_toe"]))?;
    run(&mut environment.module("mypy", &["python"]))?;
    // The package's own modules have their types in them: there is nothing to compare.
    let config = ["--mypy-config-file", "pyproject.toml"];
    run(&mut environment.module("mypy.stubtest", &[&["connect_toe._native"], &config[..]].concat()))?;
    run(&mut environment.module("ruff", &["check", "python", NOTEBOOK]))?;
    run(&mut environment.module("ruff", &["format", "--check", "python", NOTEBOOK]))
}

/// A virtual environment, and the folder that it is in.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// The environment in a folder, made if it is missing.
    fn make(folder: &Path) -> Result<Environment> {
        let environment = Environment { folder: folder.to_owned() };
        if !environment.works() {
            if in_path("python3").is_none() {
                install(&["python3", "python3-venv"])
                    .context("Python is missing: see https://www.python.org")?;
            }
            if environment.create().is_err() {
                // Debian's Python has the module in a package of its own.
                install(&["python3-venv"]).context("the module venv of Python is missing")?;
                environment.create()?;
            }
        }
        let version = "import sys; sys.exit(sys.version_info < (3, 10))";
        let is_new = environment.python().args(["-c", version]).status().is_ok_and(|status| status.success());
        ensure!(is_new, "python3 is too old: the package needs Python 3.10 or later");
        Ok(environment)
    }

    fn create(&self) -> Result<()> {
        let path = self.folder.join("environment");
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(path))
    }

    fn works(&self) -> bool {
        let mut command = self.module("pip", &["--version"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// The environment's Python, in the folder of the workspace. Nothing of the caller's environment comes in.
    fn python(&self) -> Command {
        let programs = if cfg!(windows) { "Scripts" } else { "bin" };
        let mut command = Command::new(self.folder.join("environment").join(programs).join("python"));
        command.current_dir(root()).env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        command
    }

    fn module(&self, name: &str, arguments: &[&str]) -> Command {
        let mut command = self.python();
        command.args(["-m", name]).args(arguments);
        command
    }

    fn install(&self, what: &[&str]) -> Result<()> {
        run(&mut self.module("pip", &[&["install", "--quiet", "--disable-pip-version-check"], what].concat()))
    }

    /// The package as people install it, but built as tests are: one wheel for all versions of Python.
    fn build_wheel(&self) -> Result<PathBuf> {
        let wheels = self.folder.join("wheels");
        if wheels.is_dir() {
            fs::remove_dir_all(&wheels).with_context(|| format!("cannot remove {}", wheels.display()))?;
        }
        let out = wheels.display().to_string();
        run(&mut self.module("maturin", &["build", "--quiet", "--profile", "dev", "--out", &out]))?;
        let mut found = fs::read_dir(&wheels).with_context(|| format!("cannot read {}", wheels.display()))?;
        let wheel = found.next().context("maturin has built no wheel")??;
        check_wheel(&wheel.file_name().to_string_lossy(), wheel.metadata()?.len())?;
        Ok(wheel.path())
    }
}

/// Complains about a wheel that is not for every Python from 3.10 on, or too large.
fn check_wheel(name: &str, bytes: u64) -> Result<()> {
    ensure!(name.contains("-cp310-abi3-"), "{name} is not for every Python from 3.10 on (cp310-abi3)");
    ensure!(bytes <= MOST_BYTES, "{name} has {bytes} bytes, more than {MOST_BYTES}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_for_every_python_and_small() {
        assert!(check_wheel("connect_toe-0.1.0-cp310-abi3-linux_x86_64.whl", 5_000_000).is_ok());
        assert!(check_wheel("connect_toe-0.1.0-cp310-abi3-linux_x86_64.whl", 20_000_000).is_err());
        let error =
            check_wheel("connect_toe-0.1.0-cp311-cp311-linux_x86_64.whl", 1).expect_err("one version");
        assert!(error.to_string().contains("cp310-abi3"), "{error}");
    }
}
