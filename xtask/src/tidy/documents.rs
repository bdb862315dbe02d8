//! Documents: short enough to be read, and about things that exist.

use std::path::Path;

use super::repository::Repository;

const ARCHITECTURE: &str = "ARCHITECTURE.md";
/// Two printed pages.
const MAX_LINES: usize = 120;
const MAX_LINE_LENGTH: usize = 120;

/// ARCHITECTURE.md fits on two pages and names every package.
pub(crate) fn architecture(repository: &Repository) -> Vec<String> {
    let Some(file) = repository.file(ARCHITECTURE) else { return vec!["there is none".to_owned()] };
    let mut problems = Vec::new();
    let lines = file.text.lines().count();
    if lines > MAX_LINES {
        problems.push(format!("{lines} lines are more than two pages ({MAX_LINES} lines)"));
    }
    for (index, line) in file.text.lines().enumerate() {
        if line.chars().count() > MAX_LINE_LENGTH {
            problems.push(format!("line {} is longer than {MAX_LINE_LENGTH} characters", index + 1));
        }
    }
    for package in &repository.packages {
        let folder = package.folder.trim_end_matches('/');
        if !file.text.contains(&format!("`{folder}`")) {
            problems.push(format!("it does not name `{folder}`"));
        }
    }
    problems
}

/// Paths of this repository that stand between backticks, or are linked to, exist.
pub(crate) fn paths(repository: &Repository) -> Vec<String> {
    let top: Vec<&str> = ["crates/", "xtask/", "fuzz/", "testdata/", "docs/", ".ci/"].into();
    let exists = |path: &str| {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let is_text = repository.files.iter().any(|file| file.path == path || file.path.starts_with(&folder));
        // Pictures are not text files.
        is_text
            || (Path::new(path).extension().is_some_and(|kind| kind == "png")
                && repository.root.join(path).is_file())
    };
    let mut problems = Vec::new();
    for document in repository.documents().filter(|document| document.path != "CHANGELOG.md") {
        let quoted = document.text.split('`').skip(1).step_by(2);
        // Documents in folders link relative to themselves; those at the top are the ones with links.
        let at_top = !document.path.contains('/');
        let linked = document.text.split("](").skip(1).filter(|_| at_top);
        let linked = linked.filter_map(|rest| rest.split([')', '#', ' ']).next());
        let linked = linked.filter(|path| !path.is_empty() && !path.contains("://"));
        for path in quoted.filter(|text| top.iter().any(|top| text.starts_with(top))).chain(linked) {
            // A placeholder, or several at once.
            if !path.contains(['<', '*', '{', ' ', '\n']) && !exists(path) && !is_made(path) {
                problems.push(format!("{}: there is no {path}", document.path));
            }
        }
    }
    problems
}

/// Folders that exist only after a run.
fn is_made(path: &str) -> bool {
    path.starts_with("fuzz/artifacts") || path.starts_with("fuzz/corpus")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn missing_packages_and_long_texts_are_found() {
        let package = "[package]\nname = \"a\"";
        let long = format!("{}\n{}", "x".repeat(121), "line\n".repeat(120));
        let found = architecture(&repository(&[("crates/a/Cargo.toml", package), (ARCHITECTURE, &long)]));
        assert_eq!(
            found,
            [
                "121 lines are more than two pages (120 lines)",
                "line 1 is longer than 120 characters",
                "it does not name `crates/a`",
            ]
        );
    }

    #[test]
    fn paths_that_lead_nowhere_are_found() {
        let text = "`crates/a/src/lib.rs`, `crates/b`, `fuzz/artifacts/x`, `crates/<name>` [1](LICENSE) [2](https://x.y/z)";
        let found = paths(&repository(&[("README.md", text), ("crates/a/src/lib.rs", "")]));
        assert_eq!(found, ["README.md: there is no crates/b", "README.md: there is no LICENSE"]);
    }
}
