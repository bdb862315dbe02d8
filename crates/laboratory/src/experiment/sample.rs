//! `experiment sample`: an experiment to start from.

use std::io::{ErrorKind, Write};
use std::path::Path;

use connect_toe_api::{Error, Fault, Work};
use serde::{Deserialize, Serialize};

use connect_toe_api::files::{OutputFile, unwritable, unwritten};

pub(super) const SAMPLE: &str = include_str!("sample.toml");

/// Asks for a small, commented experiment in a new file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SampleExperiment {
    /// The file.
    pub file: String,
}

/// A sample that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WrittenSample {
    /// The file.
    pub file: String,
}

impl SampleExperiment {
    /// Writes the sample.
    ///
    /// # Errors
    /// A file that exists, or that cannot be written.
    pub fn run(&self, work: &Work) -> Result<WrittenSample, Error> {
        let path = Path::new(&self.file);
        let there = || {
            Error::of_field(Fault::FileExists, "file", format!("{} is there already", self.file))
                .with_hint("name a new file")
        };
        let mut file = OutputFile::create_new(path, work.files()).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => there(),
            _ => unwritable(path, &error),
        })?;
        file.write_all(SAMPLE.as_bytes()).and_then(|()| file.keep()).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => there(),
            _ => unwritten(path, &error, ""),
        })?;
        Ok(WrittenSample { file: self.file.clone() })
    }
}
