//! A folder with an experiment, in which the program runs.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

pub(crate) struct Folder {
    path: PathBuf,
    _parent: TempDir,
}

impl Folder {
    /// Has this experiment as `e.toml`.
    pub(crate) fn with(text: &str) -> Folder {
        let parent = TempDir::new().expect("is made");
        let path = parent.path().join("experiment");
        std::fs::create_dir(&path).expect("is made");
        std::fs::write(path.join("e.toml"), text).expect("is written");
        Folder { path, _parent: parent }
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(cargo_bin("connect-toe"));
        command.args(arguments).current_dir(&self.path);
        command
    }

    pub(crate) fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("runs")
    }

    /// Standard output of a command that succeeds.
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).expect("is text")
    }

    /// Exit code and standard error of a command that fails.
    pub(crate) fn failed(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.output(arguments);
        (output.status.code(), String::from_utf8(output.stderr).expect("is text"))
    }

    pub(crate) fn exports(&self, results: &str) -> [String; 2] {
        ["csv", "json"].map(|format| {
            self.done(&["experiment", "export", "e.toml", "--results", results, "--format", format])
        })
    }

    pub(crate) fn whole(&self) -> [String; 2] {
        self.done(&["experiment", "run", "e.toml", "--results", "whole.db", "--quiet"]);
        self.exports("whole.db")
    }

    pub(crate) fn spawn(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts")
    }
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("is JSON")
}
