//! `release`: what people build and run, held to the tests of the command line and to what the documents show.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{built, cargo, output, root, run};
use crate::{readme, signature};

/// Builds the program optimised, and runs the command line's tests with it. The tests themselves are those that `cargo
/// xtask test` builds: with the optimised program's features they would be compiled once more, and all that they use.
pub(crate) fn test() -> Result<()> {
    run(&mut cargo(&["build", "--locked", "--release"]))?;
    let program = built("release", "connect-toe")?;
    let mut tests = Command::new(tests_of("cli")?);
    run(tests.current_dir(root().join("crates/cli")).env("CARGO_BIN_EXE_connect-toe", program))?;
    readme::run(&readme::Options::default())?;
    signature::run()
}

/// The program that runs these integration tests, built.
fn tests_of(package: &str) -> Result<PathBuf> {
    let tests = ["test", "--locked", "--workspace", "--bins", "--tests", "--no-run"];
    let messages = output(cargo(&tests).args(["--message-format", "json-render-diagnostics"]))?;
    let source = root().join("crates").join(package).join("tests/it/main.rs");
    let of_package = |message: Value| {
        let is_searched =
            message["target"]["src_path"].as_str().is_some_and(|path| Path::new(path) == source);
        is_searched.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    };
    let mut built = messages.lines().filter_map(|line| of_package(serde_json::from_str(line).ok()?));
    built.next().with_context(|| format!("cargo has built no tests in {}", source.display()))
}
