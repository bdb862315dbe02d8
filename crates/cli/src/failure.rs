//! What goes wrong, and the exit code that says so.

use std::error::Error;
use std::fmt::Display;
use std::io;

/// Why a command gave no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is wrong: a game, move, option or file.
    Request { message: String, hint: Option<String> },
    /// The run failed.
    Run(String),
    /// The user stopped the run, which has printed what it knew.
    Interrupted,
    /// Nobody reads standard output any more: no failure.
    Unread,
}

impl Failure {
    /// Exit code of an interrupted run.
    pub(crate) const INTERRUPTED: u8 = 130;

    pub(crate) fn request(error: impl Display) -> Failure {
        Failure::Request { message: error.to_string(), hint: None }
    }

    pub(crate) fn run(error: impl Display) -> Failure {
        Failure::Run(error.to_string())
    }

    /// An error of the run, with everything that caused it.
    pub(crate) fn run_with_causes(error: &dyn Error) -> Failure {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            message = format!("{message}: {cause}");
            source = cause.source();
        }
        Failure::Run(message)
    }

    /// Adds what the user can do about it.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Failure {
        match self {
            Failure::Request { message, .. } => Failure::Request { message, hint: Some(hint.into()) },
            other => other,
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Request { .. } => 2,
            Failure::Run(_) => 1,
            Failure::Interrupted => Failure::INTERRUPTED,
            Failure::Unread => 0,
        }
    }

    #[expect(clippy::print_stderr, reason = "the one place where errors are printed")]
    pub(crate) fn print(&self) {
        match self {
            Failure::Request { message, hint } => {
                eprintln!("error: {message}");
                if let Some(hint) = hint {
                    eprintln!("\nhint: {hint}");
                }
            }
            Failure::Run(message) => eprintln!("error: {message}"),
            Failure::Interrupted | Failure::Unread => {}
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::Unread } else { Failure::run(error) }
    }
}
