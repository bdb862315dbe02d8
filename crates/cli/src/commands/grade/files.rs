//! `grade.json` and `grade.csv`.

use std::fs;
use std::path::{Path, PathBuf};

use connect_toe_grade::{Grading, Request};
use connect_toe_report::csv_text;

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
        write(&self.csv, &csv_text(wire::table(grading)).map_err(Failure::run)?)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::Run(format!("cannot write {}: {error}", path.display())))
}
