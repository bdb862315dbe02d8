//! Questions about many boards at once.

use connect_toe_game::{Game, Outcome, Side};
use connect_toe_solve::Value;
use numpy::{PyArray1, PyArrayDyn, PyReadonlyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PyIterator, PyList, PySlice};

use crate::arrays;
use crate::boards::{Batch, BatchValue};
use crate::error::refuse;
use crate::number::place;
use crate::out;
use crate::results::Proven;
use crate::watch::Door;

/// The largest batch that is answered on the calling thread, which does not look for signals during these milliseconds.
const FEW: usize = 1000;

/// Many boards as Python gives them.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a, 'py> {
    pub(crate) boards: &'a Bound<'py, PyAny>,
    pub(crate) to_move: Option<&'a Bound<'py, PyAny>>,
    pub(crate) stones_left: Option<&'a Bound<'py, PyAny>>,
}

/// A batch of the boards of an array and the sides to move.
fn batch(game: &Game, given: Given<'_, '_>) -> PyResult<Batch> {
    let stones = arrays::stones_of_boards(game, given.boards)?;
    let number = stones.len() / game.geometry().cells().len();
    let to_move = sides("to_move", given.to_move, number)?;
    let left = given.stones_left.map(|left| arrays::stones_left(left, number)).transpose()?;
    Ok(Batch { game: game.clone(), stones, to_move, left })
}

fn sides(what: &str, given: Option<&Bound<'_, PyAny>>, number: usize) -> PyResult<Vec<Option<Side>>> {
    match given {
        None => Ok(vec![None; number]),
        Some(given) => arrays::sides(what, given, number),
    }
}

/// Runs a question that takes microseconds for each board.
fn run<T: Send>(
    py: Python<'_>,
    batch: Batch,
    door: Door,
    question: impl FnOnce(&Batch, &connect_toe_api::Work) -> Result<T, connect_toe_api::Error> + Send,
) -> PyResult<T> {
    if batch.to_move.len() <= FEW {
        door.brief(py, move |work| question(&batch, work))
    } else {
        door.long(py, move |work| question(&batch, work))
    }
}

pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    game: &Game,
    heuristic: &str,
    given: Given<'_, 'py>,
    side: Option<&Bound<'py, PyAny>>,
    door: Door,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let batch = batch(game, given)?;
    let players = sides("side", side, batch.to_move.len())?;
    let values = run(py, batch, door, |batch, work| batch.evaluate(heuristic, &players, work))?;
    Ok(PyArray1::from_vec(py, values))
}

pub(crate) fn legal<'py>(
    py: Python<'py>,
    game: &Game,
    given: Given<'_, 'py>,
    door: Door,
) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
    let batch = batch(game, given)?;
    let number = batch.to_move.len();
    let legal = run(py, batch, door, Batch::legal)?;
    Ok(arrays::of_boards(py, &arrays::shape(game.geometry()), number, &[], legal))
}

/// Whether the games are over, and who has won.
#[expect(clippy::type_complexity, reason = "the shape is Python's")]
pub(crate) fn outcomes<'py>(
    py: Python<'py>,
    game: &Game,
    given: Given<'_, 'py>,
    door: Door,
) -> PyResult<(Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<i8>>)> {
    let batch = batch(game, given)?;
    let outcomes = run(py, batch, door, Batch::outcomes)?;
    let over = PyArray1::from_iter(py, outcomes.iter().map(Option::is_some));
    let winner = |outcome: &Option<Outcome>| outcome.map_or(0, |outcome| outcome.value_for(Side::X) as i8);
    Ok((over, PyArray1::from_iter(py, outcomes.iter().map(winner))))
}

/// The boards after a move on each of them, and the sides to move.
#[expect(clippy::type_complexity, reason = "the shape is Python's")]
pub(crate) fn play<'py>(
    py: Python<'py>,
    game: &Game,
    given: Given<'_, 'py>,
    moves: &Bound<'py, PyAny>,
    door: Door,
) -> PyResult<(Bound<'py, PyArrayDyn<i8>>, Bound<'py, PyArray1<i8>>)> {
    let batch = batch(game, given)?;
    let number = batch.to_move.len();
    let moves = out::actions(moves, number)?.slice().to_vec();
    let (boards, sides): (Vec<_>, Vec<_>) =
        run(py, batch, door, move |batch, work| batch.play(&moves, work))?.into_iter().unzip();
    let boards = arrays::of_boards(py, &arrays::shape(game.geometry()), number, &[], boards.concat());
    Ok((boards, PyArray1::from_iter(py, sides.into_iter().map(arrays::number))))
}

