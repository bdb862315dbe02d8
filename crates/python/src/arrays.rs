//! Boards as arrays of NumPy, which is imported when the first of them is made.

use connect_toe_game::{Game, Side};
use numpy::ndarray::{ArrayD, ArrayViewD, IxDyn};
use numpy::{IntoPyArray, PyArrayDyn, PyReadonlyArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::refuse;

/// The shape of a game's boards.
fn shape(game: &Game) -> Vec<usize> {
    game.geometry().sizes().iter().map(|&size| usize::from(size)).collect()
}

/// An array of the board's shape with a value for each cell.
fn by_cell<T: Copy>(game: &Game, value: impl Fn(connect_toe_game::Cell) -> T) -> ArrayD<T> {
    let values: Vec<T> = game.geometry().cells().iter().map(|&cell| value(cell)).collect();
    // Canonical order is C order.
    ArrayD::from_shape_vec(IxDyn(&shape(game)), values).expect("a value for each cell")
}

/// The stones: 1 for x, -1 for o, 0 for an empty cell.
pub(crate) fn board<'py>(py: Python<'py>, game: &Game) -> Bound<'py, PyArrayDyn<i8>> {
    let number = |stone| match stone {
        Some(Side::X) => 1,
        Some(Side::O) => -1,
        None => 0,
    };
    by_cell(game, |cell| number(game.stone_on(cell))).into_pyarray(py)
}

/// The cells that can be played.
pub(crate) fn legal_mask<'py>(py: Python<'py>, game: &Game) -> Bound<'py, PyArrayDyn<bool>> {
    let legal = game.legal_moves();
    by_cell(game, |cell| legal.contains(&cell)).into_pyarray(py)
}

/// The board text of an array of a board's shape whose values are those of [`board`].
pub(crate) fn board_text(game: &Game, array: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = array.py();
    let Ok(array) = array.extract::<PyReadonlyArrayDyn<'_, i8>>() else {
        return Err(PyTypeError::new_err("a board is text, or an array of NumPy with the data type int8"));
    };
    let values: ArrayViewD<'_, i8> = array.as_array();
    let shape = shape(game);
    if values.shape() != shape {
        return Err(refuse(
            py,
            format!("a board of this game has the shape {shape:?}, not {:?}", values.shape()),
        ));
    }
    let geometry = game.geometry();
    // Iteration is in C order, which is the cells' canonical one.
    let stone = |(&value, &cell)| match value {
        1 => Ok(Some(Side::X)),
        -1 => Ok(Some(Side::O)),
        0 => Ok(None),
        other => {
            let cell = geometry.cell_text(cell);
            let message = format!("{other} on {cell} is not a stone: 1 is x, -1 is o, 0 is an empty cell");
            Err(refuse(py, message))
        }
    };
    let stones: Vec<Option<Side>> =
        values.iter().zip(geometry.cells()).map(stone).collect::<PyResult<_>>()?;
    Ok(geometry.board_text(|cell| stones[geometry.rank(cell)]))
}
