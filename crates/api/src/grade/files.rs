//! `grade.json` and `grade.csv`.

use std::fs;
use std::path::{Path, PathBuf};

use super::answer::Grades;
use super::table;
use crate::error::Error;

/// Where the grades are written.
pub(super) struct Files {
    json: PathBuf,
    csv: PathBuf,
}

impl Files {
    /// Makes the folder.
    pub(super) fn prepare(folder: &Path) -> Result<Files, Error> {
        make_folder(folder)?;
        Ok(Files { json: folder.join("grade.json"), csv: folder.join("grade.csv") })
    }

    pub(super) fn write(&self, grades: &Grades) -> Result<(), Error> {
        let json = serde_json::to_value(grades).map_err(Error::run)?;
        write(&self.json, &format!("{json:#}\n"))?;
        let mut csv = csv::Writer::from_writer(Vec::new());
        table::rows(grades).try_for_each(|row| csv.write_record(row)).map_err(Error::run)?;
        let csv = csv.into_inner().map_err(|error| Error::run(error.error()))?;
        write(&self.csv, &String::from_utf8_lossy(&csv))
    }
}

/// Makes a folder for files that a request names; what cannot be written is better known before the work than after it.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| {
        Error::request(format!("cannot write into {}: {error}", folder.display()))
            .with_hint("name another folder with --out")
    })
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::run(format!("cannot write {}: {error}", path.display())))
}
