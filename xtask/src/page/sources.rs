//! What the built page and the board for notebooks were built from: a list of hashes, so that a change of either is noticed.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::tidy::repository::{File, Repository};

/// What is built from the sources in a go: a script of npm, and the folder that it fills.
pub(crate) struct Product {
    pub(crate) script: &'static str,
    pub(crate) folder: &'static str,
}

/// The page, and the board for notebooks.
pub(crate) const PRODUCTS: [Product; 2] = [
    Product { script: "build", folder: "crates/web/dist" },
    Product { script: "build:notebook", folder: "python/connect_toe/static" },
];
/// The list of hashes.
pub(crate) const LIST: &str = "crates/web/dist/SOURCES.sha256";
/// The folder of the sources.
const SOURCES: &str = "web/";

/// The list for the repository as it is: a line for each file, in the form of `sha256sum`.
pub(crate) fn list(repository: &Repository) -> String {
    let mut files: Vec<&File> = repository.files.iter().filter(|file| counts(&file.path)).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.iter().fold(String::new(), |mut list, file| {
        for byte in Sha256::digest(&file.text) {
            // Writing into a string cannot fail.
            let _ = write!(list, "{byte:02x}");
        }
        list + "  " + &file.path + "\n"
    })
}

/// Whether a file decides what is built, or is part of it. Tests and guides do not.
fn counts(path: &str) -> bool {
    let is_test =
        path.starts_with("web/tests/") || path.contains(".test.") || path == "web/vitest.browser.config.ts";
    let is_source = path.starts_with(SOURCES) && path != "web/README.md" && !is_test;
    is_source || (is_built(path) && path != LIST)
}

/// Whether a file is in a folder of what is built.
pub(crate) fn is_built(path: &str) -> bool {
    PRODUCTS.iter().any(|product| path.strip_prefix(product.folder).is_some_and(|rest| rest.starts_with('/')))
}

/// The check of the repository: what is built is that of its sources.
pub(crate) fn built_page(repository: &Repository) -> Vec<String> {
    let Some(kept) = repository.file(LIST) else {
        return vec![format!("{LIST} is missing: run `cargo xtask web` and commit it")];
    };
    let now = list(repository);
    let differs = |line: &&str, other: &str| !other.lines().any(|known| known == *line);
    let changed = now.lines().filter(|line| differs(line, &kept.text));
    let gone = kept.text.lines().filter(|line| differs(line, &now));
    let mut paths: Vec<&str> =
        changed.chain(gone).filter_map(|line| Some(line.split_once("  ")?.1)).collect();
    paths.sort_unstable();
    paths.dedup();
    let complain = |path| format!("{path} has changed since `web` was built: run `cargo xtask web`");
    paths.into_iter().map(complain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::root;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn the_built_page_is_that_of_its_sources() {
        let repository = Repository::open(&root()).expect("can be read");
        assert_eq!(built_page(&repository), [""; 0]);
    }

    #[test]
    fn changed_new_and_lost_files_are_found() {
        let before = [
            ("web/src/main.ts", "a"),
            ("web/src/old.ts", "b"),
            ("web/src/some.test.ts", "c"),
            ("web/tests/page.test.ts", "d"),
            ("crates/web/dist/index.html", "e"),
            ("web/README.md", "f"),
            ("python/connect_toe/static/board.js", "g"),
            ("python/connect_toe/notebook.py", "h"),
        ];
        let kept = list(&repository(&before));
        assert_eq!(kept.lines().count(), 4, "{kept}");
        // The empty text's hash is well known.
        assert!(list(&repository(&[("web/a", "")])).starts_with("e3b0c44298fc1c149afbf4c8996fb924"));
        let mut after: Vec<(&str, &str)> =
            before.into_iter().filter(|file| file.0 != "web/src/old.ts").collect();
        after.push((LIST, &kept));
        after.push(("web/src/new.ts", "f"));
        after[0].1 = "changed";
        after[2].1 = "a test may change";
        let found = built_page(&repository(&after));
        let names: Vec<&str> = found.iter().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(names, ["web/src/main.ts", "web/src/new.ts", "web/src/old.ts"]);
    }
}
