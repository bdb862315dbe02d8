//! `features`: whether the library compiles without any feature, and with each alone.

use anyhow::{Context, Result};
use toml::{Table, Value};

use crate::process::{cargo, root, run as run_program};
use crate::tidy::repository::Repository;

const PACKAGE: &str = "connect-toe";

pub(crate) fn run() -> Result<()> {
    let repository = Repository::open(&root())?;
    let package = repository.packages.iter().find(|package| package.name == PACKAGE);
    let manifest = &package.with_context(|| format!("there is no package {PACKAGE}"))?.manifest;
    let features = manifest.get("features").and_then(Value::as_table).into_iter().flat_map(Table::keys);
    let mut number = 0;
    for feature in features.map(String::as_str).filter(|feature| *feature != "default").chain([""]) {
        let only = ["--no-default-features", "--features", feature];
        run_program(cargo(&["check", "--locked", "--quiet", "--package", PACKAGE]).args(only))?;
        number += 1;
    }
    println!("features: {PACKAGE} compiles in {number} ways, with one feature or none");
    Ok(())
}
