//! What the checks look at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use toml::Table;

/// The files and packages of the repository.
#[derive(Debug, Default)]
pub(crate) struct Repository {
    /// The folder that it lies in.
    pub(crate) root: PathBuf,
    /// Every text file that is not ignored by version control.
    pub(crate) files: Vec<File>,
    /// The root `Cargo.toml`.
    pub(crate) manifest: Table,
    /// The packages of the workspace.
    pub(crate) packages: Vec<Package>,
}

/// A text file.
#[derive(Debug)]
pub(crate) struct File {
    /// Path from the root, with `/`.
    pub(crate) path: String,
    /// Contents.
    pub(crate) text: String,
}

/// A package of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    /// Name.
    pub(crate) name: String,
    /// Folder from the root, with `/` at its end.
    pub(crate) folder: String,
    /// Its `Cargo.toml`.
    pub(crate) manifest: Table,
}

impl Repository {
    /// Reads the repository at `root`.
    pub(crate) fn open(root: &Path) -> Result<Repository> {
        let files: Vec<File> = paths(root)?
            .into_iter()
            // Deleted but not yet committed, or not text.
            .filter_map(|path| Some(File { text: fs::read_to_string(root.join(&path)).ok()?, path }))
            .collect();
        Repository::new(root, files)
    }

    /// The repository of these files.
    pub(crate) fn new(root: &Path, files: Vec<File>) -> Result<Repository> {
        let parse = |file: &File| file.text.parse::<Table>().with_context(|| file.path.clone());
        let mut manifest = Table::new();
        let mut packages = Vec::new();
        for file in &files {
            if file.path == "Cargo.toml" {
                manifest = parse(file)?;
            } else if let Some(folder) = file.path.strip_suffix("Cargo.toml") {
                let manifest = parse(file)?;
                let name = manifest.get("package").and_then(|package| package.get("name")?.as_str());
                let name =
                    name.with_context(|| format!("{}: the package has no name", file.path))?.to_owned();
                packages.push(Package { name, folder: folder.to_owned(), manifest });
            }
        }
        Ok(Repository { root: root.to_owned(), files, manifest, packages })
    }

    /// The packages that go to the registry.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_published())
    }

    /// Whether others can use the package in their programs.
    pub(crate) fn is_library(&self, package: &Package) -> bool {
        self.file(&format!("{}src/lib.rs", package.folder)).is_some()
    }

    /// The file at a path.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The documents for people.
    pub(crate) fn documents(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.has_extension("md"))
    }
}

impl File {
    /// Whether the file's name ends in a dot and this.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }
}

impl Package {
    /// Whether the package goes to the registry.
    pub(crate) fn is_published(&self) -> bool {
        let publish = self.manifest.get("package").and_then(|package| package.get("publish"));
        publish.and_then(toml::Value::as_bool) != Some(false)
    }

    /// The names of dependencies in a section (`dependencies`, `dev-dependencies`) with what is said there; those of
    /// single targets (`[target.'cfg(unix)'.dependencies]`) too.
    pub(crate) fn dependencies(&self, section: &str) -> impl Iterator<Item = (&String, &toml::Value)> {
        let targets = self.manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
        let tables = targets.filter_map(|(_, target)| target.as_table()).chain([&self.manifest]);
        tables.filter_map(move |table| table.get(section)?.as_table()).flatten()
    }
}

/// Paths of the files that are, or could be put, under version control; in an unpacked archive, of all files but build
/// results.
fn paths(root: &Path) -> Result<Vec<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output();
    if let Some(listed) = listed.ok().filter(|listed| listed.status.success() && root.join(".git").exists()) {
        let names = String::from_utf8(listed.stdout).context("a path is not text")?;
        return Ok(names.split_terminator('\0').map(str::to_owned).collect());
    }
    let mut paths = Vec::new();
    walk(root, "", &mut paths)?;
    Ok(paths)
}

fn walk(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            if name != "target" && name != ".git" && name != "artifacts" {
                walk(&entry.path(), &format!("{prefix}{name}/"), paths)?;
            }
        } else {
            paths.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A repository of these paths and texts.
    pub(crate) fn repository(files: &[(&str, &str)]) -> Repository {
        let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
        Repository::new(Path::new("/srv/checkout"), files.iter().map(file).collect())
            .expect("sound manifests")
    }
}
