//! Lists of positions: `--file`.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use crate::failure::Failure;

// A list of positions in place of one.
#[derive(Debug, Args)]
pub(crate) struct PositionFile {
    /// Read positions from a file, - for standard input
    ///
    /// Each line is MOVES [EXPECTED], as for `solve --file`. With --format json each line of output is one answer.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "board", "to_move"], value_parser = NonEmptyStringValueParser::new())]
    file: Option<String>,
}

/// A list that can be read, and its name for messages.
pub(crate) struct PositionList {
    pub(crate) lines: Box<dyn BufRead>,
    pub(crate) name: String,
}

impl PositionFile {
    /// The list, if one is asked for.
    pub(crate) fn open(&self) -> Result<Option<PositionList>, Failure> {
        self.file.as_deref().map(PositionList::open).transpose()
    }
}

impl PositionList {
    /// Opens a file, or standard input if its name is `-`.
    pub(crate) fn open(file: &str) -> Result<PositionList, Failure> {
        if file == "-" {
            let lines = Box::new(std::io::stdin().lock());
            return Ok(PositionList { lines, name: "standard input".to_owned() });
        }
        let unreadable = |why: &dyn Display| Failure::request(format!("cannot read {file}: {why}"));
        let opened = File::open(file).map_err(|error| unreadable(&error))?;
        if opened.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err(unreadable(&"it is a folder").hint("--file takes a file of positions, a line each"));
        }
        Ok(PositionList { lines: Box::new(BufReader::new(opened)), name: file.to_owned() })
    }
}
