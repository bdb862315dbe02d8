//! `grade.json` and `grade.csv`.

use std::path::Path;

use connect_toe_api::{Error, UnfinishedFiles};
use connect_toe_game::text::printable_json;

use super::answer::Grades;
use super::table;
use connect_toe_api::files::FileGroup;

/// Where the grades are written.
pub(super) struct Files(FileGroup<2>);

impl Files {
    /// Prepares to write into a folder.
    pub(super) fn prepare(folder: &Path, unfinished: &UnfinishedFiles) -> Result<Files, Error> {
        Ok(Files(FileGroup::create(folder, ["grade.json", "grade.csv"], unfinished)?))
    }

    pub(super) fn write(self, grades: &Grades) -> Result<(), Error> {
        let json = serde_json::to_value(grades).map_err(Error::run)?;
        let mut csv = csv::Writer::from_writer(Vec::new());
        table::rows(grades).try_for_each(|row| csv.write_record(row)).map_err(Error::run)?;
        let csv = csv.into_inner().map_err(|error| Error::run(error.error()))?;
        self.0.write([
            printable_json(&format!("{json:#}\n")).as_bytes(),
            String::from_utf8_lossy(&csv).as_bytes(),
        ])
    }
}
