//! `test` and `slow`.

use anyhow::Result;

use crate::process::{cargo, run};
use crate::{fuzz, outside, page, python, tidy};

/// Seconds that each fuzz target runs as part of the tests.
const FUZZ_SECONDS: u64 = 2;

/// Every test. Cargo fetches and builds what the tests use; Node.js and Chromium, which the page's tests use, and Python
/// are installed if they are missing. The tests proper come last, so that their summary is the end of the output.
pub(crate) fn all() -> Result<()> {
    tidy::run()?;
    // Fuzz driver and tests in one go: built apart, what they share would be built twice.
    run(&mut cargo(&["build", "--workspace", "--bins", "--tests"]))?;
    fuzz::run_built(&fuzz::Options { targets: Vec::new(), seconds: FUZZ_SECONDS, seed: None })?;
    outside::run()?;
    page::test()?;
    python::test()?;
    run(&mut cargo(&["test", "--workspace", "--no-fail-fast"]))
}

/// The tests of the Python package.
pub(crate) fn python() -> Result<()> {
    run(&mut cargo(&["build", "--package", "connect-toe-cli"]))?;
    python::test()
}

/// The tests with `RUN_SLOW_TESTS` set, optimised: they play and search for minutes.
pub(crate) fn slow() -> Result<()> {
    run(cargo(&["test", "--workspace", "--no-fail-fast", "--release"]).env("RUN_SLOW_TESTS", "1"))
}
