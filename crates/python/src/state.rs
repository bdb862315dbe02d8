//! Positions of games.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use connect_toe_api::{Analyze, Choose, Eval, Evaluation, Playouts, Position, Solve, Work};
use connect_toe_game::{
    Bits, BySide, Cell, Game as Engine, Geometry, MoveError, Position as Seen, Side, with_game,
};
use numpy::{IntoPyArray, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arrays;
use crate::error::{exception, refuse};
use crate::game::Game;
use crate::given::{GivenMove, Key, agreed};
use crate::number::{GivenMemory, fresh_seed, whole, whole_or_none};
use crate::path::{GivenBook, GivenPath};
use crate::picture;
use crate::player::GivenPlayer;
use crate::results::{Analysis, PlayoutCounts, Solution};
use crate::rows;
use crate::side::GivenSide;
use crate::watch::Door;

/// A position of a game, and the moves that led to it. ``push`` and ``pop`` change it.
///
/// States are equal if they are of the same game and have the same stones, the same side to move and as many stones left in
/// its turn, whatever the moves before; as they change, they have no hash, but a ``key``. Copying and pickling keep the moves.
///
/// >>> state = Game("connect-four").new_initial_state()
/// >>> state.push("d1")
/// >>> state.push("d2")
/// >>> state
/// Game('7x6:4:-2').state(moves='d1 d2')
/// >>> print(state)
/// 6 . . . . . . .
/// 5 . . . . . . .
/// 4 . . . . . . .
/// 3 . . . . . . .
/// 2 . . . o . . .
/// 1 . . . x . . .
///   a b c d e f g
#[pyclass(module = "connect_toe", frozen)]
pub(crate) struct State {
    game: Py<Game>,
    /// Where the moves start, if it is not the empty board.
    start: Option<Start>,
    /// Locked for a moment at a time, and never while Python code runs.
    now: Mutex<Engine>,
}

/// A position as the arguments of Python that make it.
#[derive(Clone, PartialEq, Eq)]
struct Start {
    board: String,
    to_move: Side,
    /// The stones left in the turn, unless stones and side tell them.
    left: Option<u32>,
}

impl Start {
    fn of(now: &Engine) -> Start {
        let left = with_game!(now, record => {
            let (rules, board) = (record.rules(), record.board());
            let told = rules.position(BySide::from_fn(|side| board.stones_of(side)), board.to_move());
            (told.left() != board.left()).then(|| board.left())
        });
        Start { board: now.board_text(), to_move: now.to_move(), left }
    }
}

/// As arguments of Python.
impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board='{}', to_move='{}'", self.board, self.to_move)?;
        self.left.map_or(Ok(()), |left| write!(f, ", stones_left={left}"))
    }
}

impl State {
    /// The empty board of a game.
    pub(crate) fn of(game: &Bound<'_, Game>) -> State {
        let now = Mutex::new(game.get().engine().clone());
        State { game: game.clone().unbind(), start: None, now }
    }

    /// A position of a game, and the moves that led to it as far as they are known.
    pub(crate) fn at(game: &Bound<'_, Game>, position: &Seen<'_>) -> State {
        let mut state = State::of(game);
        let now = state.now.get_mut().unwrap_or_else(PoisonError::into_inner);
        let start = position.start();
        let is_elsewhere = with_game!(&mut *now, record => {
            let (_, board) = start.as_board().expect("boards of one game have one type");
            let is_elsewhere = board != record.board();
            if is_elsewhere {
                record.restart(*board);
            }
            is_elsewhere
        });
        state.start = is_elsewhere.then(|| Start::of(now));
        for &cell in position.moves() {
            now.play(cell).expect("the moves lead to the position");
        }
        state
    }

    /// This position of a game, without the moves before.
    pub(crate) fn of_position(game: &Bound<'_, Game>, position: Engine) -> State {
        State { game: game.clone().unbind(), start: Some(Start::of(&position)), now: Mutex::new(position) }
    }

