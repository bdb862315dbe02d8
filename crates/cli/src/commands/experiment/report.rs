//! The report on an experiment.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_laboratory::ReportExperiment;

use super::file::FileArguments;
use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::session;

// Options of `report`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: FileArguments,
    /// Folder for the report [default: FILE with -report]
    ///
    /// It holds report.html, report.md, results.csv, results.json and tables.tex. The default is the experiment file's name
    /// with -report in place of .toml.
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
}

pub(super) fn write(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request =
        ReportExperiment { file: arguments.file.file(common), out: arguments.out.clone(), with_links: false };
    answer::print(common.format, &session::run(common, |work| request.run(work))?, |written| {
        let paragraph = |paragraph: &String| answer::wrap(paragraph, 100);
        let summary: Vec<String> = written.summary.iter().map(paragraph).collect();
        format!("{}\n\n{}", summary.join("\n\n"), written.files.join("\n"))
    })
}
