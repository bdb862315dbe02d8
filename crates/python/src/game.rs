//! Games.

use connect_toe_api::{Describe, Games, ListBook, ListedBook, Playouts, ReadGame, Solve, files};
use connect_toe_game::{self as engine, with_game};
use connect_toe_laboratory::{ExportAtlas, Match};
use numpy::{PyArray1, PyArray2, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::arrays;
use crate::batch::{self, Given, SolvedBatch};
use crate::error::{exception, refuse, text_or};
use crate::json::{dict_of, python_of};
use crate::number::{GivenMemory, GivenPair, fresh_seed, integer_or_none, whole, whole_or_none};
use crate::path::GivenPath;
use crate::picture;
use crate::player::GivenPlayer;
use crate::results::{MatchResult, PlayoutCounts};
use crate::rows;
use crate::state::State;
use crate::symmetries;
use crate::watch::Door;

/// A k-in-a-row game: its rules.
///
/// A game is text, ``SIZES:K[:FACES[:FLAG]...]``, the name of a preset, or ``@FILE``, a file that lists the winning lines. In
/// place of ``K`` stands ``lines=...``, ``shape=...``, ``plane`` or ``projective`` where lines are not rows; flags are
/// ``misere``, ``exact``, ``torus``, ``blocked=...``, ``turn=A+B``, ``maker`` and ``renju``. Games are immutable; those with the
/// same canonical text are equal.
///
/// ``places`` says where pictures show the cells, as a pair of numbers from 0 to 1 for each cell in canonical order: to the
/// right, and upwards. A file of lines may place them too.
///
/// >>> game = Game("connect-four")
/// >>> game
/// Game('7x6:4:-2')
/// >>> game.sizes, game.k, game.cells
/// ((7, 6), 4, 42)
/// >>> game == Game("7x6:4:-2")
/// True
///
/// Raises RequestError (a ValueError) if the text is not a game; the message says everything that is wrong with it.
#[pyclass(module = "connect_toe", frozen)]
pub(crate) struct Game {
    start: engine::Game,
    text: String,
    /// The cells in canonical order. Answers share these texts.
    names: Py<PyTuple>,
    /// Where pictures show the cells, if that is said.
    places: Option<Vec<[f64; 2]>>,
}

impl Game {
    /// The game of these rules.
    pub(crate) fn of_spec(py: Python<'_>, spec: &engine::GameSpec) -> PyResult<Game> {
        Game::of(py, engine::Game::new(spec).map_err(|error| refuse(py, error))?)
    }

    fn of(py: Python<'_>, start: engine::Game) -> PyResult<Game> {
        let text = start.spec().to_string();
        let geometry = start.geometry();
        let names: Vec<String> = geometry.cells().iter().map(|&cell| geometry.cell_text(cell)).collect();
        let names = PyTuple::new(py, names)?.unbind();
        Ok(Game { start, text, names, places: None })
    }

    /// Where pictures show the cells, if that is said.
    pub(crate) fn places(&self) -> Option<&[[f64; 2]]> {
        self.places.as_deref()
    }

    /// The same game with its cells in these places.
    fn with_places(self, py: Python<'_>, places: Option<Vec<[f64; 2]>>) -> PyResult<Game> {
        let Some(places) = places else { return Ok(self) };
        let (given, cells) = (places.len(), self.start.geometry().cells().len());
        if given != cells {
            return Err(refuse(py, format!("there are {given} places for {cells} cells")));
        }
        if let Some([x, y]) = places.iter().find(|place| !place.iter().all(|part| (0.0..=1.0).contains(part)))
        {
            return Err(refuse(py, format!("({x}, {y}) is not a place: both numbers lie within 0 to 1")));
        }
        Ok(Game { places: Some(places), ..self })
    }

    /// The game on the empty board.
    pub(crate) fn engine(&self) -> &engine::Game {
        &self.start
    }

    /// These cells as Python's texts.
    pub(crate) fn texts<'py>(&self, py: Python<'py>, cells: &[engine::Cell]) -> PyResult<Bound<'py, PyList>> {
        let (names, geometry) = (self.names.bind(py), self.start.geometry());
        let texts: PyResult<Vec<Bound<'_, PyAny>>> =
            cells.iter().map(|&cell| names.get_item(geometry.rank(cell))).collect();
        PyList::new(py, texts?)
    }

    /// Canonical game text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

