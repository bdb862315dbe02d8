//! The web page, and the board for notebooks, which has the same parts: `web/` holds their sources, `crates/web/dist/` what
//! is built from them and served, `python/connect_toe/static/` what notebooks show.

pub(crate) mod sources;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use self::sources::{PRODUCTS, Product};
use crate::process::{built, root, run};
use crate::setup;
use crate::tidy::repository::Repository;

/// Builds the page and the board for notebooks, and lists the sources that they were built from.
pub(crate) fn build() -> Result<()> {
    install()?;
    for product in &PRODUCTS {
        build_into(product, &root().join(product.folder))?;
    }
    let list = sources::list(&Repository::open(&root())?);
    let path = root().join(sources::LIST);
    fs::write(&path, list).with_context(|| format!("cannot write {}", path.display()))?;
    let [page, board] = PRODUCTS.map(|product| product.folder);
    println!("web: the page is in {page}, the board for notebooks in {board}");
    Ok(())
}

/// The tests of the page that need no browser: types, style, functions, and builds that give the same bytes.
pub(crate) fn test() -> Result<()> {
    install()?;
    for script in ["check", "lint", "test"] {
        run(&mut npm(&["run", "--silent", script]))?;
    }
    for product in &PRODUCTS {
        let folder = tempfile::tempdir()?;
        build_into(product, folder.path())?;
        same_files(folder.path(), product.folder)?;
    }
    Ok(())
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

fn build_into(product: &Product, folder: &Path) -> Result<()> {
    let mut command = npm(&["run", "--silent", product.script, "--"]);
    run(command.arg("--outDir").arg(folder).arg("--emptyOutDir"))
}

/// npm in the folder of the page.
fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    command
}

/// Fails unless a folder has the files of the repository's folder, byte for byte. The list of sources is not built.
fn same_files(built: &Path, folder: &str) -> Result<()> {
    let kept = root().join(folder);
    let (built_names, mut kept_names) = (files_of(built)?, files_of(&kept)?);
    kept_names.retain(|name| !Path::new(sources::LIST).ends_with(name));
    ensure!(
        built_names == kept_names,
        "`web` builds {built_names:?}, and {folder} has {kept_names:?}: run `cargo xtask web` and commit",
    );
    for name in built_names {
        let same = fs::read(built.join(&name))? == fs::read(kept.join(&name))?;
        ensure!(same, "{folder}/{} is not what its sources build: run `cargo xtask web`", name.display());
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
        // An absolute path stays what it is.
        let [built, kept_folder] = [built.path(), kept.path()];
        let kept = kept_folder.to_str().expect("a path of text");
        write(kept_folder, "SOURCES.sha256", "not built");
        assert!(same_files(built, kept).is_ok());
        write(kept_folder, "assets/index.js", "2");
        let error = same_files(built, kept).expect_err("one byte differs").to_string();
        assert!(error.contains("assets/index.js"), "{error}");
        write(built, "assets/more.js", "1");
        let error = same_files(built, kept).expect_err("a file more").to_string();
        assert!(error.contains("cargo xtask web"), "{error}");
    }
}
