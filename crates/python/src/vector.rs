//! Many games at once, as arrays.

use connect_toe_vector::{Observations, Planes, Restart, Seen, Steps, VectorGame as Games};
use numpy::PyArrayDyn;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays;
use crate::error::refuse;
use crate::game::{Game, GivenGame};
use crate::number::{place, threads, whole};
use crate::out::{self, Each, Room, to_write};
use crate::state::State;

/// Many games from one position, which one call steps on all cores. The GIL is released meanwhile.
///
/// An action is the number of a cell in the C order of ``State.board()``. ``seed`` is that of ``sample``, which draws random
/// actions. A game that has ended begins again ``"at_once"``, in the step that ends it, or ``"in_next_step"``, whose action is then
/// not looked at: before it, the last position can be seen. ``planes`` says where the two planes of observations are: ``"last"``
/// for the shape (n, \*sizes, 2), ``"first"`` for (n, 2, \*sizes). ``start`` is the state in which each game begins, without it the
/// empty board. ``threads=0`` takes all cores; what happens does not depend on it.
///
/// An array that is given is written into: one of NumPy, or of another library that shares its memory (DLPack), contiguous in C
/// order. Without it a new one is made. ``torch.from_numpy(array)`` shares the memory of either.
///
/// >>> import numpy as np
/// >>> games = VectorGame("connect-four", 1000, seed=1)
/// >>> seen = np.empty(games.observation_shape, np.int8)
/// >>> won = 0
/// >>> for ply in range(100):
/// ...     rewards, ended, illegal = games.step(games.sample(), observations=seen)
/// ...     won += int((rewards == 1).sum())
/// >>> seen.shape, won
/// ((1000, 7, 6, 2), 4289)
///
/// Raises RequestError (a ValueError) if the game does not exist or is over, an option has no such value, or an array has
/// another shape; TypeError if it has another data type or cannot be written.
#[pyclass(module = "connect_toe")]
pub(crate) struct VectorGame {
    game: Py<Game>,
    games: Games,
    planes: Planes,
}

/// More games than this do not fit into the memory of common machines.
const MOST_GAMES: usize = 1 << 24;

/// An array of the caller, or none.
type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// Arrays for what is to be seen, where the caller wants it.
struct SeenArrays<'py> {
    own: Option<Each<'py, i8>>,
    observations: Option<Bound<'py, PyArrayDyn<i8>>>,
    legal: Option<Bound<'py, PyArrayDyn<bool>>>,
    to_move: Option<Bound<'py, PyArrayDyn<i8>>>,
}

/// Their memory, open to be written.
struct Rooms<'a, 'py> {
    own: Option<&'a Each<'py, i8>>,
    observations: Option<Room<'py, i8>>,
    legal: Option<Room<'py, bool>>,
    to_move: Option<Room<'py, i8>>,
}

impl<'py> SeenArrays<'py> {
    fn rooms(&self) -> PyResult<Rooms<'_, 'py>> {
        let observations = self.observations.as_ref().map(|array| Room::of("observations", array));
        let legal = self.legal.as_ref().map(|array| Room::of("legal", array));
        let to_move = self.to_move.as_ref().map(|array| Room::of("to_move", array));
        Ok(Rooms {
            own: self.own.as_ref(),
            observations: observations.transpose()?,
            legal: legal.transpose()?,
            to_move: to_move.transpose()?,
        })
    }
}

impl Rooms<'_, '_> {
    fn seen(&mut self, planes: Planes) -> Seen<'_> {
        let own = self.own.map(Each::slice);
        Seen {
            legal: self.legal.as_mut().map(Room::slice),
            observations: self.observations.as_mut().map(|room| Observations {
                planes,
                own,
                to: room.slice(),
            }),
            sides: self.to_move.as_mut().map(Room::slice),
        }
    }
}

/// Rewards, whether each game ended, and whether by an action that was not legal.
type Done<'py> = (Bound<'py, PyArrayDyn<i8>>, Bound<'py, PyArrayDyn<bool>>, Bound<'py, PyArrayDyn<bool>>);

impl VectorGame {
    /// The shape of what a board has for each of its cells, of all games.
    fn shape(&self, py: Python<'_>, planes: Option<Planes>) -> Vec<usize> {
        let board = arrays::shape(self.game.bind(py).get().engine().geometry());
        let number = [self.games.len()];
        match planes {
            None => [&number[..], &board[..]].concat(),
            Some(Planes::Last) => [&number[..], &board[..], &[2]].concat(),
            Some(Planes::First) => [&number[..], &[2], &board[..]].concat(),
        }
    }