// Signatures of Python hold literal defaults. They are those of all requests.
const _: () = assert!(connect_toe_api::DEFAULT_SEED == 2004 && Playouts::GAMES == 100_000);

/// The text of a game, or a game.
pub(crate) enum GivenGame {
    Text(String),
    Game(Py<Game>),
}

impl<'py> FromPyObject<'_, 'py> for GivenGame {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenGame> {
        if let Ok(game) = given.cast::<Game>() {
            return Ok(GivenGame::Game(game.to_owned().unbind()));
        }
        text_or(given, "a game is text or a Game").map(GivenGame::Text)
    }
}

impl GivenGame {
    /// The game as an object of Python.
    pub(crate) fn bind(self, py: Python<'_>) -> PyResult<Bound<'_, Game>> {
        match self {
            GivenGame::Game(game) => Ok(game.into_bound(py)),
            text @ GivenGame::Text(_) => Bound::new(py, text.game(py, None)?),
        }
    }

    /// The game, with its cells in these places.
    fn game(self, py: Python<'_>, places: Option<Vec<[f64; 2]>>) -> PyResult<Game> {
        let told = |error| exception(py, &error);
        let (start, own) = match self {
            GivenGame::Text(text) => match files::named_file(&text) {
                None => (connect_toe_api::game(&text).map_err(told)?, None),
                Some(path) => {
                    let file = files::lines_file(path).map_err(told)?;
                    (engine::Game::new(&file.game).map_err(|error| refuse(py, error))?, file.places)
                }
            },
            GivenGame::Game(game) => (game.get().start.clone(), game.get().places.clone()),
        };
        Game::of(py, start)?.with_places(py, places.or(own))
    }
}

#[pymethods]
impl Game {
    /// The game of a text, or of a preset's name. A game gives itself.
    #[new]
    #[pyo3(signature = (game, places=None))]
    fn new(py: Python<'_>, game: GivenGame, places: Option<Vec<[f64; 2]>>) -> PyResult<Game> {
        game.game(py, places)
    }

    /// Cells in each dimension.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.start.geometry().sizes())
    }

    /// Stones in a row that make a line; 0 if lines are not rows of stones, see ``line_rule`` and ``lines``.
    #[getter]
    fn k(&self) -> u16 {
        self.start.spec().run_length().unwrap_or_default()
    }

    /// What a line is, in words.
    ///
    /// >>> Game("7x6:4:-2").line_rule, Game("4x4:plane").line_rule
    /// ('4 in a row', 'a line of the affine plane of order 4')
    #[getter]
    fn line_rule(&self) -> String {
        self.start.spec().lines_in_words()
    }

    /// Where pictures show the cells, if that was said: a pair of numbers from 0 to 1 for each cell in canonical order, to the
    /// right and upwards.
    #[getter]
    #[pyo3(name = "places")]
    fn given_places(&self) -> Option<Vec<(f64, f64)>> {
        Some(self.places()?.iter().map(|&[x, y]| (x, y)).collect())
    }