pub(crate) fn observations<'py>(
    py: Python<'py>,
    game: &Game,
    given: Given<'_, 'py>,
    door: Door,
) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
    let batch = batch(game, given)?;
    let number = batch.to_move.len();
    let planes = run(py, batch, door, Batch::observations)?;
    Ok(arrays::of_boards(py, &arrays::shape(game.geometry()), number, &[2], planes))
}

pub(crate) fn choose<'py>(
    py: Python<'py>,
    game: &Game,
    given: Given<'_, 'py>,
    (player, seed): (&str, u64),
    door: Door,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let batch = batch(game, given)?;
    let actions = door.long(py, move |work| batch.choose(player, seed, work))?;
    Ok(PyArray1::from_vec(py, actions))
}

pub(crate) fn solve(
    py: Python<'_>,
    game: &Game,
    given: Given<'_, '_>,
    (weak, memory): (bool, &str),
    door: Door,
) -> PyResult<SolvedBatch> {
    let batch = batch(game, given)?;
    let values = door.long(py, move |work| batch.solve(weak, memory, work))?;
    Ok(SolvedBatch { values })
}

/// The exact values of many boards: a sequence of Proven, and arrays, which make the same again.
///
/// Raises RequestError if the arrays differ in length, or a number does not belong to a value.
#[pyclass(module = "connect_toe", frozen, eq)]
#[derive(PartialEq, Eq)]
pub(crate) struct SolvedBatch {
    values: Vec<BatchValue>,
}

impl SolvedBatch {
    /// These values.
    pub(crate) fn of(values: &[Value]) -> SolvedBatch {
        let value = |value: &Value| BatchValue::new(value.result(), value.distance());
        SolvedBatch { values: values.iter().map(value).collect() }
    }

    fn proven(&self, place: usize) -> Proven {
        let value = self.values[place];
        let result = match value.result {
            1 => "win",
            0 => "draw",
            _ => "loss",
        };
        Proven { result: result.to_owned(), distance: value.distance }
    }
}

#[pymethods]
impl SolvedBatch {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "Python hands the arrays over")]
    fn new(
        py: Python<'_>,
        results: PyReadonlyArray1<'_, i8>,
        distances: PyReadonlyArray1<'_, i32>,
    ) -> PyResult<SolvedBatch> {
        let (results, distances) = (results.as_array(), distances.as_array());
        if results.len() != distances.len() {
            let message = format!("{} results do not go with {} distances", results.len(), distances.len());
            return Err(refuse(py, message));
        }
        let value = |(&result, &distance): (&i8, &i32)| {
            if !(-1..=1).contains(&result) || distance < -1 {
                return Err(refuse(py, format!("result {result} in {distance} plies is not a value")));
            }
            Ok(BatchValue { result, distance: u32::try_from(distance).ok() })
        };
        let values = results.iter().zip(distances).map(value).collect::<PyResult<_>>()?;
        Ok(SolvedBatch { values })
    }

    /// 1 for a win of the side to move, 0 for a draw, -1 for a loss: a new int8 array of the shape (n,).
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_iter(py, self.values.iter().map(|value| value.result))
    }

    /// Plies to the end of each game, -1 for a draw and where they were not asked for: a new int32 array of the shape (n,).
    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let plies = |value: &BatchValue| value.distance.and_then(|plies| i32::try_from(plies).ok());
        PyArray1::from_iter(py, self.values.iter().map(|value| plies(value).unwrap_or(-1)))
    }

    fn __len__(&self) -> usize {
        self.values.len()
    }

    /// The value of a board, or a batch of those of a slice.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let Ok(slice) = index.cast::<PySlice>() else {
            return self.at(index.extract()?)?.into_bound_py_any(py);
        };
        let PySliceIndices { start, step, slicelength, .. } = slice.indices(self.values.len() as isize)?;
        let places = (0..slicelength as isize).map(|number| (start + number * step) as usize);
        let values = places.map(|place| self.values[place]).collect();
        SolvedBatch { values }.into_bound_py_any(py)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        let all: Vec<Proven> = (0..slf.get().values.len()).map(|place| slf.get().proven(place)).collect();
        PyList::new(slf.py(), all)?.try_iter()
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>) {
        (slf.get().results(slf.py()), slf.get().distances(slf.py()))
    }

    fn __repr__(&self) -> String {
        let count = |result| self.values.iter().filter(|value| value.result == result).count();
        format!("<SolvedBatch: {} wins, {} draws, {} losses>", count(1), count(0), count(-1))
    }
}

impl SolvedBatch {
    fn at(&self, index: isize) -> PyResult<Proven> {
        place(index, self.values.len()).map(|place| self.proven(place)).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no board {index} among {}", self.values.len()))
        })
    }
}
