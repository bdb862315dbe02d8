//! Errors of requests as exceptions of Python.

use std::io;

use connect_toe_api::Error;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

create_exception!(
    connect_toe,
    RequestError,
    PyValueError,
    "The request is wrong: a game, a move, a player, a number.\n\nThe message is the command line's. `hint` says what can \
     be done about it, or is None."
);
create_exception!(
    connect_toe,
    RunError,
    PyRuntimeError,
    "The request is right, but the run failed. `hint` says what can be done about it, or is None."
);
create_exception!(
    connect_toe,
    Notice,
    PyUserWarning,
    "Something that the caller should know and that is not part of the answer."
);

/// The attribute with the hint in the words of a command line: for `connect_toe.lab`, which is one.
const COMMAND_HINT: &str = "_command_hint";

/// The exception for an error.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let message = error.to_string();
    let raised = match (error, error.file()) {
        (Error::Interrupted, _) => RunError::new_err("the run was stopped before there was anything to say"),
        // `FileNotFoundError`, `PermissionError` and so on.
        (_, Some(kind)) => io::Error::new(kind, message).into(),
        (Error::Request { .. }, None) => RequestError::new_err(message),
        _ => RunError::new_err(message),
    };
    let value = raised.value(py);
    let hints = [("hint", error.hint_in_python()), (COMMAND_HINT, error.hint())];
    match hints.into_iter().try_for_each(|(name, hint)| value.setattr(name, hint)) {
        Ok(()) => raised,
        Err(failed) => failed,
    }
}

/// The exception for a request that is wrong in these words.
pub(crate) fn refuse(py: Python<'_>, message: impl std::fmt::Display) -> PyErr {
    exception(py, &Error::request(message))
}

/// The text that was given. The error for anything else begins with `expected`.
pub(crate) fn text_or(given: Borrowed<'_, '_, PyAny>, expected: &str) -> PyResult<String> {
    match given.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        Err(_) => Err(PyTypeError::new_err(format!("{expected}, not {}", given.get_type().name()?))),
    }
}