    /// The arrays that a caller gave, checked.
    fn given<'py>(
        &self,
        py: Python<'py>,
        observations: Given<'_, 'py>,
        own: Given<'_, 'py>,
        legal: Given<'_, 'py>,
        to_move: Given<'_, 'py>,
    ) -> PyResult<SeenArrays<'py>> {
        let (seen, mask, number) =
            (self.shape(py, Some(self.planes)), self.shape(py, None), [self.games.len()]);
        let observations = observations.map(|given| to_write(py, "observations", Some(given), &seen));
        let legal = legal.map(|given| to_write(py, "legal", Some(given), &mask));
        let to_move = to_move.map(|given| to_write(py, "to_move", Some(given), &number));
        Ok(SeenArrays {
            own: out::sides(own, number[0])?,
            observations: observations.transpose()?,
            legal: legal.transpose()?,
            to_move: to_move.transpose()?,
        })
    }

    /// Writes what is to be seen into the arrays.
    fn write(&self, py: Python<'_>, arrays: &SeenArrays<'_>) -> PyResult<()> {
        let mut rooms = arrays.rooms()?;
        let seen = rooms.seen(self.planes);
        py.detach(|| self.games.see(seen));
        Ok(())
    }

    fn no_such_game(&self, game: isize) -> PyErr {
        PyIndexError::new_err(format!("there is no game {game} among {}", self.games.len()))
    }

    /// The number of a game, which may be counted from the end.
    fn number(&self, game: isize) -> PyResult<usize> {
        place(game, self.games.len()).ok_or_else(|| self.no_such_game(game))
    }
}

