//! Positions of games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use connect_toe_api::{Analyze, Choose, Eval, Playouts, Position, Solve};
use connect_toe_game::{Game as Engine, MoveError, Side, with_game};
use numpy::PyArrayDyn;
use pyo3::prelude::*;

use crate::arrays;
use crate::error::{exception, refuse};
use crate::game::Game;
use crate::picture;
use crate::player::GivenPlayer;
use crate::results::{Analysis, PlayoutCounts, Solution};
use crate::side::GivenSide;
use crate::watch::Door;

/// A position of a game, which moves change.
#[pyclass(module = "connect_toe", frozen)]
pub(crate) struct State {
    game: Py<Game>,
    /// The board that the moves start from, if it is not the empty one: its text, and the side to move there.
    start: Option<(String, Side)>,
    /// Locked for a moment at a time, and never while Python code runs.
    now: Mutex<Engine>,
}

impl State {
    /// The empty board of a game.
    pub(crate) fn of(game: &Bound<'_, Game>) -> State {
        let now = Mutex::new(game.get().engine().clone());
        State { game: game.clone().unbind(), start: None, now }
    }

    fn now(&self) -> MutexGuard<'_, Engine> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game with its moves so far, for work that lasts: meanwhile the state may change.
    pub(crate) fn engine(&self) -> Engine {
        self.now().clone()
    }

    fn game_text(&self) -> &str {
        self.game.get().text()
    }

    fn texts(cells: &[connect_toe_game::Cell], game: &Engine) -> Vec<String> {
        cells.iter().map(|&cell| game.geometry().cell_text(cell)).collect()
    }
}

/// The text of moves: a text of them all, or an iterable of texts.
fn moves_text(moves: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = moves.extract::<String>() {
        return Ok(text);
    }
    let words: PyResult<Vec<String>> = moves.try_iter()?.map(|word| word?.extract::<String>()).collect();
    Ok(words?.join(" "))
}

#[pymethods]
impl State {
    /// A position: after moves from the empty board, or of a board.
    #[new]
    #[pyo3(signature = (game, moves=None, board=None, to_move=None))]
    pub(crate) fn new(
        game: &Bound<'_, Game>,
        moves: Option<&Bound<'_, PyAny>>,
        board: Option<&Bound<'_, PyAny>>,
        to_move: Option<GivenSide>,
    ) -> PyResult<State> {
        let py = game.py();
        let mut state = State::of(game);
        let board = board.map(|board| match board.extract::<String>() {
            Ok(text) => Ok(text),
            Err(_) => arrays::board_text(game.get().engine(), board),
        });
        let position = Position {
            moves: moves.map(moves_text).transpose()?,
            board: board.transpose()?,
            to_move: to_move.map(|side| side.0.to_string()),
        };
        let now = state.now.get_mut().unwrap_or_else(PoisonError::into_inner);
        with_game!(now, record => position.apply(record)).map_err(|error| exception(py, &error))?;
        if position.board.is_some() {
            state.start = Some((now.board_text(), now.to_move()));
        }
        Ok(state)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The moves so far, the first one first.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let now = self.now();
        State::texts(now.moves(), &now)
    }

    /// The side to move, also after the end of the game.
    #[getter]
    fn to_move(&self) -> String {
        self.now().to_move().to_string()
    }

