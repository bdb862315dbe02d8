//! Text files: no traces of one machine, no invisible characters at the ends of lines.

use super::repository::Repository;
use crate::page::sources::is_built;

/// No absolute path of a home folder or of this checkout; no white space at the end of a line; no tab in
/// Rust code; a newline at the end of the file. Snapshots keep what the program printed.
pub(crate) fn text(repository: &Repository) -> Vec<String> {
    // In pieces, so that this file does not hold what it looks for.
    let mut homes = vec![["/ho", "me/"].concat(), ["/ro", "ot/"].concat(), ["/Us", "ers/"].concat()];
    // A checkout right under the root of the file system has too common a path to look for.
    if repository.root.components().count() > 2 {
        homes.push(format!("{}/", repository.root.display()));
    }
    let mut problems = Vec::new();
    // What is built from the page's sources is made by a tool.
    for file in repository.files.iter().filter(|file| !is_built(&file.path)) {
        for (index, line) in file.text.lines().enumerate() {
            let mut complain = |what: &str| problems.push(format!("{}:{}: {what}", file.path, index + 1));
            if homes.iter().any(|home| line.contains(home)) {
                complain("the path of one machine");
            }
            if line.ends_with([' ', '\t', '\r']) && !file.has_extension("snap") {
                complain("white space at the end");
            }
            if line.contains('\t') && file.has_extension("rs") {
                complain("a tab");
            }
        }
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            problems.push(format!("{}: no newline at the end", file.path));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn traces_and_white_space_are_found() {
        let home = ["see /ho", "me/somebody\n"].concat();
        let found = text(&repository(&[
            ("a.md", &home),
            ("b.rs", "\tlet x; \nok\n"),
            ("c.txt", "ok\tok\nend"),
            ("d.snap", "kept \n"),
            ("e.md", "in /srv/checkout/target\n"),
        ]));
        assert_eq!(
            found,
            [
                "a.md:1: the path of one machine",
                "b.rs:1: white space at the end",
                "b.rs:1: a tab",
                "c.txt: no newline at the end",
                "e.md:1: the path of one machine",
            ]
        );
    }
}
