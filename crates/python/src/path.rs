//! Files as Python names them.

use std::path::PathBuf;

use connect_toe_api::BookChoice;
use pyo3::prelude::*;

use crate::error::refuse;

/// The path of a file or a folder, as requests have it: text. Another name would be another file.
pub(crate) struct GivenPath(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for GivenPath {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenPath> {
        let path = given.extract::<PathBuf>()?.into_os_string();
        path.into_string()
            .map(GivenPath)
            .map_err(|path| refuse(given.py(), format!("the path {} is not text in UTF-8", path.display())))
    }
}

/// A book of positions: the path of its file, or `False` for none.
pub(crate) struct GivenBook(pub(crate) BookChoice);

impl<'py> FromPyObject<'_, 'py> for GivenBook {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenBook> {
        match given.extract::<bool>() {
            Ok(false) => Ok(GivenBook(BookChoice::None)),
            Ok(true) => Err(refuse(given.py(), "book is the path of a file, or False for none".to_owned())),
            Err(_) => given.extract::<GivenPath>().map(|path| GivenBook(BookChoice::File(path.0))),
        }
    }
}
