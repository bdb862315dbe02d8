//! `experiment sample`: an experiment to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::work::Work;

const SAMPLE: &str = include_str!("sample.toml");

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
    pub fn run(&self, _work: &Work) -> Result<WrittenSample, Error> {
        let file = OpenOptions::new().write(true).create_new(true).open(&self.file);
        let mut file = file.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                Error::request(format!("{} is there already", self.file)).with_hint("name a new file")
            }
            _ => Error::request(format!("cannot write {}: {error}", self.file)),
        })?;
        file.write_all(SAMPLE.as_bytes()).map_err(Error::run)?;
        Ok(WrittenSample { file: self.file.clone() })
    }
}
