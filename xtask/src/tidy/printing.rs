//! Printing: libraries return values; programs print.

use super::repository::Repository;

/// Where printing is expected.
const PROGRAMS: [&str; 4] = ["crates/cli/", "crates/bench/benches/", "fuzz/src/main.rs", "xtask/"];
const MACROS: [&str; 5] = ["print!", "println!", "eprint!", "eprintln!", "dbg!"];

/// No library prints; examples in documentation may.
pub(crate) fn printing(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    for file in &repository.files {
        let is_program =
            PROGRAMS.iter().any(|program| file.path.starts_with(program)) || file.path.contains("/examples/");
        if !file.has_extension("rs") || is_program {
            continue;
        }
        for (index, line) in file.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let words = code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '!');
            if words.into_iter().any(|word| MACROS.contains(&word)) {
                problems.push(format!("{}:{}: a library prints", file.path, index + 1));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn a_printing_library_is_found() {
        let found = printing(&repository(&[
            (
                "crates/game/src/lib.rs",
                "//! println!(\"fine\")\nwriteln!(f, \"fine\");\n    println!(\"not fine\");\n",
            ),
            ("crates/cli/src/main.rs", "println!(\"fine\");\n"),
        ]));
        assert_eq!(found, ["crates/game/src/lib.rs:3: a library prints"]);
    }
}
