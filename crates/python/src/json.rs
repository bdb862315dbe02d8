//! Answers as Python's dictionaries and lists, by their JSON.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// The JSON of an answer as a Python value.
pub(crate) fn python_of<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    of_value(py, &value_of(answer)?)
}

/// The JSON of an answer, which is an object, as a dictionary.
pub(crate) fn dict_of<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyDict>> {
    Ok(python_of(py, answer)?.cast_into::<PyDict>()?)
}

/// The JSON of an answer, which is an object, as a row of a table.
pub(crate) fn row_of<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("connect_toe.answers._answer")?.call_method1("flat", (dict_of(py, answer)?,))
}

fn value_of(answer: &impl Serialize) -> PyResult<Value> {
    serde_json::to_value(answer).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn of_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (_, Some(number)) => number.into_bound_py_any(py),
            _ => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(of_value(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key, of_value(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// The text of an answer's JSON.
pub(crate) fn text_of(answer: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The answer of a text of JSON.
pub(crate) fn read<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))
}
