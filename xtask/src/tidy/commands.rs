//! Commands in documents name things that can be run.

use clap::CommandFactory;

use super::repository::Repository;
use crate::Arguments;

/// Where the subcommands of `connect-toe` are listed, and the enum that lists them.
const COMMAND_LIST: &str = "crates/cli/src/program.rs";
const COMMAND_ENUM: &str = "enum Command {";

const CARGO: &[&str] = &[
    "add",
    "bench",
    "build",
    "check",
    "clippy",
    "deny",
    "doc",
    "fmt",
    "fuzz",
    "insta",
    "install",
    "new",
    "package",
    "publish",
    "run",
    "semver-checks",
    "test",
    "xtask",
];

/// Every `connect-toe` and `cargo` command in a code block or between backticks names a subcommand there is.
pub(crate) fn commands(repository: &Repository) -> Vec<String> {
    let program = program_commands(repository);
    if program.is_empty() {
        return vec![format!("there is no {COMMAND_LIST} with {COMMAND_ENUM}")];
    }
    let mut problems = Vec::new();
    for document in repository.documents().filter(|document| document.path != "CHANGELOG.md") {
        for command in commands_of(&document.text) {
            if let Some(unknown) = unknown(&command, &program) {
                problems.push(format!("{}: there is no {unknown}: {command}", document.path));
            }
        }
    }
    problems
}

/// The subcommands of `connect-toe`.
pub(super) fn program_commands(repository: &Repository) -> Vec<String> {
    repository.file(COMMAND_LIST).map(|list| subcommands(&list.text)).unwrap_or_default()
}

/// The variants of the command enum as they are typed.
fn subcommands(source: &str) -> Vec<String> {
    let body = source.split_once(COMMAND_ENUM).and_then(|(_, rest)| rest.split_once("\n}"));
    let lines = body.map_or("", |(body, _)| body).lines().map(str::trim);
    let names = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    names
        .map(|line| {
            let mut typed = String::new();
            for letter in line.chars().take_while(char::is_ascii_alphanumeric) {
                if letter.is_ascii_uppercase() && !typed.is_empty() {
                    typed.push('-');
                }
                typed.push(letter.to_ascii_lowercase());
            }
            typed
        })
        .collect()
}

/// The commands of a document: lines of shell blocks (in `console` blocks only those after `$`), and code
/// between backticks.
fn commands_of(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut block: Option<&str> = None;
    for line in text.lines() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(info) };
            continue;
        }
        match block {
            Some("console" | "text") => {
                commands.extend(line.trim_start().strip_prefix("$ ").map(str::to_owned));
            }
            Some("sh" | "bash" | "shell") => commands.push(line.trim().to_owned()),
            Some(_) => {}
            None => commands.extend(line.split('`').skip(1).step_by(2).map(str::to_owned)),
        }
    }
    let starts = |command: &String| {
        let first = command.split_whitespace().next().unwrap_or_default();
        command.contains(' ') && (first == "cargo" || is_program(first))
    };
    commands.into_iter().filter(starts).collect()
}

fn is_program(word: &str) -> bool {
    word == "connect-toe" || word.ends_with("/connect-toe")
}

/// What a command names that does not exist.
pub(super) fn unknown(command: &str, program: &[String]) -> Option<String> {
    let command = command.split(" #").next().unwrap_or_default();
    let mut words = command.split_whitespace().filter(|word| !word.starts_with('+'));
    let first = words.next()?;
    let of_program = |mut words: Vec<&str>| {
        words.retain(|word| !word.starts_with('-'));
        let name = words.first()?.to_lowercase();
        (!program.contains(&name) && name != "help").then(|| format!("connect-toe {name}"))
    };
    if is_program(first) {
        return of_program(words.collect());
    }
    let name = words.next()?;
    if !CARGO.contains(&name) {
        return (!name.starts_with('-')).then(|| format!("cargo {name}"));
    }
    if name == "xtask" {
        let task = words.next()?;
        let tasks = Arguments::command();
        let known = tasks.get_subcommands().any(|known| known.get_name() == task);
        return (!known && task.starts_with(char::is_lowercase)).then(|| format!("cargo xtask {task}"));
    }
    let rest: Vec<&str> = words.collect();
    let names_package = rest.iter().any(|word| ["-p", "--package", "--manifest-path"].contains(word));
    let split = rest.iter().position(|&word| word == "--")?;
    if name == "run" && !names_package { of_program(rest[split + 1..].to_vec()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::repository::tests::repository;

    #[test]
    fn commands_that_do_not_exist_are_found() {
        let list =
            "pub(crate) enum Command {\n    /// One\n    Games(games::Arguments),\n    TwoWords(x),\n}\n";
        let text = "Type `connect-toe games` or `connect-toe game`; `cargo run --release -- two-words`.\n\
            ```console\n$ cargo xtask tidy\n$ cargo xtask tidied\ncargo nothing\n```\n\
            ```sh\ncargo run --release -- paper\ncargo tset # typo\n```\n```rust\ncargo nothing\n```\n";
        let found = commands(&repository(&[(COMMAND_LIST, list), ("README.md", text)]));
        assert_eq!(
            found,
            [
                "README.md: there is no connect-toe game: connect-toe game",
                "README.md: there is no cargo xtask tidied: cargo xtask tidied",
                "README.md: there is no connect-toe paper: cargo run --release -- paper",
                "README.md: there is no cargo tset: cargo tset # typo",
            ]
        );
    }
}
