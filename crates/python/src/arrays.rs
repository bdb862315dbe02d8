//! Boards as arrays of NumPy, which is imported when the first of them is made.

use connect_toe_game::{Game, Geometry, Position, Side};
use numpy::ndarray::{ArrayD, ArrayViewD, IxDyn};
use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyReadonlyArray1, PyReadonlyArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::refuse;
use crate::number::whole;
use crate::side::GivenSide;

/// The shape of a game's boards.
pub(crate) fn shape(geometry: &Geometry) -> Vec<usize> {
    geometry.sizes().iter().map(|&size| usize::from(size)).collect()
}

/// The number that stands for a side.
pub(crate) fn number(side: Side) -> i8 {
    if side == Side::X { 1 } else { -1 }
}

/// An array of the board's shape with these values in canonical order, which is C order.
fn shaped<T>(game: &Game, values: Vec<T>) -> ArrayD<T> {
    ArrayD::from_shape_vec(IxDyn(&shape(game.geometry())), values).expect("a value for each cell")
}

/// The stones: 1 for x, -1 for o, 0 for an empty cell.
pub(crate) fn stones(game: &Game) -> ArrayD<i8> {
    let cells = game.geometry().cells();
    shaped(game, cells.iter().map(|&cell| game.stone_on(cell).map_or(0, number)).collect())
}

/// A new array of a board's shape with these numbers in canonical order.
pub(crate) fn of_board<'py>(py: Python<'py>, game: &Game, numbers: Vec<i8>) -> Bound<'py, PyArrayDyn<i8>> {
    shaped(game, numbers).into_pyarray(py)
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

/// A new array with a board's shape, which [`shape`] has, and these dimensions behind it, for each of a number of boards.
pub(crate) fn of_boards<'py, T: Element>(
    py: Python<'py>,
    board: &[usize],
    number: usize,
    further: &[usize],
    values: Vec<T>,
) -> Bound<'py, PyArrayDyn<T>> {
    let array = ArrayD::from_shape_vec(IxDyn(&[&[number], board, further].concat()), values);
    array.expect("a value for each cell").into_pyarray(py)
}

/// The numbers for all cells of the boards of an array, in C order.
pub(crate) fn stones_of_boards(game: &Game, array: &Bound<'_, PyAny>) -> PyResult<Vec<i8>> {
    let shape = shape(game.geometry());
    let expected = format!("(n, {})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", "));
    let Ok(array) = array.extract::<PyReadonlyArrayDyn<'_, i8>>() else {
        let kind = match array.getattr("dtype") {
            Ok(dtype) => dtype.str()?.to_string(),
            Err(_) => array.get_type().name()?.to_string(),
        };
        return Err(PyTypeError::new_err(format!(
            "boards are an array of NumPy with the data type int8 and the shape {expected}, not {kind}"
        )));
    };
    let boards: ArrayViewD<'_, i8> = array.as_array();
    if boards.ndim() != shape.len() + 1 || boards.shape()[1..] != shape {
        let given = boards.shape().iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let comma = if boards.ndim() == 1 { "," } else { "" };
        let message = format!("boards of this game have the shape {expected}, not ({given}{comma})");
        return Err(refuse(array.py(), message));
    }
    Ok(match boards.as_slice() {
        Some(stones) => stones.to_vec(),
        None => boards.iter().copied().collect(),
    })
}

/// The sides of a sequence or an array of a side for each board, or one side for all of them.
pub(crate) fn sides(what: &str, given: &Bound<'_, PyAny>, number: usize) -> PyResult<Vec<Option<Side>>> {
    let py = given.py();
    let is_one = given.is_instance_of::<PyString>() || given.len().is_err();
    if is_one {
        return given.extract::<GivenSide>().map(|side| vec![Some(side.0); number]);
    }
    // Sets and dictionaries have a length, but no place for each board.
    if !given.hasattr("__getitem__")? || given.is_instance_of::<PyDict>() {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "{what} is a side, or a sequence of a side for each board, not {kind}"
        )));
    }
    let length = given.len()?;
    if length != number {
        let message = format!("{what} has {length} sides for {number} boards");
        return Err(refuse(py, message));
    }
    let of_number = |(place, number): (usize, i64)| match number {
        1 => Ok(Some(Side::X)),
        -1 => Ok(Some(Side::O)),
        other => {
            Err(refuse(py, format!("{what}[{place}]: {other} is not a side: write 1 for x or -1 for o")))
        }
    };
    if let Ok(numbers) = given.extract::<PyReadonlyArray1<'_, i64>>() {
        return numbers.as_array().iter().copied().enumerate().map(of_number).collect();
    }
    if let Ok(numbers) = given.extract::<PyReadonlyArray1<'_, i8>>() {
        return numbers
            .as_array()
            .iter()
            .map(|&number| i64::from(number))
            .enumerate()
            .map(of_number)
            .collect();
    }
    let side = |(place, side): (usize, PyResult<Bound<'_, PyAny>>)| {
        let side = side?;
        side.extract::<GivenSide>().map(|side| Some(side.0)).map_err(|error| {
            let message = format!("{what}[{place}]: {}", error.value(py));
            if error.is_instance_of::<PyTypeError>(py) {
                PyTypeError::new_err(message)
            } else {
                refuse(py, message)
            }
        })
    };
    given.try_iter()?.enumerate().map(side).collect()
}

