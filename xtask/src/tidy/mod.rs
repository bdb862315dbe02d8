//! `tidy`: checks of the repository itself. A check is a function from the repository to what is wrong
//! with it, and a row of [`CHECKS`].

mod circles;
mod commands;
mod dependencies;
mod documents;
mod layers;
mod library;
mod messages;
mod printing;
mod publishing;
pub(crate) mod repository;
mod text;
mod workflows;

use anyhow::{Result, bail};

use crate::page::sources;
use crate::process::root;
use repository::Repository;

/// The subject of a check, and the check, which gives one line for each problem.
type Check = (&'static str, fn(&Repository) -> Vec<String>);

const CHECKS: &[Check] = &[
    ("lints of every package", dependencies::lints),
    ("dependencies", dependencies::dependencies),
    ("layers", layers::layers),
    ("circles", circles::circles),
    ("the library", library::library),
    ("text files", text::text),
    ("messages", messages::messages),
    ("printing", printing::printing),
    ("publishing", publishing::publishing),
    ("ARCHITECTURE.md", documents::architecture),
    ("paths in documents", documents::paths),
    ("README.md and guides", documents::guides),
    ("commands in documents", commands::commands),
    ("the program of the guide", documents::guide_program),
    ("workflows", workflows::workflows),
    ("the built page", sources::built_page),
];

/// Runs all checks.
pub(crate) fn run() -> Result<()> {
    let repository = Repository::open(&root())?;
    let mut problems = 0;
    for (name, check) in CHECKS {
        for problem in check(&repository) {
            eprintln!("tidy: {name}: {problem}");
            problems += 1;
        }
    }
    if problems > 0 {
        bail!("tidy: {problems} problems");
    }
    println!("tidy: {} checks of {} files, no problems", CHECKS.len(), repository.files.len());
    Ok(())
}
