//! Networks that are functions of Python: what they are shown, and what they say.

use std::ops::RangeInclusive;

use connect_toe_eval::Judgements;
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays;
use crate::error::refuse;

/// Numbers that an array can hold, and what is said of another one.
struct Allowed {
    range: RangeInclusive<f32>,
    otherwise: &'static str,
}

const PRIORS: Allowed = Allowed {
    range: 0.0..=f32::MAX,
    otherwise: "is below 0: a prior is a part of the search, as softmax(logits) gives it",
};
/// Half precision rounds results this far beyond their range.
const ROUNDED: f32 = 1e-2;
const VALUES: Allowed = Allowed {
    range: -1.0 - ROUNDED..=1.0 + ROUNDED,
    otherwise: "does not lie between -1 and 1: a value is the result to expect for the side to move",
};

/// Calls a function with the stones and the legal cells of positions.
pub(crate) fn ask<'py>(
    py: Python<'py>,
    function: &Bound<'py, PyAny>,
    shape: &[usize],
    seen: Vec<i8>,
    legal: Vec<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let cells: usize = shape.iter().product();
    let positions = legal.len() / cells.max(1);
    let seen = arrays::of_boards(py, shape, positions, &[2], seen);
    function.call1((seen, arrays::of_boards(py, shape, positions, &[], legal)))
}

/// Reads what a network says of so many positions: priors and values.
pub(crate) fn read(
    given: &Bound<'_, PyAny>,
    positions: usize,
    cells: usize,
    name: &str,
    to: &mut Judgements,
) -> PyResult<()> {
    let expected = || format!("network of `{name}` gives priors and values");
    let pair = given.cast::<PyTuple>().map_err(|_| wrong_kind(given, &expected()))?;
    let Ok([priors, values]) = <[Bound<'_, PyAny>; 2]>::try_from(pair.iter().collect::<Vec<_>>()) else {
        return Err(refuse(given.py(), format!("{}, not {} of them", expected(), pair.len())));
    };
    read_pair((&priors, &values), positions, cells, name, to)
}

/// Reads priors and values of so many positions.
pub(crate) fn read_pair(
    (priors, values): (&Bound<'_, PyAny>, &Bound<'_, PyAny>),
    positions: usize,
    cells: usize,
    name: &str,
    to: &mut Judgements,
) -> PyResult<()> {
    to.priors.clear();
    to.values.clear();
    add(priors, positions * cells, &format!("priors of `{name}`"), &PRIORS, &mut to.priors)?;
    add(values, positions, &format!("values of `{name}`"), &VALUES, &mut to.values)
}

fn wrong_kind(given: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    match given.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!("{expected}, not {kind}")),
        Err(error) => error,
    }
}

/// Adds the numbers of an array of any library and shape, of which there have to be so many.
fn add(
    given: &Bound<'_, PyAny>,
    number: usize,
    what: &str,
    allowed: &Allowed,
    to: &mut Vec<f32>,
) -> PyResult<()> {
    let py = given.py();
    let array = match given.cast::<PyArrayDyn<f32>>() {
        Ok(array) if array.is_c_contiguous() => array.clone(),
        _ => {
            let numpy = py.import("numpy")?;
            let array = numpy.call_method1("ascontiguousarray", (given, numpy.getattr("float32")?))?;
            array
                .cast_into::<PyArrayDyn<f32>>()
                .map_err(|_| wrong_kind(given, &format!("{what} are numbers")))?
        }
    };
    if array.len() != number {
        return Err(refuse(py, format!("{what}: there are {} numbers, not {number}", array.len())));
    }
    let array = array.try_readonly()?;
    let numbers = array.as_slice().unwrap_or_default();
    if let Some(place) = numbers.iter().position(|number| !allowed.range.contains(number)) {
        let number = numbers[place];
        let why = if number.is_finite() { allowed.otherwise } else { "is not a number" };
        return Err(refuse(py, format!("{what}: {number} at place {place} {why}")));
    }
    to.extend_from_slice(numbers);
    Ok(())
}
