//! An experiment to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::answer;
use crate::failure::Failure;

const SAMPLE: &str = include_str!("sample.toml");

/// Writes the sample into a new file.
pub(super) fn write(path: &Path) -> Result<(), Failure> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = file.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::request(format!("{} is there already", path.display())).hint("name a new file")
        }
        _ => Failure::request(format!("cannot write {}: {error}", path.display())),
    })?;
    file.write_all(SAMPLE.as_bytes())?;
    answer::print_text(&format!(
        "{0} is written. Run it with `connect-toe experiment run {0}`, then `connect-toe experiment report {0}`.",
        path.display()
    ))
}