    /// How the game ended, or None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.now().outcome().map(|outcome| outcome.to_string())
    }

    /// The cells of the lines that ended the game.
    #[getter]
    fn winning_cells(&self) -> Vec<String> {
        let now = self.now();
        State::texts(&now.completed_lines(), &now)
    }

    /// The legal moves in canonical order.
    fn legal_moves(&self) -> Vec<String> {
        let now = self.now();
        State::texts(&now.legal_moves(), &now)
    }

    /// The cells that can be played.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<bool>> {
        let now = self.engine();
        arrays::legal_mask(py, &now)
    }

    /// Plays a move.
    fn push(&self, py: Python<'_>, r#move: &str) -> PyResult<()> {
        let mut now = self.now();
        let number = now.moves().len() + 1;
        let played = now.parse_move(r#move).and_then(|cell| now.play(cell));
        drop(now);
        let refuse = |reason| refuse(py, MoveError { number, text: r#move.to_owned(), reason });
        played.map_err(refuse)
    }

    /// Takes the last move back.
    fn pop(&self, py: Python<'_>) -> PyResult<String> {
        let mut now = self.now();
        let taken = now.undo().map(|cell| now.geometry().cell_text(cell));
        drop(now);
        taken.ok_or_else(|| refuse(py, "there is no move to take back"))
    }

    /// The stones.
    fn board<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<i8>> {
        let now = self.engine();
        arrays::board(py, &now)
    }

    /// A heuristic's value.
    #[pyo3(signature = (heuristic, side=None))]
    fn evaluate(&self, py: Python<'_>, heuristic: GivenPlayer, side: Option<GivenSide>) -> PyResult<i64> {
        let (heuristic, door) = heuristic.through(Door::new(1, None));
        let player = side.map(|side| side.0.to_string());
        let request = Eval { heuristic: Some(heuristic), player, ..Eval::new(self.game_text()) };
        let game = self.engine();
        let evaluation = door.short(py, |work| request.run_on(game, work))?;
        // One heuristic gives one value.
        Ok(evaluation.values.into_values().next().unwrap_or_default())
    }

    /// A player's values of the moves.
    #[pyo3(signature = (player=None, *, exact_nodes=None, threads=0, progress=None))]
    fn analyze(
        &self,
        py: Python<'_>,
        player: Option<GivenPlayer>,
        exact_nodes: Option<u64>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let door = Door::new(threads, progress);
        let (player, door) = match player {
            Some(player) => player.through(door),
            None => (Analyze::PLAYER.to_owned(), door),
        };
        let request = Analyze { player, exact_nodes, ..Analyze::new(self.game_text()) };
        let game = self.engine();
        door.long(py, move |work| request.run_on(game, work)).map(Analysis::from)
    }

    /// The exact value.
    #[pyo3(signature = (
        *, weak=false, all_moves=false, value_only=false, memory=Solve::MEMORY, certificate=None,
        certificate_moves=Solve::CERTIFICATE_MOVES, threads=0, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn solve(
        &self,
        py: Python<'_>,
        weak: bool,
        all_moves: bool,
        value_only: bool,
        memory: &str,
        certificate: Option<std::path::PathBuf>,
        certificate_moves: u64,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Solution> {
        let request = Solve {
            weak,
            all_moves,
            value_only,
            memory: memory.to_owned(),
            certificate: certificate.map(|path| path.to_string_lossy().into_owned()),
            certificate_moves,
            ..Solve::new(self.game_text())
        };
        let game = self.engine();
        let door = Door::new(threads, progress);
        door.long(py, move |work| request.run_on(game, work)).map(Solution::from)
    }

    /// A player's choice.
    #[pyo3(signature = (player, *, seed=connect_toe_api::DEFAULT_SEED, progress=None))]
    fn choose(
        &self,
        py: Python<'_>,
        player: GivenPlayer,
        seed: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let (player, door) = player.through(Door::new(1, progress));
        let request = Choose { seed, ..Choose::new(self.game_text(), player) };
        let game = self.engine();
        door.long(py, move |work| request.run_on(game, work)).map(|chosen| chosen.cell)
    }

    /// Uniformly random games from here.
    #[pyo3(signature = (games=Playouts::GAMES, *, seed=connect_toe_api::DEFAULT_SEED, threads=0, progress=None))]
    fn playouts(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PlayoutCounts> {
        let request = Playouts { games, seed, ..Playouts::new(self.game_text()) };
        let game = self.engine();
        let door = Door::new(threads, progress);
        door.long(py, move |work| request.run_on(game, work)).map(PlayoutCounts::from)
    }

    /// A state of its own with the same moves.
    fn copy(&self, py: Python<'_>) -> State {
        State { game: self.game.clone_ref(py), start: self.start.clone(), now: Mutex::new(self.engine()) }
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.copy(py)
    }

    /// The picture, unless the board has too many layers for one.
    fn _repr_svg_(&self) -> Option<String> {
        picture::svg(&self.engine())
    }

    /// The picture with a line about the position.
    fn _repr_html_(&self) -> String {
        picture::html(&self.engine())
    }

    fn __str__(&self) -> String {
        self.now().board_text()
    }

    fn __repr__(&self) -> String {
        let now = self.now();
        let start = self.start.as_ref().map(|(board, side)| format!("board='{board}', to_move='{side}'"));
        let moves = State::texts(now.moves(), &now).join(" ");
        let game = self.game_text();
        match start {
            None if moves.is_empty() => format!("Game('{game}').new_initial_state()"),
            None => format!("Game('{game}').state(moves='{moves}')"),
            Some(start) if moves.is_empty() => format!("Game('{game}').state({start})"),
            Some(start) => format!("<Game('{game}').state({start}) and then {moves}>"),
        }
    }

    fn __eq__(&self, other: &State) -> bool {
        let seen = |state: &State| {
            let now = state.now();
            (now.board_text(), now.to_move())
        };
        self.game_text() == other.game_text() && seen(self) == seen(other)
    }

    #[classattr]
    #[pyo3(name = "__hash__")]
    const HASH: Option<isize> = None;

    /// The constructor's arguments, and the moves that follow.
    #[expect(clippy::type_complexity, reason = "the shape is that of Python's pickle")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyAny>, (Py<Game>, Option<String>, Option<String>, Option<String>), Vec<String>) {
        let state = slf.get();
        let (board, side) = state.start.clone().map(|(board, side)| (board, side.to_string())).unzip();
        let arguments = (state.game.clone_ref(slf.py()), None, board, side);
        (slf.get_type().into_any(), arguments, state.moves())
    }

    fn __setstate__(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<()> {
        moves.iter().try_for_each(|text| self.push(py, text))
    }
}
