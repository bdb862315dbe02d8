//! Sides as Python writes them.

use connect_toe_game::{ParseSideError, Side};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::error::refuse;

/// A side: `"x"` or `1`, `"o"` or `-1`.
#[derive(Clone, Copy)]
pub(crate) struct GivenSide(pub(crate) Side);

impl<'py> FromPyObject<'_, 'py> for GivenSide {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenSide> {
        let py = given.py();
        if let Ok(text) = given.cast::<PyString>() {
            let side = text.to_str()?.parse().map_err(|error: ParseSideError| refuse(py, error))?;
            return Ok(GivenSide(side));
        }
        // A truth value is a number to Python.
        let number = if given.is_instance_of::<PyBool>() { None } else { given.extract::<i64>().ok() };
        match number {
            Some(1) => Ok(GivenSide(Side::X)),
            Some(-1) => Ok(GivenSide(Side::O)),
            Some(other) => Err(refuse(py, format!("{other} is not a side: write 1 for x or -1 for o"))),
            None => {
                let given = given.get_type().name()?;
                Err(PyTypeError::new_err(format!("a side is \"x\", \"o\", 1 or -1, not {given}")))
            }
        }
    }
}
