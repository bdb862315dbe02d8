//! Why a request has no answer, by who is at fault.

use std::fmt;
use std::io;

use connect_toe_game::{SpecError, text};

use crate::hint::Hint;
use crate::reason::{Fault, Reason};

/// Why a request has no answer.
///
/// Its texts can be printed on a terminal: what a terminal would obey is escaped, and very long inputs are shortened.
/// A run that was interrupted and has something to say is not an error: its answer is marked as partial.
///
/// ```
/// use connect_toe_api::{Describe, Error, Work};
/// let error = Describe::of("7x6:4:-3").run(&Work::new()).unwrap_err();
/// assert!(matches!(error, Error::Request { .. }));
/// assert!(error.to_string().starts_with("`7x6:4:-3` is not a game"));
///
/// let error = error.with_hint("see `connect-toe games`");
/// assert!(format!("{error:?}").ends_with("\n\nhint: see `connect-toe games`"));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The request is wrong: a game, a move, an option, a file.
    Request {
        /// What is wrong.
        message: String,
        /// What the caller can do about it.
        hint: Option<Hint>,
        /// What the system says, if it is about a file.
        file: Option<io::ErrorKind>,
        /// The reasons for programs, one for each thing that is wrong; empty if only the message is known.
        reasons: Vec<Reason>,
    },
    /// The request is right, but the run failed.
    Run {
        /// What went wrong.
        message: String,
        /// What the caller can do about it.
        hint: Option<Hint>,
        /// What the system says, if it is about a file.
        file: Option<io::ErrorKind>,
    },
    /// The run was stopped before there was anything to say.
    Interrupted,
}

/// What is wrong with the text of a game, reason by reason.
impl From<SpecError> for Error {
    fn from(error: SpecError) -> Error {
        Error::request(&error).with_reasons(Reason::of_game(&error))
    }
}

impl Error {
    /// The error of a wrong request.
    pub fn request(message: impl fmt::Display) -> Error {
        let message = text::message(&message.to_string());
        Error::Request { message, hint: None, file: None, reasons: Vec::new() }
    }

    /// The error of a field of the request.
    pub fn of_field(fault: Fault, field: &str, error: impl fmt::Display) -> Error {
        let reasons = vec![Reason::new(fault, Some(field), &error)];
        Error::request(error).with_reasons(reasons)
    }

    /// Makes errors of a field whose text or number is not one that it can have.
    pub fn wrong<E: fmt::Display>(field: &str) -> impl Fn(E) -> Error {
        move |error| Error::of_field(Fault::WrongField, field, error)
    }

    /// The error of a request that is wrong for another reason than a field.
    pub fn because(fault: Fault, error: impl fmt::Display) -> Error {
        let reasons = vec![Reason::new(fault, None, &error)];
        Error::request(error).with_reasons(reasons)
    }

    /// The error of what cannot be done for this game.
    pub fn impossible(error: impl fmt::Display) -> Error {
        Error::because(Fault::NotPossible, error)
    }

    /// Adds the reasons of a wrong request for programs.
    #[must_use]
    pub fn with_reasons(mut self, given: Vec<Reason>) -> Error {
        if let Error::Request { reasons, .. } = &mut self {
            *reasons = given;
        }
        self
    }

    /// The reasons for programs.
    pub fn reasons(&self) -> &[Reason] {
        match self {
            Error::Request { reasons, .. } => reasons,
            Error::Run { .. } | Error::Interrupted => &[],
        }
    }

    /// The error of a run that failed.
    pub fn run(message: impl fmt::Display) -> Error {
        Error::Run { message: text::message(&message.to_string()), hint: None, file: None }
    }

    /// The error of a run that failed, with everything that caused it.
    pub fn run_with_causes(error: &dyn std::error::Error) -> Error {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            message = format!("{message}: {cause}");
            source = cause.source();
        }
        Error::run(message)
    }

    /// Adds what the caller can do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<Hint>) -> Error {
        if let Error::Request { hint: place, .. } | Error::Run { hint: place, .. } = &mut self {
            *place = Some(hint.into());
        }
        self
    }

    /// Puts the place of the error, such as a file's name, before its message. The place has only what can be printed.
    #[must_use]
    pub fn at(mut self, place: impl fmt::Display) -> Error {
        if let Error::Request { message, .. } | Error::Run { message, .. } = &mut self {
            *message = format!("{place}: {message}");
        }
        self
    }

    /// Adds what the system says about the file that causes the error.
    #[must_use]
    pub fn of_file(mut self, kind: io::ErrorKind) -> Error {
        if let Error::Request { file, .. } | Error::Run { file, .. } = &mut self {
            *file = Some(kind);
        }
        let fault = match kind {
            io::ErrorKind::NotFound => Fault::NoSuchFile,
            io::ErrorKind::AlreadyExists => Fault::FileExists,
            _ => Fault::UnusableFile,
        };
        let reason = Reason::new(fault, None, &self);
        self.with_reasons(vec![reason])
    }

    /// What the system says, if the error is about a file that cannot be read or written.
    pub fn file(&self) -> Option<io::ErrorKind> {
        match self {
            Error::Request { file, .. } | Error::Run { file, .. } => *file,
            Error::Interrupted => None,
        }
    }

    /// What the caller can do about it, in the words of the command line.
    pub fn hint(&self) -> Option<&str> {
        self.any_hint().map(Hint::text)
    }

    /// What the caller can do about it, in the words of Python.
    pub fn hint_in_python(&self) -> Option<&str> {
        self.any_hint().map(Hint::python)
    }

    fn any_hint(&self) -> Option<&Hint> {
        match self {
            Error::Request { hint, .. } | Error::Run { hint, .. } => hint.as_ref(),
            Error::Interrupted => None,
        }
    }
}

/// The message, without the hint.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Request { message, .. } | Error::Run { message, .. } => f.write_str(message),
            Error::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// The message, a blank line, and the hint if there is one: a `main` that returns an error prints it in this form.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        match self.hint() {
            Some(hint) => write!(f, "\n\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_no_error() {
        let evil = "\u{1b}]0;evil\u{7}";
        for error in
            [Error::request(evil), Error::run(evil), Error::run_with_causes(&std::io::Error::other(evil))]
        {
            let error = format!("{:?}", error.with_hint(evil));
            assert_eq!(error, r"\u{1b}]0;evil\u{7}".to_owned() + "\n\nhint: " + r"\u{1b}]0;evil\u{7}");
        }
    }
}
