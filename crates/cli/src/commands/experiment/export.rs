//! Every game, for other programs.

use std::io::{self, BufWriter, Write};

use connect_toe_results::{Opened, ResultsError, ResultsFile, export_csv, export_json};

use super::{FileArguments, PlanFile, results_failure};
use crate::answer::Format;
use crate::arguments::Common;
use crate::failure::Failure;

pub(super) fn print(common: &Common, arguments: &FileArguments) -> Result<(), Failure> {
    let file = PlanFile::read(&arguments.experiment, &arguments.settings, common)?;
    let results = ResultsFile::open(&arguments.results(), Opened::ToRead).map_err(results_failure)?;
    results.check(&file.plan, None).map_err(results_failure)?;
    let mut out = Reader::new(BufWriter::new(io::stdout().lock()));
    let exported = match common.format {
        Format::Json => export_json(&results, &file.plan, &mut out),
        Format::Csv | Format::Text => export_csv(&results, &file.plan, &mut out),
    };
    match exported {
        Err(ResultsError::File { .. }) if out.is_gone => Err(Failure::Unread),
        exported => exported.map_err(results_failure),
    }
}

/// Remembers whether somebody still reads.
struct Reader<W> {
    out: W,
    is_gone: bool,
}

impl<W: Write> Reader<W> {
    fn new(out: W) -> Reader<W> {
        Reader { out, is_gone: false }
    }

    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.is_gone |= result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        result
    }
}

impl<W: Write> Write for Reader<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.note(flushed)
    }
}
