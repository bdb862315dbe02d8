//! Boards as arrays of NumPy, which is imported when the first of them is made.

use connect_toe_game::{Game, Side};
use numpy::PyReadonlyArrayDyn;
use numpy::ndarray::{ArrayD, ArrayViewD, IxDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::refuse;

/// The shape of a game's boards.
fn shape(game: &Game) -> Vec<usize> {
    game.geometry().sizes().iter().map(|&size| usize::from(size)).collect()
}

/// An array of the board's shape with these values in canonical order, which is C order.
fn shaped<T>(game: &Game, values: Vec<T>) -> ArrayD<T> {
    ArrayD::from_shape_vec(IxDyn(&shape(game)), values).expect("a value for each cell")
}

/// The stones: 1 for x, -1 for o, 0 for an empty cell.
pub(crate) fn stones(game: &Game) -> ArrayD<i8> {
    let number = |stone| match stone {
        Some(Side::X) => 1,
        Some(Side::O) => -1,
        None => 0,
    };
    let cells = game.geometry().cells();
    shaped(game, cells.iter().map(|&cell| number(game.stone_on(cell))).collect())
}

/// The cells that can be played.
pub(crate) fn legal_mask(game: &Game) -> ArrayD<bool> {
    let geometry = game.geometry();
    let mut mask = vec![false; geometry.cells().len()];
    for cell in game.legal_moves() {
        mask[geometry.rank(cell)] = true;
    }
    shaped(game, mask)
}

/// The board text of an array of a board's shape whose values are those of [`stones`].
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