#[pymethods]
impl VectorGame {
    #[new]
    #[pyo3(signature = (game, n, *, seed=2004, restart="at_once", planes="last", start=None, threads=0))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument in Python")]
    fn new(
        py: Python<'_>,
        game: GivenGame,
        #[pyo3(from_py_with = whole)] n: usize,
        #[pyo3(from_py_with = whole)] seed: u64,
        restart: &str,
        planes: &str,
        start: Option<&Bound<'_, State>>,
        #[pyo3(from_py_with = threads)] threads: usize,
    ) -> PyResult<VectorGame> {
        let restart = match restart {
            "at_once" => Restart::AtOnce,
            "in_next_step" => Restart::InNextStep,
            other => {
                return Err(refuse(py, format!("restart is 'at_once' or 'in_next_step', not '{other}'")));
            }
        };
        let planes = match planes {
            "last" => Planes::Last,
            "first" => Planes::First,
            other => return Err(refuse(py, format!("planes is 'last' or 'first', not '{other}'"))),
        };
        if n == 0 {
            return Err(refuse(py, "n is at least 1: there are no games to step"));
        }
        if n > MOST_GAMES {
            return Err(refuse(py, format!("n is at most {MOST_GAMES}, not {n}")));
        }
        let game = game.bind(py)?;
        let from = match start {
            None => game.get().engine().clone(),
            Some(state) if state.get().is_of(game.get()) => state.get().engine(),
            Some(_) => {
                return Err(refuse(py, format!("the start is not a state of `{}`", game.get().text())));
            }
        };
        if from.outcome().is_some() {
            return Err(refuse(py, "the game is over before the first action"));
        }
        let games = py.detach(|| Games::new(&from, n, seed, restart).with_threads(threads));
        let games =
            games.map_err(|error| refuse(py, format!("{threads} threads cannot be started: {error}")))?;
        Ok(VectorGame { game: game.unbind(), games, planes })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The number of actions, legal or not: the number of cells.
    #[getter]
    fn actions(&self) -> usize {
        self.games.cells()
    }

    /// The shape of all observations: (n, \*sizes, 2), or (n, 2, \*sizes) with planes="first".
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shape(py, Some(self.planes)))
    }

    /// The shape of all masks: (n, \*sizes).
    #[getter]
    fn legal_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shape(py, None))
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("VectorGame('{}', {})", self.game.bind(py).get().text(), self.games.len())
    }

    /// Begins games again: all, or those that are marked in ``where``, a bool array of the shape (n,).
    #[pyo3(signature = (*, r#where=None))]
    fn reset(&mut self, r#where: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let only = out::marks(r#where, self.games.len())?;
        self.games.reset(only.as_ref().map(Each::slice));
        Ok(())
    }

    /// Plays the action of each game, or of those that are marked in ``where``: (rewards, ended, illegal), of the shape (n,).
    ///
    /// A reward is 1 if the side that moved won with its move, -1 if it lost, else 0: int8. ``ended`` says which games ended, and
    /// ``illegal`` which of them because the action was not a legal move, which loses: bool. ``actions`` are integers, without a
    /// copy if they are int64. What is to be seen after the step is written into ``observations`` (int8), ``legal`` (bool) and
    /// ``to_move`` (int8), if they are given; for ``own`` see ``observations()``.
    #[pyo3(signature = (
        actions, *, r#where=None, rewards=None, ended=None, illegal=None, observations=None, own=None, legal=None, to_move=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an array of the caller")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        r#where: Given<'_, 'py>,
        rewards: Given<'_, 'py>,
        ended: Given<'_, 'py>,
        illegal: Given<'_, 'py>,
        observations: Given<'_, 'py>,
        own: Given<'_, 'py>,
        legal: Given<'_, 'py>,
        to_move: Given<'_, 'py>,
    ) -> PyResult<Done<'py>> {
        let number = [self.games.len()];
        let seen = self.given(py, observations, own, legal, to_move)?;
        let (actions, only) = (out::actions(actions, number[0])?, out::marks(r#where, number[0])?);
        let rewards = to_write(py, "rewards", rewards, &number)?;
        let ended = to_write(py, "ended", ended, &number)?;
        let illegal = to_write(py, "illegal", illegal, &number)?;
        {
            let mut rewards = Room::of("rewards", &rewards)?;
            let (mut ended, mut illegal) = (Room::of("ended", &ended)?, Room::of("illegal", &illegal)?);
            let mut rooms = seen.rooms()?;
            let spans = [
                ("rewards", Some(rewards.span())),
                ("ended", Some(ended.span())),
                ("illegal", Some(illegal.span())),
                ("observations", rooms.observations.as_mut().map(Room::span)),
                ("legal", rooms.legal.as_mut().map(Room::span)),
                ("to_move", rooms.to_move.as_mut().map(Room::span)),
            ];
            out::apart(&spans)?;
            let steps = Steps { rewards: rewards.slice(), ended: ended.slice(), illegal: illegal.slice() };
            let (actions, only) = (actions.slice(), only.as_ref().map(Each::slice));
            let (games, seen) = (&mut self.games, rooms.seen(self.planes));
            py.detach(|| games.step(actions, only, steps, seen));
        }
        Ok((rewards, ended, illegal))
    }

    /// A random legal action for each game, all with the same probability: int64, of the shape (n,); 0 for a game that waits to
    /// begin again. They follow from the seed and from how often actions were drawn.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(&mut self, py: Python<'py>, out: Given<'_, 'py>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let actions = to_write(py, "out", out, &[self.games.len()])?;
        let mut room = Room::of("out", &actions)?;
        let (games, to) = (&mut self.games, room.slice());
        py.detach(|| games.sample(to));
        Ok(actions)
    }

    /// Where the stones are, 1 or 0: int8, of the shape ``observation_shape``. In the first plane are those of the side to move,
    /// or of the sides in ``own``, an int8 array of the shape (n,), 1 for x and -1 for o.
    #[pyo3(signature = (out=None, *, own=None))]
    fn observations<'py>(
        &self,
        py: Python<'py>,
        out: Given<'_, 'py>,
        own: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let seen = to_write(py, "out", out, &self.shape(py, Some(self.planes)))?;
        self.write(py, &self.given(py, Some(seen.as_any()), own, None, None)?)?;
        Ok(seen)
    }

    /// The cells that can be played: bool, of the shape ``legal_shape``. None can in a game that waits to begin again.
    #[pyo3(signature = (out=None))]
    fn legal<'py>(&self, py: Python<'py>, out: Given<'_, 'py>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let legal = to_write(py, "out", out, &self.shape(py, None))?;
        self.write(py, &self.given(py, None, None, Some(legal.as_any()), None)?)?;
        Ok(legal)
    }

    /// The side to move, 1 for x and -1 for o: int8, of the shape (n,).
    #[pyo3(signature = (out=None))]
    fn to_move<'py>(&self, py: Python<'py>, out: Given<'_, 'py>) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let sides = to_write(py, "out", out, &[self.games.len()])?;
        self.write(py, &self.given(py, None, None, None, Some(sides.as_any()))?)?;
        Ok(sides)
    }

    /// The position of one game, counted from 0, or from the end if it is below 0.
    fn state(&self, py: Python<'_>, game: isize) -> PyResult<State> {
        let position = self.games.position(self.number(game)?).ok_or_else(|| self.no_such_game(game))?;
        Ok(State::of_position(self.game.bind(py), position))
    }

    /// Lets one game go on from a state.
    fn place(&mut self, py: Python<'_>, game: isize, state: &Bound<'_, State>) -> PyResult<()> {
        let number = self.number(game)?;
        let position = state.get().engine();
        if position.outcome().is_some() {
            return Err(refuse(py, "a game does not go on from a state in which it is over"));
        }
        if !self.games.place(number, &position) {
            let game = self.game.bind(py).get().text();
            return Err(refuse(py, format!("it is not a state of `{game}`")));
        }
        Ok(())
    }
}
