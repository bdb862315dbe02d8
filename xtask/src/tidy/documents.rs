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

/// Paths of this repository that stand between backticks exist, and so does what a link leads to, headings included.
pub(crate) fn paths(repository: &Repository) -> Vec<String> {
    let top: Vec<&str> = ["crates/", "xtask/", "fuzz/", "testdata/", "docs/", ".ci/"].into();
    let mut problems = Vec::new();
    for document in repository.documents().filter(|document| document.path != "CHANGELOG.md") {
        let quoted = document.text.split('`').skip(1).step_by(2);
        for path in quoted.filter(|text| top.iter().any(|top| text.starts_with(top))) {
            // A placeholder, or several at once.
            if !path.contains(['<', '*', '{', ' ', '\n']) && !exists(repository, path) && !is_made(path) {
                problems.push(format!("{}: there is no {path}", document.path));
            }
        }
        for link in links(&document.text) {
            let (path, heading) =
                link.split_once('#').map_or((link, None), |(path, name)| (path, Some(name)));
            let target =
                if path.is_empty() { Some(document.path.clone()) } else { beside(&document.path, path) };
            let Some(target) = target.filter(|target| exists(repository, target)) else {
                problems.push(format!("{}: there is no {path}", document.path));
                continue;
            };
            let has_heading = |name| {
                repository.file(&target).is_some_and(|file| headings(&file.text).any(|found| found == name))
            };
            if heading.is_some_and(|name| !has_heading(name)) {
                problems.push(format!("{}: {target} has no heading for {link}", document.path));
            }
        }
    }
    problems
}

fn exists(repository: &Repository, path: &str) -> bool {
    let folder = format!("{}/", path.trim_end_matches('/'));
    let is_text = repository.files.iter().any(|file| file.path == path || file.path.starts_with(&folder));
    // Pictures are not text files.
    is_text
        || (Path::new(path).extension().is_some_and(|kind| kind == "png")
            && repository.root.join(path).is_file())
}

/// A path that is relative to the folder of a file, from the root of the repository.
fn beside(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/').filter(|&part| part != ".") {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

/// The lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// The targets of links to files of the repository.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = prose(text).flat_map(|line| line.split("](").skip(1));
    let targets = targets.filter_map(|rest| rest.split([')', ' ']).next());
    // Others lead to pages, or to items of the crate whose documentation the text is.
    targets.filter(|target| !target.is_empty() && !target.contains("://") && !target.contains("::"))
}

/// The names by which links lead to headings, as GitHub makes them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings.map(|line| {
        let kept = line.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.replace(' ', "-");
        kept.chars().filter(|letter| letter.is_alphanumeric() || ['-', '_'].contains(letter)).collect()
    })
}

const README: &str = "README.md";
/// What a newcomer reads before the first command.
const README_LINES: usize = 150;
const INDEX: &str = "docs/README.md";
/// Its samples are compiled with the library's tests.
const LIBRARY: &str = "crates/connect-toe/README.md";

/// README.md is short and shows code that is compiled; every guide answers one question and is in the index.
pub(crate) fn guides(repository: &Repository) -> Vec<String> {
    let text = |path| repository.file(path).map_or("", |file| &file.text);
    let mut problems = Vec::new();
    let lines = text(README).lines().count();
    if lines > README_LINES {
        problems.push(format!("{README}: {lines} lines are more than {README_LINES}"));
    }
    for sample in text(README).split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        if !text(LIBRARY).contains(sample) {
            problems.push(format!("{README}: {LIBRARY} has no such sample: {sample}"));
        }
    }
    let listed: Vec<String> = links(text(INDEX)).filter_map(|link| beside(INDEX, link)).collect();
    let guides = repository.documents().filter(|file| file.path.starts_with("docs/") && file.path != INDEX);
    for guide in guides {
        let titles: Vec<&str> = prose(&guide.text).filter(|line| line.starts_with("# ")).collect();
        if !matches!(titles[..], [title] if title.ends_with('?')) {
            problems.push(format!("{}: the title is one question, not {titles:?}", guide.path));
        }
        if !listed.contains(&guide.path) {
            problems.push(format!("{}: {INDEX} does not list it", guide.path));
        }
    }
    problems
}

/// The guide to own heuristics, and the example that has its program.
const GUIDE: &str = "docs/guides/own-heuristic.md";
const GUIDE_PROGRAM: &str = "crates/connect-toe/examples/own_heuristic.rs";
/// Lines of a program that the guide calls ten lines long; blank lines and closing braces aside.
const GUIDE_LINES: usize = 10;

/// The program of the guide to own heuristics is as short as the guide says, and an example of the library has the same
/// program, so that it is built with the tests.
pub(crate) fn guide_program(repository: &Repository) -> Vec<String> {
    let [Some(guide), Some(example)] = [GUIDE, GUIDE_PROGRAM].map(|path| repository.file(path)) else {
        return vec![format!("{GUIDE} or {GUIDE_PROGRAM} is missing")];
    };
    let block = guide.text.split_once("```rust\n").and_then(|(_, rest)| rest.split("```").next());
    let Some(program) = block else { return vec![format!("{GUIDE} has no program")] };
    let mut problems = Vec::new();
    let lines = program.lines().filter(|line| !matches!(line.trim(), "" | "}")).count();
    if lines > GUIDE_LINES {
        problems.push(format!("{GUIDE}: the program has {lines} lines, more than {GUIDE_LINES}"));
    }
    // Lines are broken in other places in code.
    let words = |text: &str| text.split_whitespace().collect::<String>();
    if !words(&example.text).ends_with(&words(program)) {
        problems.push(format!("{GUIDE_PROGRAM} does not end with the program of {GUIDE}"));
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
        let guide =
            "# How? And why?\n[1](../README.md) [2](../../a) [3](#how-and-why) [4](#who)\n```\n[5](x)\n```\n";
        let files = [("README.md", text), ("docs/a.md", guide), ("crates/a/src/lib.rs", "")];
        assert_eq!(
            paths(&repository(&files)),
            [
                "README.md: there is no crates/b",
                "README.md: there is no LICENSE",
                "docs/a.md: there is no ../../a",
                "docs/a.md: docs/a.md has no heading for #who",
            ]
        );
    }

    #[test]
    fn guides_that_nobody_finds_are_found() {
        let files = [
            ("README.md", "```rust\nlet a = 1;\n```\n```rust\nlet b = 2;\n```\n"),
            ("crates/connect-toe/README.md", "```rust\nuse c;\nlet a = 1;\n```\n"),
            ("docs/README.md", "# Guides\n[How?](a.md)\n"),
            ("docs/a.md", "# How?\n```sh\n# a comment\n```\n"),
            ("docs/b.md", "# B\n"),
        ];
        assert_eq!(
            guides(&repository(&files)),
            [
                "README.md: crates/connect-toe/README.md has no such sample: let b = 2;\n",
                "docs/b.md: the title is one question, not [\"# B\"]",
                "docs/b.md: docs/README.md does not list it",
            ]
        );
    }
}
