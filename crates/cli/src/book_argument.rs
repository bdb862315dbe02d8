//! The book of a command: where exact solvers look before they search.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::BookChoice;

#[derive(Debug, Args)]
pub(crate) struct BookArgument {
    /// Book of the game to look in first, or none
    ///
    /// `connect-toe book` makes such a file [default: the program's own, if it has one of the game].
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    book: Option<String>,
}

impl BookArgument {
    /// A book with the name none is `./none`.
    pub(crate) fn choice(&self) -> Option<BookChoice> {
        let choice = |file: &String| match &**file {
            "none" => BookChoice::None,
            _ => BookChoice::File(file.clone()),
        };
        self.book.as_ref().map(choice)
    }
}
