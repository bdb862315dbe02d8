//! Boards as rows of cells, in the order in which they are printed.

use connect_toe_game::{Cell, Game, Geometry, Side};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::error::refuse;

/// The cells as board text has them: row by row, the top row first, layer by layer.
fn printed(geometry: &Geometry) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(geometry.cells().len());
    let dimensions = geometry.sizes().len();
    collect(geometry, dimensions, &mut vec![0; dimensions], &mut cells);
    cells
}

fn collect(geometry: &Geometry, dimension: usize, coordinates: &mut [u16], cells: &mut Vec<Cell>) {
    if dimension == 0 {
        cells.extend(geometry.cell_at(coordinates));
        return;
    }
    let size = geometry.sizes()[dimension - 1];
    for index in 0..size {
        coordinates[dimension - 1] = if dimension == 2 { size - 1 - index } else { index };
        collect(geometry, dimension - 1, coordinates, cells);
    }
}

/// The cells of a row.
fn columns(geometry: &Geometry) -> usize {
    usize::from(geometry.sizes()[0])
}

/// The rows of a position, of all layers.
pub(crate) fn of_game(game: &Game) -> Vec<String> {
    let geometry = game.geometry();
    let sign = |&cell: &Cell| match game.stone_on(cell) {
        Some(Side::X) => 'x',
        Some(Side::O) => 'o',
        None if geometry.is_blocked(cell) => '#',
        None => '_',
    };
    printed(geometry).chunks(columns(geometry)).map(|row| row.iter().map(sign).collect()).collect()
}

/// The numbers for all cells in canonical order: 1 for x, -1 for o, 0 for an empty cell.
pub(crate) fn numbers(game: &Game, given: &Bound<'_, PyAny>) -> PyResult<Vec<i8>> {
    let (py, geometry) = (given.py(), game.geometry());
    let columns = columns(geometry);
    let cells = printed(geometry);
    let mut rows = Vec::new();
    read(given, columns, &mut rows)?;
    let expected = cells.len() / columns;
    let turned = rows.len() == columns && rows.iter().all(|row| row.len() == expected);
    let hint = if turned { "; an array as `board()` gives it is one already" } else { "" };
    if let Some((number, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) {
        let (number, length) = (number + 1, row.len());
        let message = format!("row {number} has {length} cells, and rows of this game have {columns}{hint}");
        return Err(refuse(py, message));
    }
    if rows.len() != expected {
        let message = format!("there are {} rows, and boards of this game have {expected}{hint}", rows.len());
        return Err(refuse(py, message));
    }
    let mut numbers = vec![0; cells.len()];
    for (&cell, number) in cells.iter().zip(rows.into_iter().flatten()) {
        if number != 0 && geometry.is_blocked(cell) {
            let cell = geometry.cell_text(cell);
            return Err(refuse(py, format!("{cell} is blocked: no stone stands there")));
        }
        numbers[geometry.rank(cell)] = number;
    }
    Ok(numbers)
}

/// Adds the rows of a text, of a sequence of cells, or of a sequence of these.
fn read(given: &Bound<'_, PyAny>, columns: usize, rows: &mut Vec<Vec<i8>>) -> PyResult<()> {
    if let Ok(text) = given.cast::<PyString>() {
        let parts = text.to_str()?.split(['\n', '/', '|']).map(str::trim).filter(|row| !row.is_empty());
        for part in parts {
            let signs = part.chars().filter(|sign| !sign.is_whitespace());
            rows.push(signs.map(|sign| of_sign(given.py(), sign)).collect::<PyResult<_>>()?);
        }
        return Ok(());
    }
    // Arrays of NumPy have numbers of their own.
    let listed = if given.hasattr("tolist")? { given.call_method0("tolist")? } else { given.clone() };
    let Ok(items) = listed.try_iter() else { return Err(no_rows(given)) };
    let items: Vec<Bound<'_, PyAny>> = items.collect::<PyResult<_>>()?;
    let is_cell = |item: &Bound<'_, PyAny>| match item.cast::<PyString>() {
        Ok(text) => columns > 1 && text.len().is_ok_and(|length| length == 1),
        Err(_) => item.try_iter().is_err(),
    };
    if !items.is_empty() && items.iter().all(is_cell) {
        rows.push(items.iter().map(of_cell).collect::<PyResult<_>>()?);
        return Ok(());
    }
    items.iter().try_for_each(|item| read(item, columns, rows))
}

fn no_rows(given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("rows are text, a sequence of texts, or cells in sequences, not {kind}"))
}

fn of_cell(cell: &Bound<'_, PyAny>) -> PyResult<i8> {
    let py = cell.py();
    if let Ok(text) = cell.cast::<PyString>() {
        return text.to_str()?.chars().try_fold(0, |_, sign| of_sign(py, sign));
    }
    let number = if cell.is_instance_of::<PyBool>() { None } else { cell.extract::<i64>().ok() };
    match number {
        Some(number @ -1..=1) => Ok(number as i8),
        Some(other) => {
            Err(refuse(py, format!("{other} is not a stone: 1 is x, -1 is o, 0 is an empty cell")))
        }
        None => Err(no_rows(cell)),
    }
}

fn of_sign(py: Python<'_>, sign: char) -> PyResult<i8> {
    match sign {
        'x' | 'X' => Ok(1),
        'o' | 'O' => Ok(-1),
        '_' | '.' | '#' => Ok(0),
        other => Err(refuse(
            py,
            format!(
                "`{other}` is not a cell: there are x, o, _ (or .) for an empty cell, # for a blocked one"
            ),
        )),
    }
}