    /// Whether it is a position of this game.
    pub(crate) fn is_of(&self, game: &Game) -> bool {
        self.game_text() == game.text()
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

    /// What a heuristic thinks of the position.
    fn ask(&self, py: Python<'_>, heuristic: GivenPlayer, side: Option<GivenSide>) -> PyResult<Evaluation> {
        let (heuristic, door) = heuristic.heuristic_through(py, Door::new(1, None))?;
        let player = side.map(|side| side.0.to_string());
        let request = Eval { heuristic: Some(heuristic), player, ..Eval::new(self.game_text()) };
        let game = self.engine();
        door.short(py, |work| request.run_on(game, work))
    }

    fn texts(cells: &[Cell], game: &Engine) -> Vec<String> {
        cells.iter().map(|&cell| game.geometry().cell_text(cell)).collect()
    }
}

/// The constructor's arguments.
type Arguments = (Py<Game>, Option<String>, Option<String>, Option<String>, Option<u32>);

/// The stones left in the turn of the side to move.
fn left(now: &Engine) -> u32 {
    with_game!(now, record => record.board().left())
}

/// The empty cells that the rules forbid the side to move; none once the game is over.
pub(crate) fn forbidden(now: &Engine) -> Vec<Cell> {
    if now.outcome().is_some() {
        return Vec::new();
    }
    let geometry = now.geometry();
    let mut cells: Vec<Cell> = with_game!(now, record => {
        record.rules().forbidden(record.board()).members().map(Cell::from_bit).collect()
    });
    cells.sort_unstable_by_key(|&cell| geometry.rank(cell));
    cells
}

// As in the signature.
const _: () = assert!(Solve::CERTIFICATE_MOVES == 5_000_000);

/// The text of moves: a text of them all, or an iterable of texts and actions.
fn moves_text(moves: &Bound<'_, PyAny>, geometry: &Geometry) -> PyResult<String> {
    if let Ok(text) = moves.extract::<String>() {
        return Ok(text);
    }
    let expected = || "moves are texts of cells, or actions".to_owned();
    let word =
        |given: PyResult<Bound<'_, PyAny>>| Ok(GivenMove::of(&given?, geometry, expected)?.text(geometry));
    let words: PyResult<Vec<String>> = moves.try_iter()?.map(word).collect();
    Ok(words?.join(" "))
}

#[pymethods]
impl State {
    /// The same as ``game.state(moves, board, to_move, stones_left)``.
    #[new]
    #[pyo3(signature = (game, moves=None, board=None, to_move=None, stones_left=None))]
    pub(crate) fn new(
        game: &Bound<'_, Game>,
        moves: Option<&Bound<'_, PyAny>>,
        board: Option<&Bound<'_, PyAny>>,
        to_move: Option<GivenSide>,
        #[pyo3(from_py_with = whole_or_none)] stones_left: Option<u32>,
    ) -> PyResult<State> {
        let py = game.py();
        let mut state = State::of(game);
        let (mut to_move, mut stones_left) = (to_move.map(|side| side.0), stones_left);
        let board = board.map(|board| match board.extract::<String>() {
            Ok(text) => {
                let key = Key::read(&text);
                to_move = agreed(py, "to_move", key.to_move, to_move)?;
                stones_left = agreed(py, "stones_left", key.left, stones_left)?;
                Ok(key.board.to_owned())
            }
            Err(_) => arrays::board_text(game.get().engine(), board),
        });
        let position = Position {
            moves: moves.map(|moves| moves_text(moves, game.get().engine().geometry())).transpose()?,
            board: board.transpose()?,
            to_move: to_move.map(|side| side.to_string()),
        };
        let now = state.now.get_mut().unwrap_or_else(PoisonError::into_inner);
        with_game!(&mut *now, record => position.apply_in_turn(record, stones_left))
            .map_err(|error| exception(py, &error))?;
        if position.board.is_some() {
            state.start = Some(Start::of(now));
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

    /// The moves so far as actions: the places of their cells in C order of ``board()``.
    ///
    /// >>> Game("tic-tac-toe").state("b2 a1").actions
    /// [4, 0]
    #[getter]
    fn actions(&self) -> Vec<usize> {
        let now = self.now();
        now.moves().iter().map(|&cell| now.geometry().rank(cell)).collect()
    }

    /// The number of stones on the board: in a game from the empty board, of moves so far.
    #[getter]
    fn ply(&self) -> u32 {
        with_game!(&*self.now(), record => record.board().stones())
    }

    /// "x" or "o": the side to move, after the end of the game the side that would.
    #[getter]
    fn to_move(&self) -> String {
        self.now().to_move().to_string()
    }

    /// The stones that the side to move places before its turn ends: 1 where a turn is one stone.
    ///
    /// >>> state = Game("9x9:6:free:turn=1+2").state("e5 e6")
    /// >>> state.to_move, state.stones_left
    /// ('o', 1)
    #[getter]
    fn stones_left(&self) -> u32 {
        left(&self.now())
    }

    /// "x" or "o", the winner, or "draw"; None while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.now().outcome().map(|outcome| outcome.to_string())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.now().outcome().is_some()
    }

    /// "x" or "o", the side that has won; None in a draw and while the game goes on.
    #[getter]
    fn winner(&self) -> Option<String> {
        self.now().outcome()?.winner().map(|side| side.to_string())
    }

    /// The cells of the lines that ended the game; none while it goes on, and in a draw.
    #[getter]
    fn winning_cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let cells = self.now().completed_lines();
        self.game.get().texts(py, &cells)
    }