    /// The cells of every winning line, each line and all lines once: a new list, for a heuristic to prepare its lines.
    ///
    /// >>> Game("3:lines=a+b/c").lines()
    /// [['a', 'b'], ['c']]
    /// >>> len(Game("qubic").lines())
    /// 76
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let lines: Vec<Bound<'py, PyList>> = with_game!(&self.start, record => {
            record.rules().lines().iter().map(|line| self.texts(py, line)).collect::<PyResult<_>>()
        })?;
        PyList::new(py, lines)
    }

    /// The dimension along which stones drop, 0 for the first, if they all enter through one face; None where a stone may be
    /// placed on any empty cell, or enter through several faces. Then a column has one legal move at most.
    ///
    /// >>> Game("connect-four").drop_axis, Game("tic-tac-toe").drop_axis
    /// (1, None)
    #[getter]
    fn drop_axis(&self) -> Option<u16> {
        match &self.start.spec().faces {
            engine::Faces::Open(faces) => match faces[..] {
                [face] => Some(face.dimension - 1),
                _ => None,
            },
            engine::Faces::Free => None,
        }
    }

    /// The cells that no stone ever stands on, in canonical order. Boards show them as ``#``, arrays as 0.
    ///
    /// >>> game = Game("3x3:3:free:blocked=b2")
    /// >>> game.blocked, game.new_initial_state().rows()
    /// (('b2',), ['___', '_#_', '___'])
    #[getter]
    fn blocked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let geometry = self.start.geometry();
        let cells = geometry.cells().iter().copied();
        let blocked: Vec<engine::Cell> = cells.filter(|&cell| geometry.is_blocked(cell)).collect();
        Ok(self.texts(py, &blocked)?.to_tuple())
    }

    /// The stones of a turn: of x's first one, and of every later one of either side. See ``State.stones_left``.
    ///
    /// >>> Game("connect-four").turn, Game("19x19:6:free:turn=1+2").turn
    /// ((1, 1), (1, 2))
    #[getter]
    fn turn(&self) -> (u8, u8) {
        let engine::Turn { first, later } = self.start.spec().turn;
        (first, later)
    }

    /// The sides whose lines count: both, or ``('x',)`` if x makes lines and o breaks them.
    #[getter]
    fn sides_with_lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let counts =
            |side: &engine::Side| with_game!(&self.start, record => record.rules().lines_count_for(*side));
        let sides = engine::Side::ALL.into_iter().filter(counts).map(|side| side.to_string());
        PyTuple::new(py, sides.collect::<Vec<_>>())
    }

    /// What the sides are called: Maker and Breaker, Avoider and Enforcer, or X and O.
    ///
    /// >>> Game("3x3:3:free:maker").side_names
    /// {'x': 'Maker', 'o': 'Breaker'}
    #[getter]
    fn side_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (named, names) = (self.start.spec().side_names(), PyDict::new(py));
        for side in engine::Side::ALL {
            names.set_item(side.to_string(), named[side])?;
        }
        Ok(names)
    }

    /// The number of cells.
    #[getter]
    fn cells(&self) -> usize {
        self.start.geometry().cells().len()
    }

    /// The names of all cells in canonical order, which is the C order of ``State.board()``.
    ///
    /// >>> Game("3x2:2").cell_names
    /// ('a1', 'a2', 'b1', 'b2', 'c1', 'c2')
    #[getter]
    fn cell_names(&self, py: Python<'_>) -> Py<PyTuple> {
        self.names.clone_ref(py)
    }

    /// What the game is, as the JSON of ``connect-toe describe``.
    ///
    /// The keys are game, sizes, k, faces, flags, cells, lines, symmetries (a string if it is beyond 2^53), first_moves, and
    /// known, if anything is known without a search: the result for x with its distance, best first moves and source. Where
    /// lines are not rows, k is None, and lines_rule and line_cells say what they are; blocked has blocked cells, if any.
    ///
    /// >>> Game("qubic").describe()["lines"]
    /// 76
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let describe = Describe::of(&self.text);
        let description = Door::new(1, None).short(py, |work| describe.run(work))?;
        dict_of(py, &description)
    }

    /// The state before the first move.
    ///
    /// >>> Game("tic-tac-toe").new_initial_state().legal_moves()[:4]
    /// ['a1', 'a2', 'a3', 'b1']
    fn new_initial_state(slf: &Bound<'_, Self>) -> State {
        State::of(slf)
    }

    /// A position: after ``moves`` from the empty board, or of a ``board``; the empty board without either.
    ///
    /// ``moves`` are cells with spaces between them, or an iterable of cells or actions, as ``State.actions`` gives them; where
    /// stones drop into a flat board, digits of columns will do. ``board`` is text (rows, the top one first, with ``/`` between
    /// them, layers with ``|``; ``x``, ``o`` and ``_``), the key of a state, or an int8 array of the shape ``sizes``, indexed by coordinates, with 1 for x, -1 for o and 0
    /// for an empty cell; rows as they are printed become one by ``board_from_rows``. ``to_move`` ("x", "o", 1 or -1) is needed
    /// where the board leaves it open. Where turns have several stones, ``stones_left`` is the number of
    /// stones left in this turn; without it the stones tell it if a game can have so many, and else the turn is a whole one.
    ///
    /// Raises RequestError if the moves or the board are not a position of the game.
    ///
    /// >>> game = Game("connect-four")
    /// >>> game.state(moves="d1 d2").to_move
    /// 'x'
    /// >>> game.state(board=game.state(moves="44").board()).legal_moves()[3]
    /// 'd3'
    #[pyo3(signature = (moves=None, board=None, to_move=None, stones_left=None))]
    fn state(
        slf: &Bound<'_, Self>,
        moves: Option<&Bound<'_, PyAny>>,
        board: Option<&Bound<'_, PyAny>>,
        to_move: Option<crate::side::GivenSide>,
        #[pyo3(from_py_with = whole_or_none)] stones_left: Option<u32>,
    ) -> PyResult<State> {
        State::new(slf, moves, board, to_move, stones_left)
    }

    /// The board of rows as they are printed, the top row first: a new int8 array of the shape ``sizes``, for ``state`` and
    /// the batches.
    ///
    /// ``rows`` is text, a sequence of texts, or a sequence or array of cells in two dimensions: "x", "o" and "\_", or 1, -1 and
    /// 0. Layers follow one another, layer 1 first, in rows one after the other or in sequences of their own. ``State.rows``
    /// is the way back. Arrays as ``State.board`` gives them are indexed by coordinates, and are not turned by this.
    ///
    /// Raises RequestError if the rows are not those of a board of this game.
    ///
    /// >>> game = Game("connect-four")
    /// >>> board = game.board_from_rows(["_______"] * 4 + ["___o___", "_x_x___"])
    /// >>> board[3, 0], board[3, 1], board[1, 0]
    /// (np.int8(1), np.int8(-1), np.int8(1))
    /// >>> game.state(board=board, to_move="o").rows()[-1]
    /// '_x_x___'
    fn board_from_rows<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let numbers = rows::numbers(&self.start, rows)?;
        Ok(arrays::of_board(py, &self.start, numbers))
    }

    /// Checks that a player can play this game, as ``match`` and ``State.choose`` would.
    ///
    /// Raises RequestError if the text does not name a player, or it cannot play the game.
    ///
    /// >>> Game("7x6:4:-2:misere").check_player("alpha-beta:depth=2,eval=runs")
    fn check_player(&self, py: Python<'_>, player: GivenPlayer) -> PyResult<()> {
        let (player, door) = player.through(py, Door::new(1, None))?;
        door.short(py, |work| {
            let player = connect_toe_api::player("player", &player, work)?;
            connect_toe_api::check_player(&self.start, &player)
        })
    }

    /// Plays many games of two players, and counts them from the side of ``player``.
    ///
    /// The games are those of ``connect-toe match`` with the same options: a function of the players, ``games`` (by default
    /// 100, or at most 100,000 of a sequential test), ``seed`` and ``first`` ("alternate", "player" or "random"); the number of
    /// ``threads`` (0: all cores) does not change them. ``sprt`` are two differences in Elo, (low, high), of a sequential test
    /// that ends the match, ``errors`` its error rates, by default (0.05, 0.05), ``elo_model`` ("logistic" or "normalized") what a difference means.
    /// ``results`` is a file that keeps the games. ``openings`` says where they start: "auto" (after a few random plies, or from
    /// the empty board against ``random``), "none" (the empty board), "random:2" and "all:2" (after two plies, drawn for each
    /// pair or in turn), "balanced" or "balanced:2" (positions after four or two plies that are fair to both sides). With
    /// ``swap`` the player that would move second chooses its side after the opening. ``forfeits`` ("omit" or "count") says
    /// whether games that a player lost because it gave no move count in score, Elo and test.
    ///
    /// ``progress`` is called about ten times a second with a Progress; what it raises ends the match, and if it returns False,
    /// the result counts the games so far. Other threads of Python run meanwhile, and Ctrl-C raises KeyboardInterrupt.
    ///
    /// Raises RequestError if a text is not a player or a number is out of range; OSError if the file cannot be used.
    ///
    /// >>> result = Game("tic-tac-toe").match("perfect", "random", games=60, seed=1)
    /// >>> result.games, result.losses
    /// (60, 0)
    /// >>> Game("tic-tac-toe").match("perfect", "perfect", games=10, openings="balanced:2").draws
    /// 10
    #[pyo3(signature = (
        player, opponent, *, games=None, seed=2004, first="alternate", sprt=None,
        errors=None, elo_model="logistic", results=None, threads=0, progress=None, openings="auto", swap=false,
        forfeits="omit"
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn r#match(
        &self,
        py: Python<'_>,
        player: GivenPlayer,
        opponent: GivenPlayer,
        #[pyo3(from_py_with = whole_or_none)] games: Option<u64>,
        #[pyo3(from_py_with = whole)] seed: u64,
        first: &str,
        sprt: Option<GivenPair>,
        errors: Option<GivenPair>,
        elo_model: &str,
        results: Option<GivenPath>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
        openings: &str,
        swap: bool,
        forfeits: &str,
    ) -> PyResult<MatchResult> {
        let door = Door::new(threads, progress);
        let (player, door) = player.through(py, door)?;
        let (opponent, door) = opponent.through(py, door)?;
        let request = Match {
            games,
            seed,
            first: first.to_owned(),
            openings: openings.to_owned(),
            swap,
            forfeits: forfeits.to_owned(),
            sprt: sprt.map(|pair| pair.0),
            elo_model: elo_model.to_owned(),
            results: results.map(|path| path.0),
            ..Match::new(&self.text, player, opponent)
        };
        let errors = errors.map_or_else(|| request.errors.clone(), |pair| pair.0);
        let request = Match { errors, ..request };
        door.long(py, |work| request.run(work)).map(MatchResult::from)
    }

    /// Plays uniformly random games from the empty board and counts their results.
    ///
    /// ``games`` is 1 to 10^12. For ``threads`` and ``progress`` see ``match``; the number of threads does not change the counts.
    ///
    /// >>> counts = Game("tic-tac-toe").playouts(1000, seed=1)
    /// >>> counts.x > counts.o
    /// True
    #[pyo3(signature = (games=100_000, *, seed=2004, threads=0, progress=None))]
    fn playouts(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = whole)] games: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PlayoutCounts> {
        State::of(slf).playouts(slf.py(), games, seed, threads, progress)
    }

    /// A heuristic's values of many boards, without looking ahead: an int64 array of the shape (n,).
    ///
    /// ``boards`` is an int8 array of the shape (n, \*sizes), contiguous or not, each board as for ``state``. ``to_move`` and
    /// ``side`` are the side to move of each board and the side whose value is asked for: sequences or arrays of n sides ("x",
    /// "o", 1 or -1), or one side for all. Without ``to_move`` the stones say who is to move, without ``side`` values are for the
    /// side to move. ``stones_left`` are the stones left in the turns of the sides to move, a number for each board or one for
    /// all; without it they are as for ``state``. The values are those of ``game.state(board=boards[i],
    /// to_move=to_move[i]).evaluate(heuristic, side[i])``,
    /// in this order, whatever the number of ``threads`` (0: all cores); other threads of Python run meanwhile. For ``progress``
    /// see ``match``; a callback that returns False ends the call with RunError.
    ///
    /// Raises RequestError if the text does not name a heuristic, or a board is not one of the game; the message names the
    /// board by its index. TypeError if the data type is another.
    ///
    /// >>> import numpy as np
    /// >>> game = Game("tic-tac-toe")
    /// >>> boards = np.zeros((3, 3, 3), np.int8)
    /// >>> boards[1, 1, 1] = 1
    /// >>> boards[2, 0, 0] = 1
    /// >>> game.evaluate_batch("open-lines", boards, to_move=[1, -1, -1], side="x").tolist()
    /// [0, 4, 3]
    #[pyo3(signature = (
        heuristic, boards, to_move=None, side=None, *, stones_left=None, threads=0, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn evaluate_batch<'py>(
        &self,
        py: Python<'py>,
        heuristic: GivenPlayer,
        boards: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        side: Option<&Bound<'py, PyAny>>,
        stones_left: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (heuristic, door) = heuristic.heuristic_through(py, Door::new(threads, progress))?;
        batch::evaluate(py, &self.start, &heuristic, Given { boards, to_move, stones_left }, side, door)
    }

    /// The cells that can be played on many boards: a boolean array of the shape of ``boards``. All are False once a game is
    /// over. For the arguments and errors see ``evaluate_batch``.
    ///
    /// >>> import numpy as np
    /// >>> Game("connect-four").legal_batch(np.zeros((2, 7, 6), np.int8)).sum(axis=(1, 2)).tolist()
    /// [7, 7]
    #[pyo3(signature = (boards, to_move=None, *, stones_left=None, threads=0, progress=None))]
    fn legal_batch<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        stones_left: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        batch::legal(py, &self.start, Given { boards, to_move, stones_left }, Door::new(threads, progress))
    }

    /// How many boards stand: ``(over, winner)``, arrays of the shape (n,). ``over`` is True where the game is over, ``winner`` is 1
    /// where x has won, -1 where o has, and 0 elsewhere. For the arguments and errors see ``evaluate_batch``.
    ///
    /// >>> import numpy as np
    /// >>> game = Game("tic-tac-toe")
    /// >>> boards = np.stack([game.board_from_rows(rows) for rows in ("xxx/oo_/___", "xox/xox/oxo", "x__/___/___")])
    /// >>> over, winner = game.outcome_batch(boards, to_move="o")
    /// >>> over.tolist(), winner.tolist()
    /// ([True, True, False], [1, 0, 0])
    #[pyo3(signature = (boards, to_move=None, *, stones_left=None, threads=0, progress=None))]
    #[expect(clippy::type_complexity, reason = "the shape is Python's")]
    fn outcome_batch<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        stones_left: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<i8>>)> {
        batch::outcomes(py, &self.start, Given { boards, to_move, stones_left }, Door::new(threads, progress))
    }

    /// What stands after a move on each board: ``(boards, to_move)``, a new int8 array of the shape (n, \*sizes) and the sides to
    /// move then, 1 or -1, of the shape (n,). ``actions`` are integers, the places of the moves' cells in the C order of a board. For
    /// the other arguments and errors see ``evaluate_batch``; a move that is not legal is refused.
    ///
    /// >>> import numpy as np
    /// >>> game = Game("tic-tac-toe")
    /// >>> boards, to_move = game.play_batch(np.zeros((2, 3, 3), np.int8), [4, 0])
    /// >>> game.state(board=boards[0]).rows(), to_move.tolist()
    /// (['___', '_x_', '___'], [-1, -1])
    #[pyo3(signature = (boards, actions, to_move=None, *, stones_left=None, threads=0, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    #[expect(clippy::type_complexity, reason = "the shape is Python's")]
    fn play_batch<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        actions: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        stones_left: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Bound<'py, PyArrayDyn<i8>>, Bound<'py, PyArray1<i8>>)> {
        let given = Given { boards, to_move, stones_left };
        batch::play(py, &self.start, given, actions, Door::new(threads, progress))
    }

    /// The observations of many boards, as the environments give them: an int8 array of the shape (n, \*sizes, 2), 1 where a
    /// stone is, the stones of the side to move in plane 0, the other's in plane 1. For the arguments and errors see
    /// ``evaluate_batch``.
    ///
    /// >>> import numpy as np
    /// >>> seen = Game("connect-four").observation_batch(np.zeros((5, 7, 6), np.int8))
    /// >>> seen.shape, seen.dtype
    /// ((5, 7, 6, 2), dtype('int8'))
    #[pyo3(signature = (boards, to_move=None, *, stones_left=None, threads=0, progress=None))]
    fn observation_batch<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        stones_left: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let given = Given { boards, to_move, stones_left };
        batch::observations(py, &self.start, given, Door::new(threads, progress))
    }

    /// The symmetries of the game as permutations: an array of the shape (symmetries, cells), the identity first.
    ///
    /// ``board.reshape(-1)[permutation].reshape(game.sizes)`` is the image of a board, and a policy over all actions, or a mask,
    /// is turned in the same way.
    ///
    /// Raises RequestError if there are too many for an array.
    ///
    /// >>> game = Game("connect-four")
    /// >>> mirror = game.symmetries()[1]
    /// >>> game.state(board=game.state("a1").board().reshape(-1)[mirror].reshape(game.sizes)).rows()[-1]
    /// '______x'
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<isize>>> {
        symmetries::permutations(py, &self.start)
    }

    /// The actions that a player chooses on many boards: int64, of the shape (n,), the places of the cells in the C order of a board.
    /// On ``boards[i]`` it is the move of ``State.choose(player, seed=seed + i)``; without a seed it differs from call to call. For the other arguments and errors see
    /// ``evaluate_batch``; a board on which the game is over is refused.
    ///
    /// >>> import numpy as np
    /// >>> Game("tic-tac-toe").choose_batch("perfect", np.array([[[1, -1, 0], [1, -1, 0], [0, 0, 0]]], np.int8)).tolist()
    /// [6]
    #[pyo3(signature = (player, boards, to_move=None, *, seed=None, stones_left=None, threads=0, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn choose_batch<'py>(
        &self,
        py: Python<'py>,
        player: GivenPlayer,
        boards: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole_or_none)] seed: Option<u64>,
        stones_left: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (player, door) = player.through(py, Door::new(threads, progress))?;
        let seed = seed.unwrap_or_else(fresh_seed);
        batch::choose(py, &self.start, Given { boards, to_move, stones_left }, (&player, seed), door)
    }

    /// The exact values of many boards for the side to move. ``weak`` leaves out the plies. ``memory`` is that of the solver's
    /// tables: a number of bytes, or text with k, M or G, by default "64M". For the other arguments and errors see ``evaluate_batch``.
    ///
    /// >>> import numpy as np
    /// >>> solved = Game("4x4:3").solve_batch(np.zeros((1, 4, 4), np.int8))
    /// >>> solved.results, solved.distances, solved[0]
    /// (array([1], dtype=int8), array([5], dtype=int32), Proven('win', 5))
    #[pyo3(signature = (
        boards, to_move=None, *, weak=false, memory=None, stones_left=None, threads=0, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn solve_batch(
        &self,
        py: Python<'_>,
        boards: &Bound<'_, PyAny>,
        to_move: Option<&Bound<'_, PyAny>>,
        weak: bool,
        memory: Option<GivenMemory>,
        stones_left: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<SolvedBatch> {
        let given = Given { boards, to_move, stones_left };
        let memory = memory.map_or_else(|| Solve::new("").memory, |memory| memory.0);
        batch::solve(py, &self.start, given, (weak, &memory), Door::new(threads, progress))
    }

    /// The positions of the book of this game with their exact values: ``(boards, values)``, or None if there is no book.
    ///
    /// ``boards`` is an int8 array of the shape (n, \*sizes), one position for all that symmetries map to each other, ply by
    /// ply; ``values`` is a SolvedBatch. ``plies`` asks for the positions after this number of plies; ``file`` is a file that
    /// ``connect-toe book`` has made, in place of the book of the package.
    ///
    /// Raises RequestError if the file is not a book of this game, or the book does not have these plies.
    ///
    /// >>> boards, values = Game("connect-four").book(plies=1)
    /// >>> boards.shape, values[0]
    /// ((4, 7, 6), Proven('win', 39))
    #[pyo3(signature = (plies=None, file=None))]
    fn book<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer_or_none)] plies: Option<i64>,
        file: Option<GivenPath>,
    ) -> PyResult<Option<(Bound<'py, PyArrayDyn<i8>>, SolvedBatch)>> {
        let request = ListBook { game: self.text.clone(), file: file.map(|path| path.0), plies };
        let listed = Door::new(1, None).brief(py, move |_| request.run())?;
        Ok(listed.map(|ListedBook { stones, values }| {
            let boards =
                arrays::of_boards(py, &arrays::shape(self.start.geometry()), values.len(), &[], stones);
            (boards, SolvedBatch::of(&values))
        }))
    }

    /// The picture of the empty board, unless it has too many layers for one.
    fn _repr_svg_(&self) -> Option<String> {
        picture::svg(&self.start, self.places())
    }

    /// The picture of the empty board with a line about the game.
    fn _repr_html_(&self) -> String {
        picture::html(&self.start, self.places())
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
        PyString::new(py, &self.text).hash()
    }

    #[expect(clippy::type_complexity, reason = "the shape is that of Python's pickle")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, Option<Vec<(f64, f64)>>)) {
        let game = slf.get();
        (slf.get_type().into_any(), (game.text.clone(), game.given_places()))
    }
}

