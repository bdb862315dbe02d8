//! Messages: what is wrong and what was found are data, and no code looks into their words.

use super::repository::Repository;

/// The ends of expressions that are messages: those of errors, and those that were just printed.
const MESSAGES: [&str; 5] = [".to_string()", "message()", "message", "error", "sentence"];
const SEARCHES: [&str; 8] = [
    ".contains(",
    ".starts_with(",
    ".ends_with(",
    ".strip_prefix(",
    ".strip_suffix(",
    ".split_once(",
    ".rsplit_once(",
    ".find(",
];

/// No crate searches in a message; tests and examples in documentation may.
pub(crate) fn messages(repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    for file in repository.files.iter().filter(|file| file.has_extension("rs")) {
        if !(file.path.starts_with("crates/") && file.path.contains("/src/")) {
            continue;
        }
        let code = file.text.lines().take_while(|line| *line != "#[cfg(test)]").enumerate();
        for (index, line) in code {
            let line = line.split("//").next().unwrap_or_default();
            let searches_in_message = |search: &&str| {
                line.match_indices(*search)
                    .any(|(place, _)| MESSAGES.iter().any(|message| line[..place].ends_with(message)))
            };
            if SEARCHES.iter().any(searches_in_message) {
                problems.push(format!("{}:{}: a message is taken apart", file.path, index + 1));
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
    fn a_search_in_a_message_is_found() {
        let found = messages(&repository(&[
            (
                "crates/web/src/command.rs",
                "/// assert!(error.to_string().contains(\"x\"));\nif error.to_string().contains(\"limit\") {}\n\
                 let name = path.strip_prefix(\"api/\");\n#[cfg(test)]\nassert!(error.ends_with(\"x\"));\n",
            ),
            ("crates/web/tests/it/main.rs", "assert!(error.contains(\"fine\"));\n"),
        ]));
        assert_eq!(found, ["crates/web/src/command.rs:2: a message is taken apart"]);
    }
}
