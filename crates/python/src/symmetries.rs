//! The symmetries of games as permutations.

use connect_toe_game::{Game, Symmetry, symmetries};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;

use crate::error::refuse;

/// A permutation for each symmetry, the identity first: for each cell of the image the cell of the board that comes there.
pub(crate) fn permutations<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyArray2<isize>>> {
    let geometry = game.geometry();
    let cells = geometry.cells();
    let group = symmetries(game.spec()).map_err(|error| refuse(py, error))?;
    let most = group.most_listed();
    let all = group.elements(most).ok_or_else(|| {
        refuse(
            py,
            format!("{} has more than {most} symmetries, which are too many for an array", game.spec()),
        )
    })?;
    let mut numbers = vec![0; all.len() * cells.len()];
    for (symmetry, row) in all.iter().zip(numbers.chunks_exact_mut(cells.len())) {
        let place = |symmetry: &Symmetry, cell| geometry.rank(symmetry.apply(cell));
        for (from, &cell) in cells.iter().enumerate() {
            row[place(symmetry, cell)] = from as isize;
        }
    }
    let array = Array2::from_shape_vec((all.len(), cells.len()), numbers).expect("a row for each symmetry");
    Ok(array.into_pyarray(py))
}
