//! Arrays of the caller: those that are written into, and those of actions and marks that are read.

use std::ops::Range;

use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::error::refuse;

/// An array of NumPy: the given one, or a view of the memory of an array of another library, by the protocol DLPack.
fn of_any_library<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    if given.is_instance_of::<numpy::PyUntypedArray>() || !given.hasattr("__dlpack__")? {
        return Ok(given.clone());
    }
    py.import("numpy")?.call_method1("from_dlpack", (given,))
}

/// The data type of an array, or what else was given.
fn kind(given: &Bound<'_, PyAny>) -> PyResult<String> {
    match given.getattr("dtype") {
        Ok(dtype) => Ok(dtype.str()?.to_string()),
        Err(_) => Ok(given.get_type().name()?.to_string()),
    }
}

fn shape_text(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
    format!("({}{})", lengths.join(", "), if shape.len() == 1 { "," } else { "" })
}

/// The array with this name, which has to have this data type and shape.
fn array<'py, T: Element>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = given.py();
    let Ok(array) = of_any_library(given)?.cast_into::<PyArrayDyn<T>>() else {
        let (wanted, kind) = (T::get_dtype(py), kind(given)?);
        return Err(PyTypeError::new_err(format!(
            "{name} is an array of the data type {wanted}, not {kind}"
        )));
    };
    if array.shape() != shape {
        let (shape, given) = (shape_text(shape), shape_text(array.shape()));
        return Err(refuse(py, format!("{name} has the shape {given}, not {shape}")));
    }
    Ok(array)
}

/// An array that is written into: the caller's, or a new one.
pub(crate) fn to_write<'py, T: Element + Default + Copy>(
    py: Python<'py>,
    name: &str,
    given: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    given.map_or_else(|| Ok(PyArrayDyn::zeros(py, shape, false)), |given| array(name, given, shape))
}

/// The memory of an array, open to be written.
pub(crate) struct Room<'py, T: Element>(PyReadwriteArrayDyn<'py, T>);

impl<'py, T: Element> Room<'py, T> {
    /// The memory of the array with this name.
    pub(crate) fn of(name: &str, array: &Bound<'py, PyArrayDyn<T>>) -> PyResult<Room<'py, T>> {
        let refused = |why: &str| PyTypeError::new_err(format!("{name} cannot be written into: {why}"));
        if !array.is_c_contiguous() {
            return Err(refused("its numbers do not lie one after the other in C order"));
        }
        array.try_readwrite().map(Room).map_err(|error| refused(&error.to_string()))
    }

    pub(crate) fn slice(&mut self) -> &mut [T] {
        self.0.as_slice_mut().unwrap_or_default()
    }

    /// Where it lies.
    pub(crate) fn span(&mut self) -> Range<usize> {
        let Range { start, end } = self.slice().as_ptr_range();
        start.addr()..end.addr()
    }
}

/// Refuses arrays that share memory: libraries give views of the same memory that do not know of each other.
pub(crate) fn apart(spans: &[(&str, Option<Range<usize>>)]) -> PyResult<()> {
    let spans: Vec<_> = spans.iter().filter_map(|(name, span)| Some((name, span.clone()?))).collect();
    for (number, (name, span)) in spans.iter().enumerate() {
        let meets = |other: &Range<usize>| span.start < other.end && other.start < span.end;
        if let Some((other, _)) = spans[..number].iter().find(|(_, other)| meets(other)) {
            return Err(PyTypeError::new_err(format!(
                "{other} and {name} cannot share memory: both are written into"
            )));
        }
    }
    Ok(())
}

/// Numbers or marks of which there is one for each game.
pub(crate) struct Each<'py, T: Element>(PyReadonlyArrayDyn<'py, T>);

impl<'py, T: Element> Each<'py, T> {
    /// Those of an array with this name.
    pub(crate) fn of(name: &str, given: &Bound<'py, PyAny>, number: usize) -> PyResult<Each<'py, T>> {
        let array = array(name, given, &[number])?;
        let array = if array.is_c_contiguous() {
            array
        } else {
            array.call_method0("copy")?.cast_into::<PyArrayDyn<T>>()?
        };
        let read = array.try_readonly();
        read.map(Each).map_err(|error| PyTypeError::new_err(format!("{name} cannot be read: {error}")))
    }

    pub(crate) fn slice(&self) -> &[T] {
        self.0.as_slice().unwrap_or_default()
    }
}

/// The actions of an array or list of integers, one for each game. Other integers than those of 64 bits are copied.
pub(crate) fn actions<'py>(given: &Bound<'py, PyAny>, number: usize) -> PyResult<Each<'py, i64>> {
    let py = given.py();
    let given = of_any_library(given)?;
    if given.is_instance_of::<PyArray1<i64>>() {
        return Each::of("actions", &given, number);
    }
    let numbers = py.import("numpy")?.call_method1("asarray", (&given,))?;
    let is_whole = matches!(numbers.getattr("dtype")?.getattr("kind")?.extract::<char>()?, 'i' | 'u');
    if !is_whole {
        let kind = kind(&numbers)?;
        return Err(PyTypeError::new_err(format!("actions are an array of integers, not of {kind}")));
    }
    // A number that does not fit becomes one below 0, which is not an action either.
    Each::of("actions", &numbers.call_method1("astype", (i64::get_dtype(py),))?, number)
}

/// The array of a list, or what else was given.
fn listed<'py, T: Element>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        return py.import("numpy")?.call_method1("asarray", (given, T::get_dtype(py)));
    }
    Ok(given.clone())
}

/// Marks of some games, if they are given.
pub(crate) fn marks<'py>(
    given: Option<&Bound<'py, PyAny>>,
    number: usize,
) -> PyResult<Option<Each<'py, bool>>> {
    given.map(|given| Each::of("where", &listed::<bool>(given)?, number)).transpose()
}

/// Sides of games, 1 for x and -1 for o, if they are given.
pub(crate) fn sides<'py>(
    given: Option<&Bound<'py, PyAny>>,
    number: usize,
) -> PyResult<Option<Each<'py, i8>>> {
    let Some(given) = given else { return Ok(None) };
    let sides = Each::<i8>::of("own", &listed::<i8>(given)?, number)?;
    match sides.slice().iter().find(|side| !matches!(side, -1 | 1)) {
        Some(other) => Err(refuse(given.py(), format!("{other} in own is not a side: 1 is x, -1 is o"))),
        None => Ok(Some(sides)),
    }
}
