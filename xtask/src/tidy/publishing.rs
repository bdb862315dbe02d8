//! Published packages say what the registry shows, and carry all their files.

use toml::Value;

use super::repository::{Package, Repository};

/// What the registry shows of a package.
const SHOWN: [&str; 8] =
    ["description", "keywords", "categories", "readme", "license", "repository", "version", "rust-version"];

/// Every published package has all that is shown, and includes no file from outside its folder, tests aside.
pub(crate) fn publishing(repository: &Repository) -> Vec<String> {
    let problems = |package| [missing(package), leaving(repository, package)].concat();
    repository.published().flat_map(problems).collect()
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
            ("crates/test/Cargo.toml", "[package]\nname = \"test\"\npublish = false\n"),
        ]));
        assert_eq!(
            found,
            [
                "ours has no repository",
                "crates/ours/src/inner/mod.rs includes ../../../data, which lies outside of ours",
            ]
        );
    }
}
