//! The web page: `web/` holds its sources, `crates/web/dist/` what is built from them and served.

pub(crate) mod sources;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::{built, root, run};
use crate::setup;
use crate::tidy::repository::Repository;

/// Builds the page and lists the sources that it was built from.
pub(crate) fn build() -> Result<()> {
    install()?;
    build_into(&root().join(sources::BUILT))?;
    let list = sources::list(&Repository::open(&root())?);
    let path = root().join(sources::LIST);
    fs::write(&path, list).with_context(|| format!("cannot write {}", path.display()))?;
    println!("web: the page is in {}", sources::BUILT);
    Ok(())
}

/// The tests of the page that need no browser: types, style, functions, and a build that gives the same bytes.
pub(crate) fn test() -> Result<()> {
    install()?;
    for script in ["check", "lint", "test"] {
        run(&mut npm(&["run", "--silent", script]))?;
    }
    let folder = tempfile::tempdir()?;
    build_into(folder.path())?;
    same_files(folder.path(), &root().join(sources::BUILT))
}

/// The tests of the page in Chromium, against the optimised program. The program has been built, and the page's
/// packages are installed.
pub(crate) fn test_in_browser() -> Result<()> {
    let program = built("release", "connect-toe")?;
    let chromium = setup::chromium().context("Chromium is missing: run `cargo xtask setup`")?;
    let mut command = npm(&["run", "--silent", "test:browser"]);
    run(command.env("CONNECT_TOE", program).env("CHROMIUM", chromium))
}

/// Installs the packages that the lock file names, unless they are there.
fn install() -> Result<()> {
    let lock = fs::read_to_string(root().join("web/package-lock.json")).context("web has no lock file")?;
    let installed = root().join("web/node_modules/.installed.json");
    if fs::read_to_string(&installed).is_ok_and(|text| text == lock) {
        return Ok(());
    }
    run(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&installed, lock).with_context(|| format!("cannot write {}", installed.display()))
}

fn build_into(folder: &Path) -> Result<()> {
    let mut command = npm(&["run", "--silent", "build", "--"]);
    run(command.arg("--outDir").arg(folder).arg("--emptyOutDir"))
}

/// npm in the folder of the page.
fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    command
}

/// Fails unless both folders have the same files, byte for byte. The list of sources is not built.
fn same_files(built: &Path, kept: &Path) -> Result<()> {
    let (built_names, mut kept_names) = (files_of(built)?, files_of(kept)?);
    kept_names.retain(|name| !Path::new(sources::LIST).ends_with(name));
    ensure!(
        built_names == kept_names,
        "the page builds {built_names:?}, and {} has {kept_names:?}: run `cargo xtask web` and commit",
        sources::BUILT
    );
    for name in built_names {
        let same = fs::read(built.join(&name))? == fs::read(kept.join(&name))?;
        ensure!(
            same,
            "{}/{} is not what its sources build: run `cargo xtask web`",
            sources::BUILT,
            name.display()
        );
    }
    Ok(())
}

/// The files of a folder and of its folders, by their paths in it, sorted.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(folder)?.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_page_is_compared_byte_for_byte() {
        let [built, kept] = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
        let write = |folder: &Path, name: &str, text: &str| {
            fs::create_dir_all(folder.join("assets")).expect("a folder");
            fs::write(folder.join(name), text).expect("a file");
        };
        for folder in [built.path(), kept.path()] {
            write(folder, "index.html", "<!doctype html>");
            write(folder, "assets/index.js", "1");
        }
        write(kept.path(), "SOURCES.sha256", "not built");
        assert!(same_files(built.path(), kept.path()).is_ok());
        write(kept.path(), "assets/index.js", "2");
        let error = same_files(built.path(), kept.path()).expect_err("one byte differs").to_string();
        assert!(error.contains("assets/index.js"), "{error}");
        write(built.path(), "assets/more.js", "1");
        let error = same_files(built.path(), kept.path()).expect_err("a file more").to_string();
        assert!(error.contains("cargo xtask web"), "{error}");
    }
}
