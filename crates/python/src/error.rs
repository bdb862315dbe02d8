//! Errors of requests as exceptions of Python.

use std::io;

use connect_toe_api::{Error, Fault};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

create_exception!(
    connect_toe,
    RequestError,
    PyValueError,
    "The request is wrong: a game, a move, a player, a number.\n\nThe message is the command line's. `hint` says what can \
     be done about it, in the command line's words, or is None."
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
    match raised.value(py).setattr("hint", in_python(error).or_else(|| error.hint())) {
        Ok(()) => raised,
        Err(failed) => failed,
    }
}

/// What can be done about an error of a request that is an argument in Python; `None` if the engine's hint holds as it is.
fn in_python(error: &Error) -> Option<&'static str> {
    let [reason] = error.reasons() else { return None };
    let is =
        |fault: Fault, field: &str| reason.reason == fault.name() && reason.field.as_deref() == Some(field);
    Some(match () {
        () if is(Fault::OpenTurn, "board") => "to_move=\"x\" or to_move=\"o\" says whose turn it is",
        () if is(Fault::WrongTurn, "to_move") => "leave to_move out, or give the stones with board=",
        () if is(Fault::Limit, "memory") => "ask for less with memory=",
        () if is(Fault::ExclusiveFields, "certificate") => "name a file, ./- for one with this name",
        () => return None,
    })
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
