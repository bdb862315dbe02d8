//! Manifests: lints and dependencies come from the workspace, and all of them are used.

use toml::{Table, Value};

use super::repository::{File, Package, Repository};

/// Where a manifest names dependencies.
pub(super) const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Every package has `[lints] workspace = true`.
pub(crate) fn lints(repository: &Repository) -> Vec<String> {
    let inherits = |package: &&Package| {
        let lints = package.manifest.get("lints").and_then(|lints| lints.get("workspace"));
        lints.and_then(Value::as_bool) != Some(true)
    };
    let lacking = repository.packages.iter().filter(inherits);
    lacking.map(|package| format!("{}Cargo.toml lacks [lints] workspace = true", package.folder)).collect()
}

/// Every dependency takes its version from the workspace and is named in the package's code; every dependency of the
/// workspace is one of some package.
pub(crate) fn dependencies(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &repository.packages {
        for (section, (name, value)) in
            SECTIONS.iter().flat_map(|section| package.dependencies(section).map(move |pair| (section, pair)))
        {
            if value.get("workspace").and_then(Value::as_bool) != Some(true) {
                problems
                    .push(format!("{}: {name} does not come from the workspace ({section})", package.name));
            }
            if !is_named(repository, package, name) {
                problems.push(format!("{} does not use {name} ({section})", package.name));
            }
        }
    }
    let shared = repository.manifest.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    for name in shared.and_then(Value::as_table).into_iter().flat_map(Table::keys) {
        let uses = |package: &Package| {
            SECTIONS.iter().any(|section| package.dependencies(section).any(|(other, _)| other == name))
        };
        if !repository.packages.iter().any(uses) {
            problems.push(format!("no package uses {name} of the workspace"));
        }
    }
    problems
}

/// Whether a package's code names a dependency.
fn is_named(repository: &Repository, package: &Package, dependency: &str) -> bool {
    let name = dependency.replace('-', "_");
    repository
        .files
        .iter()
        .filter(|file| is_code_of(repository, package, file))
        .any(|file| file.text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
}

/// Whether a file is Rust code of the package, or a document whose examples the package has compiled.
fn is_code_of(repository: &Repository, package: &Package, file: &File) -> bool {
    let is_own = |file: &File| file.path.starts_with(&package.folder) && file.has_extension("rs");
    let is_included = || {
        let include = format!("{}\")]", file.path);
        repository.files.iter().any(|own| is_own(own) && own.text.contains(&include))
    };
    is_own(file) || file.has_extension("md") && is_included()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn missing_lints_are_found() {
        let with = "[package]\nname = \"a\"\n[lints]\nworkspace = true";
        let without = "[package]\nname = \"b\"";
        let found = lints(&repository(&[("a/Cargo.toml", with), ("b/Cargo.toml", without)]));
        assert_eq!(found, ["b/Cargo.toml lacks [lints] workspace = true"]);
    }

    #[test]
    fn unused_and_own_versions_are_found() {
        let root = "[workspace.dependencies]\nserde-json = \"1\"\nrand = \"1\"\nidle = \"1\"\nrustix = \"1\"";
        let package = "[package]\nname = \"a\"\n[dependencies]\nserde-json.workspace = true\n[dev-dependencies]\nrand = \"1\"\n\
                       [target.'cfg(unix)'.dependencies]\nrustix.workspace = true";
        let found = dependencies(&repository(&[
            ("Cargo.toml", root),
            ("a/Cargo.toml", package),
            ("a/src/lib.rs", "use serde_json::Value; use rustix::process; // operand"),
        ]));
        assert_eq!(
            found,
            [
                "a: rand does not come from the workspace (dev-dependencies)",
                "a does not use rand (dev-dependencies)",
                "no package uses idle of the workspace",
            ]
        );
    }
}
