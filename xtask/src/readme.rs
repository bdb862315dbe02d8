//! `readme`: what README.md shows is what the program prints.
//!
//! In a `console` block every line that begins with `$ connect-toe` is run, and the lines below it are what
//! it must print. A line of `...` stands for any lines. A block that cannot be repeated, such as one with
//! times in it, is a `text` block.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::process::{built, cargo, output, root, run as run_program};

/// Options of `readme`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Put what the program prints in place of what README.md shows
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
    let path = root().join("README.md");
    let document = fs::read_to_string(&path).context("cannot read README.md")?;
    let mut lines: Vec<String> = document.lines().map(str::to_owned).collect();
    let examples = examples(&document)?;
    ensure!(!examples.is_empty(), "README.md shows no output");
    let mut wrong = 0;
    for example in examples.iter().rev() {
        let printed = output(Command::new(&binary).args(&example.arguments).current_dir(root()))?;
        let printed: Vec<&str> = printed.lines().collect();
        let shown: Vec<&str> = lines[example.lines.0..example.lines.1].iter().map(String::as_str).collect();
        if matches(&shown, &printed) {
            continue;
        }
        wrong += 1;
        eprintln!("connect-toe {} prints:\n{}\n", example.arguments.join(" "), printed.join("\n"));
        let printed: Vec<String> = printed.iter().map(|&line| line.to_owned()).collect();
        lines.splice(example.lines.0..example.lines.1, printed);
    }
    if wrong == 0 {
        println!("readme: the output of {} commands is as shown", examples.len());
    } else if options.bless {
        fs::write(&path, lines.join("\n") + "\n")?;
        println!("readme: wrote the output of {wrong} commands");
    } else {
        bail!("README.md shows other output for {wrong} commands (cargo xtask readme --bless rewrites it)");
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
    // An empty line between an output and the next command is for the eye.
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
    fn dots_stand_for_any_lines() {
        assert!(matches(&["a", "..."], &["a", "b", "c"]));
        assert!(matches(&["a", "...", "c"], &["a", "b", "c"]));
        assert!(!matches(&["a", "...", "d"], &["a", "b", "c"]));
        assert!(!matches(&["a"], &["a", "b"]));
    }
}
