//! Published packages say what the registry shows, and carry all their files.

use toml::Value;

use super::repository::{Package, Repository};

/// What the registry shows of a package.
const SHOWN: [&str; 8] =
    ["description", "keywords", "categories", "readme", "license", "repository", "version", "rust-version"];

const CHANGES: &str = "CHANGELOG.md";

/// Every published package has all that is shown, and includes no file from outside its folder, tests aside; docs.rs
/// shows every feature of a library; the changelog has a section for the version.
pub(crate) fn publishing(repository: &Repository) -> Vec<String> {
    let problems = |package| {
        let undocumented = undocumented(repository, package).into_iter().collect();
        [missing(package), undocumented, leaving(repository, package)].concat()
    };
    let package = repository.manifest.get("workspace").and_then(|workspace| workspace.get("package"));
    let version = package.and_then(|package| package.get("version")).and_then(Value::as_str);
    let is_told = |version: &&str| {
        let heading = format!("## {version}");
        repository.file(CHANGES).is_some_and(|file| file.text.lines().any(|line| line.starts_with(&heading)))
    };
    let untold = version.filter(|version| !is_told(version));
    let untold = untold.map(|version| format!("{CHANGES} has no section for version {version}"));
    repository.published().flat_map(problems).chain(untold).collect()
}

fn undocumented(repository: &Repository, package: &Package) -> Option<String> {
    let about =
        package.manifest.get("package").and_then(|about| about.get("metadata")?.get("docs")?.get("rs"));
    let shows_all = about.and_then(|about| about.get("all-features")).and_then(Value::as_bool) == Some(true);
    let lacks = repository.is_library(package) && !shows_all;
    lacks
        .then(|| format!("{} does not ask docs.rs for all features (package.metadata.docs.rs)", package.name))
}

fn missing(package: &Package) -> Vec<String> {
    let about = package.manifest.get("package").and_then(Value::as_table);
    let has = |key: &str| about.is_some_and(|about| about.contains_key(key));
    let missing = SHOWN.into_iter().filter(|key| !has(key));
    missing.map(|key| format!("{} has no {key}", package.name)).collect()
}

fn leaving(repository: &Repository, package: &Package) -> Vec<String> {
    let source = format!("{}src/", package.folder);
    let mut problems = Vec::new();
    for file in repository.files.iter().filter(|file| file.path.starts_with(&source)) {
        // The folder of the file, from the package's.
        let depth = file.path[package.folder.len()..].matches('/').count();
        let included = file.text.split("include_").skip(1).filter_map(|rest| rest.split('"').nth(1));
        for path in included.filter(|path| path.matches("../").count() > depth) {
            problems.push(format!("{} includes {path}, which lies outside of {}", file.path, package.name));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn a_package_that_cannot_be_published_is_found() {
        let manifest = "[package]\nname = \"ours\"\ndescription = \"It\"\nkeywords = []\ncategories = []\nreadme = \"README.md\"\nlicense = \"MIT\"\nversion = \"1.0.0\"\nrust-version = \"1.90\"\n";
        let inner = "const A: &str = include_str!(\"../../README.md\");\nconst B: &str = include_str!(\"../../../data\");\n";
        let found = publishing(&repository(&[
            ("crates/ours/Cargo.toml", manifest),
            ("crates/ours/src/inner/mod.rs", inner),
            ("crates/ours/src/lib.rs", "//! It.\n"),
            ("crates/test/Cargo.toml", "[package]\nname = \"test\"\npublish = false\n"),
            ("Cargo.toml", "[workspace.package]\nversion = \"1.0.0\"\n"),
            ("CHANGELOG.md", "## 0.9.0\n"),
        ]));
        assert_eq!(
            found,
            [
                "ours has no repository",
                "ours does not ask docs.rs for all features (package.metadata.docs.rs)",
                "crates/ours/src/inner/mod.rs includes ../../../data, which lies outside of ours",
                "CHANGELOG.md has no section for version 1.0.0",
            ]
        );
    }
}
