//! `grade.json` and `grade.csv`.

use std::path::{Path, PathBuf};

use super::answer::Grades;
use super::table;
use crate::error::Error;
use crate::files::{make_folder, write};

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
