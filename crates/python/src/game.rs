//! Games.

use connect_toe_api::{Describe, Games, Match, Playouts};
use connect_toe_game as engine;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::exception;
use crate::json::python_of;
use crate::picture;
use crate::player::GivenPlayer;
use crate::results::{MatchResult, PlayoutCounts};
use crate::state::State;
use crate::watch::Door;

/// A k-in-a-row game.
#[pyclass(module = "connect_toe", frozen)]
pub(crate) struct Game {
    game: engine::Game,
    text: String,
}

impl Game {
    /// The game on the empty board.
    pub(crate) fn engine(&self) -> &engine::Game {
        &self.game
    }

    /// Canonical game text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The text of a game, or a game.
#[derive(FromPyObject)]
pub(crate) enum GivenGame<'py> {
    Text(String),
    Game(PyRef<'py, Game>),
}

#[pymethods]
impl Game {
    /// The game of a text, or of a preset's name. A game gives itself.
    #[new]
    fn new(py: Python<'_>, game: GivenGame<'_>) -> PyResult<Game> {
        let game = match game {
            GivenGame::Text(text) => connect_toe_api::game(&text).map_err(|error| exception(py, &error))?,
            GivenGame::Game(game) => game.game.clone(),
        };
        let text = game.spec().to_string();
        Ok(Game { game, text })
    }

    /// Cells in each dimension.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.game.geometry().sizes())
    }

    /// Stones in a row that make a line.
    #[getter]
    fn k(&self) -> u16 {
        self.game.spec().k
    }

    /// The number of cells.
    #[getter]
    fn cells(&self) -> usize {
        self.game.geometry().cells().len()
    }

    /// All cells in canonical order, which is the C order of `State.board()`.
    #[getter]
    fn cell_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let geometry = self.game.geometry();
        let names: Vec<String> = geometry.cells().iter().map(|&cell| geometry.cell_text(cell)).collect();
        PyTuple::new(py, names)
    }

    /// What the game is, as the command line's JSON.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let describe = Describe { game: self.text.clone() };
        let description = Door::new(1, None).short(py, |work| describe.run(work))?;
        Ok(python_of(py, &description)?.cast_into::<PyDict>()?)
    }

    /// The empty board.
    fn new_initial_state(slf: &Bound<'_, Self>) -> State {
        State::of(slf)
    }

    /// A position: after moves from the empty board, or of a board.
    #[pyo3(signature = (moves=None, board=None, to_move=None))]
    fn state(
        slf: &Bound<'_, Self>,
        moves: Option<&Bound<'_, PyAny>>,
        board: Option<&Bound<'_, PyAny>>,
        to_move: Option<crate::side::GivenSide>,
    ) -> PyResult<State> {
        State::new(slf, moves, board, to_move)
    }

    /// Many games of two players.
    #[pyo3(signature = (
        player, opponent, *, games=None, seed=connect_toe_api::DEFAULT_SEED, first="alternate", sprt=None,
        errors="0.05,0.05", elo_model="logistic", results=None, threads=0, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn r#match(
        &self,
        py: Python<'_>,
        player: GivenPlayer,
        opponent: GivenPlayer,
        games: Option<u64>,
        seed: u64,
        first: &str,
        sprt: Option<String>,
        errors: &str,
        elo_model: &str,
        results: Option<std::path::PathBuf>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<MatchResult> {
        let door = Door::new(threads, progress);
        let (player, door) = player.through(door);
        let (opponent, door) = opponent.through(door);
        let request = Match {
            games,
            seed,
            first: first.to_owned(),
            sprt,
            errors: errors.to_owned(),
            elo_model: elo_model.to_owned(),
            results: results.map(|path| path.to_string_lossy().into_owned()),
            ..Match::new(&self.text, player, opponent)
        };
        door.long(py, |work| request.run(work)).map(MatchResult::from)
    }

    /// Uniformly random games from the empty board.
    #[pyo3(signature = (games=Playouts::GAMES, *, seed=connect_toe_api::DEFAULT_SEED, threads=0, progress=None))]
    fn playouts(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PlayoutCounts> {
        let request = Playouts { games, seed, ..Playouts::new(&self.text) };
        let game = self.game.clone();
        let door = Door::new(threads, progress);
        door.long(py, move |work| request.run_on(game, work)).map(PlayoutCounts::from)
    }

    /// The picture of the empty board, unless it has too many layers for one.
    fn _repr_svg_(&self) -> Option<String> {
        picture::svg(&self.game)
    }

    /// The picture of the empty board with a line about the game.
    fn _repr_html_(&self) -> String {
        picture::html(&self.game)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.text)
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.text == other.text
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        pyo3::types::PyString::new(py, &self.text).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().text.clone(),))
    }
}

/// The games with a name.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    python_of(py, &Games {}.run())
}