    /// The legal moves in canonical order; none once the game is over.
    ///
    /// >>> Game("connect-four").state("444444").legal_moves()
    /// ['a1', 'b1', 'c1', 'e1', 'f1', 'g1']
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let cells = self.now().legal_moves();
        self.game.get().texts(py, &cells)
    }

    /// The empty cells that the rules forbid the side to move, in canonical order: those of renju for x. None once the game
    /// is over.
    ///
    /// >>> renju = Game("15x15:5:free:renju")
    /// >>> renju.state("h8 a1 h9 a3 h11 a5 i7 a7 j7 a9 l7 a11").forbidden_cells()
    /// ['h7']
    fn forbidden_cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let cells = forbidden(&self.now());
        self.game.get().texts(py, &cells)
    }

    /// Which cells are legal moves: a bool array of the shape ``game.sizes``, in the order of ``board()``.
    ///
    /// >>> int(Game("connect-four").new_initial_state().legal_mask().sum())
    /// 7
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<bool>> {
        let mask = arrays::legal_mask(&self.now());
        mask.into_pyarray(py)
    }

    /// The legal moves as actions, in ascending order: the places of their cells in C order of ``board()``.
    ///
    /// >>> Game("connect-four").new_initial_state().legal_actions()
    /// [0, 6, 12, 18, 24, 30, 36]
    fn legal_actions(&self) -> Vec<usize> {
        let now = self.now();
        now.legal_moves().into_iter().map(|cell| now.geometry().rank(cell)).collect()
    }

    /// Plays a move of the side to move: a cell, or a digit of a column where stones drop into a flat board; or an action, the
    /// place of the cell in C order of ``board()``, as an integer.
    ///
    /// Raises RequestError with the command line's words if the move is not legal; the state stays as it is.
    ///
    /// >>> state = Game("tic-tac-toe").state("b2")
    /// >>> state.push("b2")
    /// Traceback (most recent call last):
    ///     ...
    /// connect_toe.RequestError: move 2 (`b2`): the cell is taken by x
    fn push(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let geometry = self.game.get().engine().geometry();
        let given =
            GivenMove::of(r#move, geometry, || "a move is the text of a cell, or an action".to_owned())?;
        let mut now = self.now();
        let number = now.moves().len() + 1;
        let played = match given {
            GivenMove::Text(text) => now.parse_move(text).and_then(|cell| now.play(cell)),
            GivenMove::Cell(cell) => now.play(cell),
        };
        drop(now);
        played.map_err(|reason| refuse(py, MoveError { number, text: given.text(geometry), reason }))
    }

    /// The last move.
    ///
    /// Raises RequestError if there is none.
    ///
    /// >>> Game("tic-tac-toe").state("b2 a1").peek()
    /// 'a1'
    fn peek(&self, py: Python<'_>) -> PyResult<String> {
        let now = self.now();
        let last = now.moves().last().map(|&cell| now.geometry().cell_text(cell));
        drop(now);
        last.ok_or_else(|| refuse(py, "there is no move yet"))
    }

    /// Takes the last move back and gives its cell.
    ///
    /// Raises RequestError if there is no move to take back.
    ///
    /// >>> Game("tic-tac-toe").state("b2 a1").pop()
    /// 'a1'
    fn pop(&self, py: Python<'_>) -> PyResult<String> {
        let mut now = self.now();
        let taken = now.undo().map(|cell| now.geometry().cell_text(cell));
        drop(now);
        taken.ok_or_else(|| refuse(py, "there is no move to take back"))
    }

    /// The rows of the board as they are printed, the top row first, of all layers, layer 1 first: x, o, \_ for an empty cell
    /// and # for a blocked one. ``Game.board_from_rows`` is the way back.
    ///
    /// >>> Game("tic-tac-toe").state("a1 c2").rows()
    /// ['___', '__o', 'x__']
    fn rows(&self) -> Vec<String> {
        rows::of_game(&self.now())
    }

    /// The board as text: rows, the top one first, with / between them, layers with |.
    ///
    /// >>> Game("tic-tac-toe").state("a1 c2").board_text
    /// '___/__o/x__'
    #[getter]
    fn board_text(&self) -> String {
        self.now().board_text()
    }

    /// The position as text, the same for equal states of a game: the board, the side to move, and the stones that it has left
    /// where turns have several. It can be the key of a dictionary, and ``game.state(board=key)`` makes the position again,
    /// without its moves.
    ///
    /// >>> state = Game("tic-tac-toe").state("a1 c2 b3")
    /// >>> state.key()
    /// '_x_/__o/x__:o'
    /// >>> state.game.state(board=state.key()) == state
    /// True
    fn key(&self) -> String {
        let now = self.now();
        let key = format!("{}:{}", now.board_text(), now.to_move());
        let alternate = with_game!(&*now, record => record.rules().sides_alternate());
        if alternate { key } else { format!("{key}:{}", left(&now)) }
    }

    /// The stones: a new int8 array of the shape ``game.sizes``, 1 for x, -1 for o, 0 for an empty cell.
    ///
    /// ``board()[0, 2]`` is a3 of a flat board: the first index is the letter, the second one the first number. So a printed
    /// array looks turned: ``rows`` has the board as it is drawn.
    ///
    /// >>> Game("tic-tac-toe").state("a1 c2").board()
    /// array([[ 1,  0,  0],
    ///        [ 0,  0,  0],
    ///        [ 0, -1,  0]], dtype=int8)
    fn board<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<i8>> {
        let stones = arrays::stones(&self.now());
        stones.into_pyarray(py)
    }

    /// A heuristic's value of the position for ``side`` ("x", "o", 1 or -1), without looking ahead.
    ///
    /// Without ``side`` it is the value for the side to move. A heuristic is text, ``NAME[:key=value,...]``.
    ///
    /// Values are integers within -WIN and WIN: ``connect_toe.WIN``, 2^52 - 2^13, is the value of a won game unless the heuristic
    /// has another scale. Those of ``runs`` lie beyond 2^47 where threats on the board decide, and a won game is 2^50. So the
    /// infinity of a search must be greater than WIN. ``expected_score`` tells what values mean.
    ///
    /// Raises RequestError if the text does not name a heuristic.
    ///
    /// >>> state = Game("tic-tac-toe").state(board="x__/_x_/___", to_move="o")
    /// >>> state.evaluate("open-lines", side="x"), state.evaluate("open-lines")
    /// (6, -6)
    #[pyo3(signature = (heuristic, side=None))]
    fn evaluate(&self, py: Python<'_>, heuristic: GivenPlayer, side: Option<GivenSide>) -> PyResult<i64> {
        // One heuristic gives one value.
        Ok(self.ask(py, heuristic, side)?.values.into_values().next().unwrap_or_default())
    }

    /// The score that a heuristic expects for ``side`` ("x", "o", 1 or -1), without looking ahead: from 0 for a loss to 1 for a
    /// win, as ``connect-toe eval`` tells it. Without ``side`` it is the score of the side to move. None if the values of
    /// the heuristic do not say.
    ///
    /// Raises RequestError if the text does not name a heuristic.
    ///
    /// >>> state = Game("connect-four").state("d1 a1 e1")
    /// >>> x, o = state.expected_score("runs", side="x"), state.expected_score("runs", side="o")
    /// >>> 0.5 < x < 1, round(x + o, 6)
    /// (True, 1.0)
    #[pyo3(signature = (heuristic, side=None))]
    fn expected_score(
        &self,
        py: Python<'_>,
        heuristic: GivenPlayer,
        side: Option<GivenSide>,
    ) -> PyResult<Option<f64>> {
        let worth = self.ask(py, heuristic, side)?.worth.into_values().next();
        Ok(worth.and_then(|worth| worth.expected_score()))
    }

    /// A player's values of the moves, for the side to move: value, best moves and expected line.
    ///
    /// A player is text, ``NAME[:key=value,...]``, and here it must be a search; by default alpha-beta:depth=6,eval=runs. What is
    /// proven besides is found within ``exact_nodes`` nodes of the exact solver (0 for none, by default a fraction of a second).
    /// With ``threats`` wins by threats are looked for besides: ``to_dict()["threats"]`` of the answer has those that are found.
    /// For ``threads`` and ``progress`` see ``Game.match``.
    ///
    /// Raises RequestError if the text does not name a player that searches; RunError if ``progress`` stops it before any move
    /// has a value.
    ///
    /// >>> analysis = Game("tic-tac-toe").state(board="xox/oox/___").analyze("alpha-beta:depth=3,eval=undecided")
    /// >>> analysis.best, analysis.value, analysis.moves
    /// (['c1'], 1, {'a1': -1, 'b1': 0, 'c1': 1})
    #[pyo3(signature = (player=None, *, exact_nodes=None, threats=false, book=None, threads=0, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn analyze(
        &self,
        py: Python<'_>,
        player: Option<GivenPlayer>,
        #[pyo3(from_py_with = whole_or_none)] exact_nodes: Option<u64>,
        threats: bool,
        book: Option<GivenBook>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let door = Door::new(threads, progress);
        let (player, door) = match player {
            Some(player) => player.through(py, door)?,
            None => (Analyze::PLAYER.to_owned(), door),
        };
        let book = book.map(|book| book.0);
        let request = Analyze { player, exact_nodes, threats, book, ..Analyze::new(self.game_text()) };
        let game = self.engine();
        let is_brief = door.asks(|work| request.is_brief(&game, work));
        let run = move |work: &Work| request.run_on(game, work);
        if is_brief { door.brief(py, run) } else { door.long(py, run) }.map(Analysis::from)
    }

    /// The exact value for the side to move: who wins, in how many plies, the best moves, and best play.
    ///
    /// ``all_moves`` values every move, ``weak`` leaves out the plies, ``value_only`` best moves and line. ``memory`` is that of
    /// the solver's tables: a number of bytes, or text with k, M or G, by default "64M". ``certificate`` is a file for a proof of at most
    /// ``certificate_moves`` moves, which ``connect-toe verify`` checks. ``book`` is a file that ``connect-toe book`` has
    /// made, or False for none; by default it is the package's own book of the game, if it has one. ``budget`` limits the nodes
    /// for the distance, the best moves and the line, each, once it is known who wins; 0 stands for no limit. For ``threads`` and ``progress`` see ``Game.match``: a
    /// callback that returns False ends the call with what is known by then. The number of threads changes only ``nodes``.
    ///
    /// Raises RequestError if options exclude each other or there is not enough memory; OSError if the file cannot be written.
    ///
    /// >>> solution = Game("4x4:3").new_initial_state().solve()
    /// >>> solution.result, solution.distance, solution.best
    /// ('win', 5, ['b2', 'b3', 'c2', 'c3'])
    #[pyo3(signature = (
        *, weak=false, all_moves=false, value_only=false, memory=None, certificate=None,
        certificate_moves=5_000_000, book=None, budget=None, threads=0, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn solve(
        &self,
        py: Python<'_>,
        weak: bool,
        all_moves: bool,
        value_only: bool,
        memory: Option<GivenMemory>,
        certificate: Option<GivenPath>,
        #[pyo3(from_py_with = whole)] certificate_moves: u64,
        book: Option<GivenBook>,
        #[pyo3(from_py_with = whole_or_none)] budget: Option<u64>,
        #[pyo3(from_py_with = whole)] threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Solution> {
        let request = Solve {
            weak,
            all_moves,
            value_only,
            certificate: certificate.map(|path| path.0),
            certificate_moves,
            book: book.map(|book| book.0),
            budget,
            ..Solve::new(self.game_text())
        };
        let memory = memory.map_or_else(|| request.memory.clone(), |memory| memory.0);
        let request = Solve { memory, ..request };
        let game = self.engine();
        let door = Door::new(threads, progress);
        door.long(py, move |work| request.run_on(game, work)).map(Solution::from)
    }

    /// The move that a player plays here. With a ``seed`` its random choices are a function of it and of the number of moves so
    /// far, so that the call repeats itself; without one they differ from call to call. For ``book`` see ``solve``: it is for
    /// players with an exact solver.
    ///
    /// Raises RequestError if the text does not name a player, or the game is over.
    ///
    /// >>> Game("tic-tac-toe").state(board="xox/oox/___").choose("perfect", seed=1)
    /// 'c1'
    #[pyo3(signature = (player, *, seed=None, book=None, progress=None))]
    fn choose(
        &self,
        py: Python<'_>,
        player: GivenPlayer,
        #[pyo3(from_py_with = whole_or_none)] seed: Option<u64>,
        book: Option<GivenBook>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let (player, door) = player.through(py, Door::new(1, progress))?;
        let book = book.map(|book| book.0);
        let seed = seed.unwrap_or_else(fresh_seed);
        let request = Choose { seed, book, ..Choose::new(self.game_text(), player) };
        let game = self.engine();
        let is_brief = door.asks(|work| request.is_brief(&game, work));
        let run = move |work: &Work| request.run_on(game, work);
        if is_brief { door.brief(py, run) } else { door.long(py, run) }.map(|chosen| chosen.cell)
    }

    /// Plays uniformly random games from this position on and counts their results. See ``Game.playouts``.
    ///
    /// >>> Game("tic-tac-toe").state(board="xox/oox/___").playouts(600, seed=1).plies
    /// 1333
    #[pyo3(signature = (games=100_000, *, seed=2004, threads=0, progress=None))]
    pub(crate) fn playouts(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] games: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] threads: usize,
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

    /// The picture as SVG, as notebooks show it; None if the board has too many layers for one.
    ///
    /// ``arrows`` are pairs of cells, as text or actions: an arrow leads from the first to the second one, and a cell with itself
    /// gets a ring.
    ///
    /// Raises RequestError if a text is not a cell of the board.
    ///
    /// >>> picture = Game("tic-tac-toe").state("b2").svg(arrows=[("b2", "c3")])
    /// >>> picture.startswith("<svg"), picture.count('class="arrow"')
    /// (True, 1)
    #[pyo3(signature = (*, arrows=None))]
    fn svg(&self, py: Python<'_>, arrows: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let geometry = self.game.get().engine().geometry();
        let cell = |given: &Bound<'_, PyAny>| {
            let given = GivenMove::of(given, geometry, || "arrows lead from a cell to a cell".to_owned())?;
            match given {
                GivenMove::Cell(cell) => Ok(cell),
                GivenMove::Text(text) => geometry.parse_cell(text).map_err(|error| refuse(py, error)),
            }
        };
        let mut found = Vec::new();
        if let Some(arrows) = arrows {
            for arrow in arrows.try_iter()? {
                let (from, to): (Bound<'_, PyAny>, Bound<'_, PyAny>) = arrow?.extract()?;
                found.push((cell(&from)?, cell(&to)?));
            }
        }
        Ok(picture::svg_with(&self.engine(), self.game.get().places(), &found))
    }

    /// The picture, unless the board has too many layers for one.
    fn _repr_svg_(&self) -> Option<String> {
        picture::svg(&self.engine(), self.game.get().places())
    }

    /// The picture with a line about the position.
    fn _repr_html_(&self) -> String {
        picture::html(&self.engine(), self.game.get().places())
    }

    /// The board as it is drawn, with letters and numbers: lines of text, layers side by side.
    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let drawing = slf.py().import("connect_toe._drawing")?;
        let text: String = drawing.call_method1("text", (slf,))?.extract()?;
        Ok(text.trim_end_matches('\n').to_owned())
    }

    fn __repr__(&self) -> String {
        let now = self.now();
        let moves = State::texts(now.moves(), &now).join(" ");
        let game = self.game_text();
        match &self.start {
            None if moves.is_empty() => format!("Game('{game}').new_initial_state()"),
            None => format!("Game('{game}').state(moves='{moves}')"),
            Some(start) if moves.is_empty() => format!("Game('{game}').state({start})"),
            Some(start) => format!("<Game('{game}').state({start}) and then {moves}>"),
        }
    }

    fn __eq__(&self, other: &State) -> bool {
        let seen = |state: &State| {
            let now = state.now();
            (now.board_text(), now.to_move(), left(&now))
        };
        self.game_text() == other.game_text() && seen(self) == seen(other)
    }

    #[classattr]
    #[pyo3(name = "__hash__")]
    const HASH: Option<isize> = None;

    /// The constructor's arguments, and the moves that follow.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, Arguments, Vec<String>) {
        let state = slf.get();
        let start = state.start.clone();
        let left = start.as_ref().and_then(|start| start.left);
        let (board, side) = start.map(|start| (start.board, start.to_move.to_string())).unzip();
        let arguments = (state.game.clone_ref(slf.py()), None, board, side, left);
        (slf.get_type().into_any(), arguments, state.moves())
    }

    #[expect(clippy::needless_pass_by_value, reason = "Python hands a list over")]
    fn __setstate__(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<()> {
        moves.iter().try_for_each(|text| self.push(py, PyString::new(py, text).as_any()))
    }
}
