//! The tests of the Python package, in a virtual environment of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::process::{built, output, root, run, target_directory};

/// What the tests install besides the package.
const REQUIREMENTS: &str = "python/tests/requirements.txt";
/// What the tests that take long install besides.
const SLOW_REQUIREMENTS: &str = "python/tests/requirements-slow.txt";
/// The tutorial, whose cells have the package's style.
const NOTEBOOK: &str = "docs/guides/tutorial.ipynb";
/// The package's name as Python writes it.
const NAME: &str = "connect_toe";
/// The largest wheel.
const MOST_BYTES: u64 = 15 << 20;

/// Every test of the Python package that does not take long: its tests and examples, its types, its style. The
/// workspace has been built: what Python loads is copied, not built again.
pub(crate) fn test() -> Result<()> {
    let environment = Environment::make(&target_directory()?.join("python"))?;
    environment.install(&["-r", REQUIREMENTS])?;
    environment.install_built()?;
    environment.pytest(&["-m", "not slow"])?;
    run(&mut environment.module("pytest", &["-q", "--doctest-modules", "--pyargs", "connect_toe"]))?;
    run(&mut environment.module("mypy", &["python"]))?;
    // The package's own modules have their types in them: there is nothing to compare.
    let config = ["--mypy-config-file", "pyproject.toml"];
    run(&mut environment.module("mypy.stubtest", &[&["connect_toe._native"], &config[..]].concat()))?;
    run(&mut environment.module("ruff", &["check", "python", NOTEBOOK]))?;
    run(&mut environment.module("ruff", &["format", "--check", "python", NOTEBOOK]))
}

/// All tests, those that take long too, with the package as people install it: from its wheel. The workspace has been
/// built.
pub(crate) fn test_wheel() -> Result<()> {
    let environment = Environment::make(&target_directory()?.join("python-wheel"))?;
    environment.install(&["-r", REQUIREMENTS, "-r", SLOW_REQUIREMENTS])?;
    let wheel = environment.build_wheel()?;
    environment.install(&["--force-reinstall", "--no-deps", &wheel.display().to_string()])?;
    environment.pytest(&[])
}

/// A virtual environment, and the folder that it is in.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Runs tests two at a time, the files in the order that `conftest.py` gives them, and says which take longest.
    fn pytest(&self, options: &[&str]) -> Result<()> {
        let program = built("debug", "connect-toe")?;
        let at_a_time =
            ["-q", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--durations", "10"];
        run(self.module("pytest", &[&at_a_time, options].concat()).env("CONNECT_TOE", program))
    }

    /// The environment in a folder, made if it is missing.
    fn make(folder: &Path) -> Result<Environment> {
        let environment = Environment { folder: folder.to_owned() };
        if !environment.works() {
            let path = folder.join("environment");
            run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(path))
                .context("Python makes no environment: run `cargo xtask setup`")?;
        }
        let version = "import sys; sys.exit(sys.version_info < (3, 10))";
        let is_new = environment.python().args(["-c", version]).status().is_ok_and(|status| status.success());
        ensure!(is_new, "python3 is too old: the package needs Python 3.10 or later");
        Ok(environment)
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

    /// Puts the package among those of the environment: its modules, the compiled part that the workspace's build has
    /// made, and what its wheel says of it.
    fn install_built(&self) -> Result<()> {
        let platform = "import sysconfig; print(sysconfig.get_path('platlib'))";
        let packages = PathBuf::from(output(self.python().args(["-c", platform]))?.trim());
        let package = packages.join(NAME);
        if package.exists() {
            fs::remove_dir_all(&package).with_context(|| format!("cannot remove {}", package.display()))?;
        }
        copy_modules(&root().join("python").join(NAME), &package)?;
        let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let compiled = target_directory()?.join("debug").join(format!("{prefix}{NAME}_python{suffix}"));
        let module = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
        fs::copy(&compiled, package.join(module))
            .with_context(|| format!("cannot copy {}", compiled.display()))?;
        let about = ["pep517", "write-dist-info", "--metadata-directory"];
        run(self.module("maturin", &about).arg(&packages))
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

/// Copies a folder with what is in it, but for what Python makes when it runs.
fn copy_modules(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            if name != "__pycache__" {
                copy_modules(&entry.path(), &to.join(name))?;
            }
        } else if !name.to_string_lossy().starts_with("_native.abi3") {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Fails for a wheel that is not for every Python from 3.10 on, or that is too large.
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
