//! What goes wrong, and the exit code that says so.

use std::fmt::Display;
use std::io;

use connect_toe_api::Error;

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

    /// Adds what the user can do about it.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Failure {
        match self {
            Failure::Api(error) => Failure::Api(error.with_hint(hint)),
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

    #[expect(clippy::print_stderr, reason = "the one place where errors are printed")]
    pub(crate) fn print(&self) {
        let Failure::Api(error) = self else { return };
        if *error == Error::Interrupted {
            eprintln!("interrupted: nothing was finished");
            return;
        }
        eprintln!("error: {error}");
        if let Some(hint) = error.hint() {
            eprintln!("\nhint: {hint}");
        }
    }
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