/// The stones left in a turn: a number for each board, or one for all of them.
pub(crate) fn stones_left(given: &Bound<'_, PyAny>, number: usize) -> PyResult<Vec<u32>> {
    if given.len().is_err() {
        return Ok(vec![whole(given)?; number]);
    }
    let left: Vec<u32> = given.try_iter()?.map(|left| whole(&left?)).collect::<PyResult<_>>()?;
    if left.len() != number {
        let message = format!("stones_left has {} numbers for {number} boards", left.len());
        return Err(refuse(given.py(), message));
    }
    Ok(left)
}

/// Boards, sides to move and sides to value for, as a heuristic of Python is called with them.
pub(crate) type HeuristicArguments<'py> =
    (Bound<'py, PyArrayDyn<i8>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i8>>);

/// What a heuristic of Python is called with for positions of one game.
pub(crate) fn arguments_of_heuristic<'py>(
    py: Python<'py>,
    positions: &[Position<'_>],
    side: Side,
) -> HeuristicArguments<'py> {
    let mut boards = Vec::new();
    let mut dimensions = vec![positions.len()];
    if let Some(first) = positions.first() {
        dimensions.extend(shape(first.geometry()));
        boards.reserve(positions.len() * first.cells().len());
    }
    for position in positions {
        let stones = position.cells().iter().map(|&cell| position.stone_on(cell).map_or(0, number));
        boards.extend(stones);
    }
    let boards = ArrayD::from_shape_vec(IxDyn(&dimensions), boards).expect("a number for each cell");
    let to_move = PyArray1::from_iter(py, positions.iter().map(|position| number(position.to_move())));
    let sides = PyArray1::from_vec(py, vec![number(side); positions.len()]);
    (boards.into_pyarray(py), to_move, sides)
}

/// The values that a heuristic of Python gave this number of boards, none beyond `most`.
pub(crate) fn values(given: &Bound<'_, PyAny>, number: usize, most: i64, name: &str) -> PyResult<Vec<i64>> {
    let py = given.py();
    let Ok(values) = given.extract::<PyReadonlyArray1<'_, i64>>() else {
        return values(&whole_numbers(given, name)?, number, most, name);
    };
    let values = values.as_array();
    if values.len() != number {
        let given = values.len();
        return Err(refuse(py, format!("evaluate of `{name}` gave {given} values for {number} boards")));
    }
    if let Some(place) = values.iter().position(|value| !(-most..=most).contains(value)) {
        let value = values[place];
        let message = format!(
            "evaluate of `{name}` gave {value} for board {place}: values lie between -{most} and {most}"
        );
        return Err(refuse(py, message));
    }
    Ok(values.to_vec())
}

/// An array of other whole numbers, or a list of such, as an int64 array of one dimension.
fn whole_numbers<'py>(given: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let dtype = array.getattr("dtype")?;
    let (kind, length): (String, usize) =
        (dtype.getattr("kind")?.extract()?, array.getattr("size")?.extract()?);
    // An empty list has a data type, but no value of it.
    if !(kind == "i" || kind == "u" || length == 0) {
        return Err(PyTypeError::new_err(format!(
            "evaluate of `{name}` gave values of the data type {}: values are whole numbers",
            dtype.str()?
        )));
    }
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if dimensions != 1 {
        let shape = array.getattr("shape")?.str()?;
        return Err(refuse(
            py,
            format!("evaluate of `{name}` gave the shape {shape}: values have the shape (n,)"),
        ));
    }
    if kind == "u" && length > 0 {
        let largest: u64 = array.call_method0("max")?.extract()?;
        if i64::try_from(largest).is_err() {
            return Err(refuse(
                py,
                format!("evaluate of `{name}` gave {largest}, which is beyond every value"),
            ));
        }
    }
    array.call_method1("astype", ("int64",))
}

/// The board text of an array of a board's shape whose values are those of [`board`].
pub(crate) fn board_text(game: &Game, array: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = array.py();
    let Ok(array) = array.extract::<PyReadonlyArrayDyn<'_, i8>>() else {
        return Err(PyTypeError::new_err("a board is text, or an array of NumPy with the data type int8"));
    };
    let values: ArrayViewD<'_, i8> = array.as_array();
    let shape = shape(game.geometry());
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
