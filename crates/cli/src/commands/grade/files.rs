//! `grade.json` and `grade.csv`.

use std::fs;
use std::path::{Path, PathBuf};

use connect_toe_grade::{Grading, Request};

use super::wire;
use crate::failure::Failure;

/// Where the results are written.
pub(super) struct Files {
    pub(super) json: PathBuf,
    pub(super) csv: PathBuf,
}

impl Files {
    /// Makes the folder.
    pub(super) fn prepare(folder: &Path) -> Result<Files, Failure> {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::request(format!("cannot write into {}: {error}", folder.display()))
                .hint("name another folder with --out")
        })?;
        Ok(Files { json: folder.join("grade.json"), csv: folder.join("grade.csv") })
    }

    pub(super) fn write(&self, request: &Request, grading: &Grading) -> Result<(), Failure> {
        write(&self.json, &format!("{:#}\n", wire::json(request, grading)))?;
        write(&self.csv, &table(grading).map_err(Failure::run)?)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::Run(format!("cannot write {}: {error}", path.display())))
}

/// One line for each entry and group of positions.
fn table(grading: &Grading) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(wire::COLUMNS)?;
    for row in wire::rows(grading) {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
