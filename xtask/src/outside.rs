//! `outside`: the program of the guide to own heuristics, built and run as a crate outside the workspace.
//!
//! It lies in cargo's target directory and is built there with the workspace's versions and profile, so that what the
//! tests have built from the registry serves it as well.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use toml::{Table, Value};

use crate::process::{cargo, output, root, target_directory};
use crate::tidy::repository::Repository;

const GUIDE: &str = "docs/guides/own-heuristic.md";
const MOST_DEPENDENCIES: usize = 2;

pub(crate) fn run() -> Result<()> {
    let guide = fs::read_to_string(root().join(GUIDE)).with_context(|| format!("cannot read {GUIDE}"))?;
    let program = block(&guide, "rust")?;
    let repository = Repository::open(&root())?;
    let names: Vec<String> = repository.published().map(|package| package.name.clone()).collect();
    let manifest = manifest(block(&guide, "toml")?, &repository.manifest, &names, &root())?;

    let target = target_directory()?;
    let folder = target.join("outside");
    fs::create_dir_all(folder.join("src"))?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("src/main.rs"), program)?;
    let mut command = cargo(&["run", "--quiet", "--offline", "--manifest-path"]);
    command.arg(folder.join("Cargo.toml")).env("CARGO_TARGET_DIR", &target);
    let printed = output(&mut command)?;
    ensure!(printed.contains("wins"), "{GUIDE}: the program prints {printed:?}");
    println!("outside: the program of {GUIDE} prints {}", printed.trim_end());
    Ok(())
}

/// The first block of code in this language.
fn block<'a>(document: &'a str, language: &str) -> Result<&'a str> {
    let (_, rest) = document
        .split_once(&format!("```{language}\n"))
        .with_context(|| format!("{GUIDE} has no block of {language}"))?;
    Ok(rest.split("```").next().unwrap_or_default())
}

/// The guide's manifest with our crate from this folder instead of the project's repository, a workspace of its own,
/// and the workspace's profiles.
fn manifest(shown: &str, workspace: &Table, packages: &[String], root: &Path) -> Result<String> {
    let mut manifest: Table = shown.parse()?;
    let dependencies = manifest.get_mut("dependencies").and_then(Value::as_table_mut);
    let dependencies = dependencies.with_context(|| format!("{GUIDE}: the manifest has no dependencies"))?;
    ensure!(dependencies.len() <= MOST_DEPENDENCIES, "{GUIDE}: more than {MOST_DEPENDENCIES} dependencies");
    let ours =
        dependencies.get_mut("connect-toe").with_context(|| format!("{GUIDE}: without connect-toe"))?;
    let address =
        workspace.get("workspace").and_then(|table| table.get("package")?.get("repository")?.as_str());
    let shown_address = ours.get("git").and_then(Value::as_str);
    ensure!(
        address.is_some() && shown_address == address,
        "{GUIDE}: connect-toe comes from {shown_address:?}, the project's repository is {address:?}"
    );
    let path = root.join("crates/connect-toe").to_string_lossy().into_owned();
    if let Some(ours) = ours.as_table_mut() {
        ours.remove("git");
        ours.insert("path".to_owned(), Value::String(path));
    }
    manifest.insert("workspace".to_owned(), Value::Table(Table::new()));
    if let Some(dev) = workspace.get("profile").and_then(|profiles| profiles.get("dev")) {
        let profiles = [("dev".to_owned(), as_dependencies(dev.clone(), packages))];
        manifest.insert("profile".to_owned(), Value::Table(profiles.into_iter().collect()));
    }
    Ok(manifest.to_string())
}

/// The profile for a crate to which our packages are dependencies. Dependencies from the registry are those that the
/// tests have built. Ours are built once more, since cargo tells members of a workspace from dependencies: without
/// optimisation, which takes a sixth of the time and is enough for the program.
fn as_dependencies(mut profile: Value, packages: &[String]) -> Value {
    let unoptimised = || {
        let settings = [("opt-level", Value::Integer(0)), ("debug", Value::Boolean(false))];
        Value::Table(settings.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
    };
    if let Some(profile) = profile.as_table_mut() {
        let overrides = profile.entry("package").or_insert_with(|| Value::Table(Table::new()));
        if let Some(overrides) = overrides.as_table_mut() {
            overrides.extend(packages.iter().map(|package| (package.clone(), unoptimised())));
        }
    }
    profile
}

/// Writes a file unless it has this text: cargo builds again what is newer.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|before| before == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_names_the_crate_by_its_path() {
        let shown = "[dependencies]\nconnect-toe = { git = \"https://example.org/ours\" }\n";
        let workspace = "[workspace.package]\nrepository = \"https://example.org/ours\"\n\
            [profile.dev]\nopt-level = 1\n[profile.dev.package.\"*\"]\nopt-level = 2\n";
        let workspace = workspace.parse().expect("is a table");
        let ours = ["ours".to_owned()];
        assert!(
            manifest("[dependencies]\nconnect-toe = \"0.1\"\n", &workspace, &ours, Path::new("/here"))
                .is_err()
        );
        let made = manifest(shown, &workspace, &ours, Path::new("/here")).expect("is a manifest");
        let made: Table = made.parse().expect("is a table");
        assert_eq!(made["dependencies"]["connect-toe"]["path"].as_str(), Some("/here/crates/connect-toe"));
        assert!(made["workspace"].as_table().is_some_and(Table::is_empty));
        let packages = &made["profile"]["dev"]["package"];
        let level = |name: &str| packages[name]["opt-level"].as_integer();
        assert_eq!((level("*"), level("ours")), (Some(2), Some(0)));
    }
}
