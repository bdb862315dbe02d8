//! `test` and `slow`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde_json::Value;

use crate::jobs::{self, Job};
use crate::process::{built, cargo, output, root};
use crate::{engine_code, fuzz, outside, package, page, python, readme, setup, signature, tidy};

/// Seconds that each fuzz target runs as part of the tests, and of the slow ones.
const FUZZ_SECONDS: u64 = 1;
const SLOW_FUZZ_SECONDS: u64 = 30;

/// Builds the optimised program.
const RELEASE: &str = "the program as people build it";
/// The tests of the command line, which run the optimised program.
const COMMAND_LINE: &str = "crates/cli/tests/it/main.rs";

/// What `slow` runs, and about how long each takes alone on two cores.
const SLOW: &[(&str, &str)] = &[
    ("tests of Rust, optimised, in their full size", "15 min, of which 6 min are their build"),
    ("fuzz targets, 30 s each", "6 min"),
    (
        "the Python package from its wheel: all tests, Ray whose nodes die, the tutorial, the example that learns",
        "12 min, and once 5 GB of PyTorch",
    ),
    ("the program of the guide to own heuristics, outside of the workspace", "1 min"),
    ("packages, built from what is packed", "6 min"),
];

/// A part of the tests that this program runs in a process of its own.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Part {
    Page,
    Browser,
    Python,
    Fuzz,
    Readme,
    Signature,
    EngineCode,
    SlowFuzz,
    Wheel,
    Outside,
    Package,
}

impl Part {
    pub(crate) fn run(self) -> Result<()> {
        let fuzz = |seconds| fuzz::run_built(&fuzz::Options { targets: Vec::new(), seconds, seed: None });
        match self {
            Part::Page => page::test(),
            Part::Browser => page::test_in_browser(),
            Part::Python => python::test(),
            Part::Wheel => python::test_wheel(),
            Part::Fuzz => fuzz(FUZZ_SECONDS),
            Part::SlowFuzz => fuzz(SLOW_FUZZ_SECONDS),
            Part::Readme => readme::run(&readme::Options::default()),
            Part::Signature => signature::run(),
            Part::EngineCode => engine_code::check(),
            Part::Outside => outside::run(),
            Part::Package => package::run(&package::Options { verify: true }),
        }
    }

    /// The job that runs the part.
    fn job(self, name: &str) -> Result<Job> {
        let word = self.to_possible_value().context("a part has a name")?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["part", word.get_name()]);
        Ok(Job::new(name, command))
    }
}

/// Every test. All that the tests use is built once for tests, and the program once as people build it; Rust's test
/// programs, the browser and Python then run side by side.
pub(crate) fn all(options: &setup::Options) -> Result<()> {
    setup::run_with(options)?;
    tidy::run()?;
    // Found before the build replaces this program.
    let first = vec![Part::Page.job("the page's types, style, functions and build")?];
    let mut parts = vec![
        Part::Browser.job("the page in a browser")?.after(RELEASE),
        Part::Python.job("the Python package")?,
        Part::Readme.job("the output that documents show")?.after(RELEASE),
        Part::Signature.job("the signature of the searches")?.after(RELEASE),
        Part::EngineCode.job("the engine's code in the engine's crates alone")?.after(RELEASE),
        Part::Fuzz.job("fuzz targets, 1 s each")?,
    ];
    let (programs, mut ended) = std::thread::scope(|scope| {
        let page = scope.spawn(|| jobs::run(first));
        let programs = build(&[]);
        (programs, page.join().unwrap_or_default())
    });
    let program = built("release", "connect-toe")?;
    let mut jobs = vec![Job::new(RELEASE, cargo(&["build", "--locked", "--release"]))];
    jobs.append(&mut parts);
    for test in programs? {
        let mut command = test.command();
        if test.source == Path::new(COMMAND_LINE) {
            command.env("CARGO_BIN_EXE_connect-toe", &program);
            jobs.insert(1, Job::new(test.name(), command).after(RELEASE));
        } else {
            jobs.push(Job::new(test.name(), command));
        }
    }
    let guide = built("debug/examples", "own_heuristic")?;
    jobs.push(Job::new("the program of the guide to own heuristics", Command::new(guide)));
    jobs.push(Job::new("examples in documentation", cargo(&["test", "--locked", "--workspace", "--doc"])));
    ended.extend(jobs::run(jobs));
    jobs::conclude(ended)
}

/// The tests of the Python package.
pub(crate) fn python(options: &setup::Options) -> Result<()> {
    setup::run_with(options)?;
    build(&[])?;
    python::test()
}

/// What takes minutes: Rust's tests optimised and with `RUN_SLOW_TESTS` set, fuzzing, clusters that die.
pub(crate) fn slow(options: &setup::Options) -> Result<()> {
    println!("Alone on two cores these take about:");
    for (name, time) in SLOW {
        println!("  {name}: {time}");
    }
    setup::run_with(options)?;
    let mut parts = vec![
        Part::Wheel.job(SLOW[2].0)?,
        Part::SlowFuzz.job(SLOW[1].0)?,
        Part::Outside.job(SLOW[3].0)?,
        Part::Package.job(SLOW[4].0)?,
    ];
    build(&[])?;
    let program = built("release", "connect-toe")?;
    let mut jobs = Vec::new();
    for test in build(&["--release"])? {
        let mut command = test.command();
        command.env("RUN_SLOW_TESTS", "1").env("CARGO_BIN_EXE_connect-toe", &program);
        jobs.push(Job::new(test.name(), command));
    }
    jobs.append(&mut parts);
    jobs::conclude(jobs::run(jobs))
}

/// A program that cargo has built from tests.
struct TestProgram {
    program: PathBuf,
    /// The folder of its package.
    folder: PathBuf,
    /// Its main file, from the root.
    source: PathBuf,
}

impl TestProgram {
    fn name(&self) -> String {
        self.source.display().to_string()
    }

    /// Runs as cargo would run it.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}

/// Builds everything of the workspace but benchmarks, and gives the programs of its tests. In one go: built apart, what
/// they share would be built twice.
fn build(options: &[&str]) -> Result<Vec<TestProgram>> {
    let mut command =
        cargo(&["build", "--locked", "--workspace", "--lib", "--bins", "--tests", "--examples"]);
    command.args(options).args(["--message-format", "json-render-diagnostics"]);
    let messages = output(&mut command)?;
    let of_test = |line: &str| -> Option<TestProgram> {
        let message: Value = serde_json::from_str(line).ok()?;
        let path = |value: &Value| value.as_str().map(PathBuf::from);
        let is_test = message["profile"]["test"].as_bool()?;
        let program = path(&message["executable"]).filter(|_| is_test)?;
        let folder = path(&message["manifest_path"])?.parent()?.to_owned();
        let source = path(&message["target"]["src_path"])?;
        let source = source.strip_prefix(root()).ok()?.to_owned();
        Some(TestProgram { program, folder, source })
    };
    Ok(messages.lines().filter_map(of_test).collect())
}
