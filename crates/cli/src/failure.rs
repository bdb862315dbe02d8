//! What goes wrong, and the exit code that says so.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use connect_toe_api::Error;
use connect_toe_game::text::{message, printable};

/// Why a command gave no answer, or only a part of it.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is wrong, the run failed, or the user stopped it before it had anything to say.
    Api(Error),
    /// The user stopped the run, which has printed what it knew.
    Stopped,
    /// Nobody reads standard output any more, which is not a failure.
    Unread,
}

impl Failure {
    /// Exit code of an interrupted run.
    pub(crate) const INTERRUPTED: u8 = 130;

    pub(crate) fn request(error: impl Display) -> Failure {
        Error::request(error).into()
    }

    pub(crate) fn run(error: impl Display) -> Failure {
        Error::run(error).into()
    }

    /// Why standard output was not written.
    pub(crate) fn of_output(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::run(format!("cannot write to standard output: {error}")),
        }
    }

    /// Adds the file that is at fault to the failure of a request.
    pub(crate) fn of_file(self, file: &Path) -> Failure {
        match self {
            Failure::Api(error @ Error::Request { .. }) => {
                error.at(printable(&file.to_string_lossy())).into()
            }
            other => other,
        }
    }

    /// Adds what the user can do about it.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Failure {
        match self {
            Failure::Api(error) => Failure::Api(error.with_hint(hint.into())),
            other => other,
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Api(Error::Request { .. }) => 2,
            Failure::Api(Error::Interrupted) | Failure::Stopped => Failure::INTERRUPTED,
            Failure::Api(_) => 1,
            Failure::Unread => 0,
        }
    }

    pub(crate) fn print(&self) {
        let Failure::Api(error) = self else { return };
        if *error == Error::Interrupted {
            write_error("interrupted: nothing was finished");
            return;
        }
        write_error(&format!("error: {error}"));
        if let Some(hint) = error.hint() {
            write_error(&format!("\nhint: {hint}"));
        }
    }
}

/// Warns of something that went wrong and that the command goes on without.
pub(crate) fn warn(text: &str) {
    write_error(&format!("warning: {}", message(text)));
}

/// Writes to standard error. If nobody can read it, the exit code says enough.
fn write_error(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Ends the program at once, in the middle of what it does, and the programs that it has started.
pub(crate) fn end(code: u8) -> ! {
    connect_toe_gomocup::kill_engines();
    std::process::exit(code.into())
}

/// Ends the program with what is wrong with its arguments, or with the help that they ask for.
///
/// Messages quote arguments: one that a terminal would obey, or a very long one, is printed without colours, escaped and
/// shortened.
pub(crate) fn refuse_arguments(error: &clap::Error) -> ! {
    let plain = error.render().to_string();
    let shown = message(&plain);
    if !error.use_stderr() {
        let code = match error.print().map_err(|error| Failure::of_output(&error)) {
            Ok(()) => 0,
            Err(failure) => {
                failure.print();
                failure.exit_code()
            }
        };
        std::process::exit(code.into());
    }
    if shown == plain {
        error.exit();
    }
    write_error(shown.trim_end());
    std::process::exit(error.exit_code());
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Api(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::Unread } else { Failure::run(error) }
    }
}
