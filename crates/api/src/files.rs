//! Files that requests name and answers are written to.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// Makes a folder for files that a request names; what cannot be written is better known before the work than after it.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| {
        Error::request(format!("cannot write into {}: {error}", folder.display()))
            .with_hint("name another folder with --out")
    })
}

/// Writes a file of an answer.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::run(format!("cannot write {}: {error}", path.display())))
}
