//! What the crate `connect-toe` promises those who use it: few packages by default, no C, and no item that is public by
//! accident.

use std::collections::BTreeSet;

use super::repository::Repository;
use crate::process::{cargo, output};

const PACKAGE: &str = "connect-toe";
const SOURCES: &str = "crates/connect-toe/src/";
/// Packages of the default library, itself included.
const MOST_PACKAGES: usize = 25;
/// Packages that compile C.
const COMPILERS: [&str; 3] = ["cc", "cmake", "bindgen"];

/// The default library has few packages and compiles no C; each item that it shows is named.
pub(crate) fn library(repository: &Repository) -> Vec<String> {
    let tree = |edges| {
        let wanted = ["--edges", edges, "--prefix", "none", "--no-dedupe", "--format", "{p}"];
        output(cargo(&["tree", "--locked", "--package", PACKAGE]).args(wanted))
    };
    let mut problems = globs(repository);
    match (tree("normal"), tree("normal,build")) {
        (Ok(used), Ok(built)) => problems.extend(packages(&used, &built)),
        (Err(error), _) | (_, Err(error)) => problems.push(format!("{error:#}")),
    }
    problems
}

/// Items that are re-exported without being named.
fn globs(repository: &Repository) -> Vec<String> {
    let sources = repository.files.iter().filter(|file| file.path.starts_with(SOURCES));
    let is_glob = |line: &&str| line.trim_start().starts_with("pub use") && line.contains('*');
    let globs = sources.flat_map(|file| file.text.lines().filter(is_glob).map(move |line| (file, line)));
    globs.map(|(file, line)| format!("{} re-exports whatever there is: {}", file.path, line.trim())).collect()
}

/// What is wrong with the packages that the library uses, and with those that it is built with.
fn packages(used: &str, built: &str) -> Vec<String> {
    let number = used.lines().collect::<BTreeSet<_>>().len();
    let mut problems = Vec::new();
    if number > MOST_PACKAGES {
        problems.push(format!("{PACKAGE} has {number} packages by default, more than {MOST_PACKAGES}"));
    }
    let compiles_c = |line: &&str| line.split(' ').next().is_some_and(|name| COMPILERS.contains(&name));
    problems.extend(built.lines().find(compiles_c).map(|line| format!("{PACKAGE} is built with {line}")));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn globs_of_the_library_are_found() {
        let found = globs(&repository(&[
            ("crates/connect-toe/src/lib.rs", "pub use ours::{A, B};\nmod a {\n    pub use ours::*;\n}\n"),
            ("crates/game/src/lib.rs", "pub use inner::*;\n"),
        ]));
        assert_eq!(found, ["crates/connect-toe/src/lib.rs re-exports whatever there is: pub use ours::*;"]);
    }

    #[test]
    fn packages_are_counted_once_and_compilers_of_c_found() {
        let few = "connect-toe v1.0.0\nrand v0.10.0\nrand v0.10.0\n";
        assert!(packages(few, few).is_empty());
        let many: Vec<String> = (0..30).map(|number| format!("p{number} v1.0.0")).collect();
        let found = packages(&many.join("\n"), "cc v1.2.0\nccc v1.0.0\n");
        assert_eq!(
            found,
            ["connect-toe has 30 packages by default, more than 25", "connect-toe is built with cc v1.2.0"]
        );
    }
}
