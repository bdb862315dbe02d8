//! Moves and positions as Python gives them.

use std::fmt;

use connect_toe_game::{Cell, Geometry, Side};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::error::refuse;

/// A move: text, or an action, the place of its cell in canonical order.
#[derive(Clone, Copy)]
pub(crate) enum GivenMove<'a> {
    Text(&'a str),
    Cell(Cell),
}

impl<'a> GivenMove<'a> {
    /// Reads a move, which may not be legal. The error for anything else begins with `expected`.
    pub(crate) fn of(
        given: &'a Bound<'_, PyAny>,
        geometry: &Geometry,
        expected: impl FnOnce() -> String,
    ) -> PyResult<GivenMove<'a>> {
        if let Ok(text) = given.cast::<PyString>() {
            return text.to_str().map(GivenMove::Text);
        }
        if given.is_instance_of::<PyBool>() || !given.hasattr("__index__")? {
            return Err(PyTypeError::new_err(format!("{}, not {}", expected(), given.get_type().name()?)));
        }
        let place = given.extract::<usize>().ok();
        let cell = place.and_then(|place| geometry.cells().get(place));
        cell.map(|&cell| GivenMove::Cell(cell)).ok_or_else(|| {
            let last = geometry.cells().len() - 1;
            refuse(given.py(), format!("{given} is not an action of this game: there are 0 to {last}"))
        })
    }

    /// The move as text.
    pub(crate) fn text(self, geometry: &Geometry) -> String {
        match self {
            GivenMove::Text(text) => text.to_owned(),
            GivenMove::Cell(cell) => geometry.cell_text(cell),
        }
    }
}

/// The key of a state as text: the board, the side to move, and the stones that it has left where turns have several.
pub(crate) struct Key<'a> {
    pub(crate) board: &'a str,
    pub(crate) to_move: Option<Side>,
    pub(crate) left: Option<u32>,
}

impl<'a> Key<'a> {
    /// A key, or the text of a board alone.
    pub(crate) fn read(text: &'a str) -> Key<'a> {
        let of_side = |text: &'a str, left| {
            let (board, side) = text.rsplit_once(':')?;
            let to_move = Some(side.parse().ok()?);
            Some(Key { board, to_move, left })
        };
        let of_left = || {
            let (rest, left) = text.rsplit_once(':')?;
            of_side(rest, Some(left.parse().ok()?))
        };
        of_side(text, None).or_else(of_left).unwrap_or(Key { board: text, to_move: None, left: None })
    }
}

/// What the key of a board says, or what was given beside it.
pub(crate) fn agreed<T: PartialEq + fmt::Display>(
    py: Python<'_>,
    what: &str,
    in_key: Option<T>,
    given: Option<T>,
) -> PyResult<Option<T>> {
    match (in_key, given) {
        (Some(own), Some(given)) if own != given => {
            Err(refuse(py, format!("{what} is {own} in the key of the board, and {given} beside it")))
        }
        (own, given) => Ok(own.or(given)),
    }
}