/// The games with a name, as the JSON of ``connect-toe games``: dictionaries with name, game and about.
///
/// >>> [preset["game"] for preset in games() if preset["name"] == "qubic"]
/// ['4x4x4:4']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    python_of(py, &Games {}.run())
}

/// The games and positions of a text as other programs write them: of Piskvork, in the Smart Game Format (their main
/// lines), or a position a line; several games may follow each other. ``game`` is needed where the text does not name it.
///
/// Raises RequestError if the text does not say which game it is, or has a move that is not legal.
///
/// >>> [state.moves for state in read_games("(;GM[4]SZ[15];B[hh];W[ig])(;GM[4]SZ[15];B[ii])")]
/// [['h8', 'i9'], ['i7']]
/// >>> [state.to_move for state in read_games("445 4456".replace(" ", chr(10)), Game("connect-four"))]
/// ['o', 'x']
#[pyfunction]
#[pyo3(signature = (text, game=None))]
pub(crate) fn read_games(
    py: Python<'_>,
    text: String,
    game: Option<&Bound<'_, Game>>,
) -> PyResult<Vec<State>> {
    let request = ReadGame { game: game.map(|game| game.get().text.clone()), text };
    let found = request.all().map_err(|error| exception(py, &error))?;
    let state = |(name, text): (String, String)| {
        let game = match game {
            Some(game) => game.clone(),
            None => Bound::new(py, Game::new(py, GivenGame::Text(name), None)?)?,
        };
        State::new(&game, Some(PyString::new(py, &text).as_any()), None, None, None)
    };
    found.into_iter().map(state).collect()
}

/// What the atlas knows of every game: a list of dictionaries, the rows of a table (``pandas.DataFrame(atlas())``).
///
/// The keys are game, sizes, k, faces, flags, result, distance, best, lower, upper (the least and the greatest possible value
/// in short, such as W7, = and L12; equal if the value is known), bounds (the same two; None if the value is known), nodes,
/// seconds and source. Values are for x, who moves first. ``file`` is a file that ``connect-toe atlas build`` has made, in place of the atlas of the package.
///
/// >>> [row["result"] for row in atlas() if row["game"] == "4x4:4:-2"]
/// ['draw']
#[pyfunction]
#[pyo3(signature = (file=None))]
pub(crate) fn atlas(py: Python<'_>, file: Option<GivenPath>) -> PyResult<Bound<'_, PyAny>> {
    let request = ExportAtlas { file: file.map(|path| path.0), ..ExportAtlas::default() };
    let rows = Door::new(1, None).brief(py, move |_| request.rows())?;
    python_of(py, &rows)
}
