//! Every game, for other programs.

use std::path::Path;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use connect_toe_laboratory::{ExportExperiment, ExportForm};

use super::file::FileArguments;
use crate::answer::{self, Format};
use crate::arguments::{Common, with_csv};
use crate::failure::Failure;
use crate::session::{self, Session};

// Options of `export`.
#[derive(Debug, Args)]
#[command(mut_args(with_csv))]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: FileArguments,
    /// Write to this file [default: standard output]
    ///
    /// An existing file is replaced when all games are written.
    #[arg(long, value_name = "OUT", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
    /// Write the games as other programs read them
    #[arg(long, value_name = "FORM", conflicts_with = "format")]
    games: Option<Games>,
}

/// A form of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Games {
    /// Piskvork's, one after the other
    Psq,
    /// The Smart Game Format
    Sgf,
    /// A line of column digits for each game
    Digits,
}

pub(super) fn print(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let form = match (arguments.games, common.format) {
        (Some(Games::Psq), _) => ExportForm::Psq,
        (Some(Games::Sgf), _) => ExportForm::Sgf,
        (Some(Games::Digits), _) => ExportForm::Digits,
        (None, Format::Json) => ExportForm::Json,
        (None, Format::Csv | Format::Text) => ExportForm::Csv,
    };
    let request = ExportExperiment { file: arguments.file.file(common), form };
    if let Some(path) = &arguments.out {
        return session::run(common, |work| request.run_into(work, Path::new(path)));
    }
    answer::stream(|out| request.run(&Session::of_long_answer(common).work, out))
}
