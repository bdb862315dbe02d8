//! Whole numbers that Python gives.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::error::refuse;

/// Numbers of a type that has a greatest one and none below 0.
pub(crate) trait Whole: for<'a, 'py> FromPyObject<'a, 'py, Error: Into<PyErr>> + Display {
    /// The greatest.
    const GREATEST: Self;
}

impl Whole for u32 {
    const GREATEST: u32 = u32::MAX;
}

impl Whole for u64 {
    const GREATEST: u64 = u64::MAX;
}

impl Whole for usize {
    const GREATEST: usize = usize::MAX;
}

/// The number, which may be too small or too large for its type.
pub(crate) fn whole<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    given.extract().map_err(|error: <T as FromPyObject<'_, '_>>::Error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            refuse(given.py(), format!("{given} is not a whole number from 0 to {}", T::GREATEST))
        } else {
            error
        }
    })
}

/// The number, or `None` if it is left out.
pub(crate) fn whole_or_none<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if given.is_none() { Ok(None) } else { whole(given).map(Some) }
}

/// More threads than this are a mistake.
const MOST_THREADS: usize = 1024;

/// A number of threads; 0 are as many as there are cores.
pub(crate) fn threads(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let threads = whole(given)?;
    within(given.py(), "threads", threads, 0..=MOST_THREADS)?;
    Ok(threads)
}

/// Refuses a number of this name that is out of its range.
pub(crate) fn within<T: Copy + PartialOrd + Display>(
    py: Python<'_>,
    name: &str,
    number: T,
    range: RangeInclusive<T>,
) -> PyResult<()> {
    if range.contains(&number) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    Err(refuse(py, format!("{name} is a number from {least} to {most}, not {number}")))
}

/// A pair of numbers, or its text: `"0,20"`.
pub(crate) struct GivenPair(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for GivenPair {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenPair> {
        if let Ok(text) = given.extract::<String>() {
            return Ok(GivenPair(text));
        }
        if let Ok((first, second)) = given.extract::<(f64, f64)>() {
            return Ok(GivenPair(format!("{first},{second}")));
        }
        let kind = given.get_type().name()?;
        Err(PyTypeError::new_err(format!("two numbers are a pair, as (0, 20), or text, not {kind}")))
    }
}

/// An amount of memory: a number of bytes, or text as `"64M"`.
pub(crate) struct GivenMemory(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for GivenMemory {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenMemory> {
        if let Ok(text) = given.extract::<String>() {
            return Ok(GivenMemory(text));
        }
        if given.is_instance_of::<PyBool>() || !given.hasattr("__index__")? {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("memory is a number of bytes or text, not {kind}")));
        }
        whole::<u64>(&given).map(|bytes| GivenMemory(bytes.to_string()))
    }
}

/// A seed for what is to differ each time.
pub(crate) fn fresh_seed() -> u64 {
    // Each of these has keys of its own, which come from the system.
    RandomState::new().hash_one(())
}

/// An integer that the request checks, or `None` if it is left out. One that is too large for a request is one that is too
/// large for what it counts.
pub(crate) fn integer_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if given.is_none() {
        return Ok(None);
    }
    match given.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
            Err(refuse(given.py(), format!("{given} is not possible: no game has so many plies")))
        }
        extracted => extracted.map(Some),
    }
}

/// The place that an index of Python means among so many: a negative one counts from the end.
pub(crate) fn place(index: isize, len: usize) -> Option<usize> {
    let place = if index < 0 { len.checked_sub(index.unsigned_abs())? } else { index.unsigned_abs() };
    (place < len).then_some(place)
}
