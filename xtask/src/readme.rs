//! `readme`: what README.md and the guides show is what the program prints.
//!
//! In a `console` block every line that begins with `$ connect-toe` is run, and the lines below it are what
//! it must print. A line of `...` stands for any lines. A block that cannot be repeated, such as one with
//! times in it, is a `text` block. The commands of a document run one after the other in a folder of their own, in
//! which a block like "toml ladder.toml" is the file of that name.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::process::{built, cargo, output, root, run as run_program};

/// Options of `readme`.
#[derive(Debug, Default, Args)]
pub(crate) struct Options {
    /// Put what the program prints in place of what is shown
    #[arg(long)]
    bless: bool,
}

/// A command and what is shown below it.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    /// The words after `connect-toe`.
    arguments: Vec<String>,
    /// Lines of the document that show the output: first, and one past the last.
    lines: (usize, usize),
}

pub(crate) fn run(options: &Options) -> Result<()> {
    run_program(&mut cargo(&["build", "--quiet", "--release", "--package", "connect-toe-cli"]))?;
    let binary = built("release", "connect-toe")?;
    let mut paths = vec![root().join("README.md")];
    for folder in ["docs", "docs/guides"] {
        let entries = fs::read_dir(root().join(folder))?;
        let found: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        paths.extend(found.into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    }
    paths.sort();
    let (mut commands, mut wrong) = (0, 0);
    for path in paths {
        let folder = tempfile::tempdir()?;
        write_files(&fs::read_to_string(&path)?, folder.path())?;
        let (more, more_wrong) = check(&path, folder.path(), &binary, options)?;
        (commands, wrong) = (commands + more, wrong + more_wrong);
    }
    ensure!(commands > 0, "no document shows any output");
    match (wrong, options.bless) {
        (0, _) => println!("readme: the output of {commands} commands is as shown"),
        (_, true) => println!("readme: wrote the output of {wrong} commands"),
        _ => bail!("other output is shown for {wrong} commands (cargo xtask readme --bless rewrites it)"),
    }
    Ok(())
}

/// Runs a document's commands in a folder; how many there are, and how many print something else.
fn check(path: &Path, folder: &Path, binary: &Path, options: &Options) -> Result<(usize, usize)> {
    let document = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines: Vec<String> = document.lines().map(str::to_owned).collect();
    let examples = examples(&document)?;
    let mut changes = Vec::new();
    for example in &examples {
        let printed = output(Command::new(binary).args(&example.arguments).current_dir(folder))?;
        let printed: Vec<&str> = printed.lines().collect();
        let shown: Vec<&str> = lines[example.lines.0..example.lines.1].iter().map(String::as_str).collect();
        if !matches(&shown, &printed) {
            eprintln!("connect-toe {} prints:\n{}\n", example.arguments.join(" "), printed.join("\n"));
            let printed: Vec<String> = printed.iter().map(|&line| line.to_owned()).collect();
            changes.push((example.lines, printed));
        }
    }
    let wrong = changes.len();
    for ((from, to), printed) in changes.into_iter().rev() {
        lines.splice(from..to, printed);
    }
    if wrong > 0 && options.bless {
        fs::write(path, lines.join("\n") + "\n")?;
    }
    Ok((examples.len(), wrong))
}

/// Writes the blocks that are files.
fn write_files(document: &str, folder: &Path) -> Result<()> {
    let mut file: Option<(&str, String)> = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), &mut file) {
            (Some(""), Some((name, text))) => {
                fs::write(folder.join(name), text)?;
                file = None;
            }
            (Some(info), None) => {
                let name = info.strip_prefix("toml ");
                file = name.map(|name| (name, String::new()));
            }
            (_, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    Ok(())
}

fn examples(document: &str) -> Result<Vec<Example>> {
    let mut examples: Vec<Example> = Vec::new();
    let mut in_console = false;
    let mut showing = false;
    for (number, line) in document.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            in_console = info == "console";
            showing = false;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            showing = command.starts_with("connect-toe ");
            if showing {
                let mut words = words(command).with_context(|| format!("cannot read: {command}"))?;
                words.remove(0);
                examples.push(Example { arguments: words, lines: (number + 1, number + 1) });
            }
        } else if let Some(example) = examples.last_mut().filter(|_| showing) {
            example.lines.1 = number + 1;
        }
    }
    // An empty line between an output and the next command is not part of the output.
    let lines: Vec<&str> = document.lines().collect();
    for example in &mut examples {
        while example.lines.1 > example.lines.0 && lines[example.lines.1 - 1].is_empty() {
            example.lines.1 -= 1;
        }
    }
    Ok(examples)
}

/// The words of a command; double quotes hold words together.
fn words(command: &str) -> Option<Vec<String>> {
    let parts: Vec<&str> = command.split('"').collect();
    if parts.len().is_multiple_of(2) {
        return None;
    }
    let words = parts.iter().enumerate().flat_map(|(index, part)| {
        if index % 2 == 1 { vec![*part] } else { part.split_whitespace().collect() }
    });
    Some(words.map(str::to_owned).collect())
}

/// Whether the printed lines are as shown; `...` stands for any lines, none included.
fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => (0..=printed.len()).any(|from| matches(rest, &printed[from..])),
        (Some((shown_line, shown)), Some((line, printed))) => shown_line == line && matches(shown, printed),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_commands_with_the_lines_below() {
        let document = "Text\n```console\n$ connect-toe moves 3x3:3 --moves \"a1 b2\"\nx to move\nmore\n\n$ ls\nx\n```\n```text\n$ connect-toe bench\n```";
        let arguments = ["moves", "3x3:3", "--moves", "a1 b2"].map(str::to_owned).into();
        assert_eq!(examples(document).ok(), Some(vec![Example { arguments, lines: (3, 5) }]));
        assert_eq!(words("unfinished \"quote"), None);
    }

    #[test]
    fn blocks_with_a_name_are_files() {
        let folder = tempfile::tempdir().expect("is made");
        let document = "```console\n$ ls\n```\n```toml a.toml\nx = 1\n\ny = 2\n```\n```toml\nz = 3\n```\n";
        write_files(document, folder.path()).expect("are written");
        assert_eq!(fs::read_to_string(folder.path().join("a.toml")).expect("is there"), "x = 1\n\ny = 2\n");
        assert_eq!(fs::read_dir(folder.path()).expect("is there").count(), 1);
    }

    #[test]
    fn dots_stand_for_any_lines() {
        assert!(matches(&["a", "..."], &["a", "b", "c"]));
        assert!(matches(&["a", "...", "c"], &["a", "b", "c"]));
        assert!(!matches(&["a", "...", "d"], &["a", "b", "c"]));
        assert!(!matches(&["a"], &["a", "b"]));
    }
}
