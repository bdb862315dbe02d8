//! Players and heuristics as arguments: texts of the engine's, and those that are written in Python.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use connect_toe_players::Catalogue;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::callback::{PythonHeuristic, PythonNetwork, PythonPlayer};
use crate::error::{refuse, text_or};
use crate::watch::{Door, Raised};

/// A player of one's own: a function that values positions, which a search asks, or one that chooses moves.
///
/// ``evaluate`` is a heuristic, ``evaluate(boards, to_move, side)``. ``boards`` is an int8 array of the shape (n, \*sizes) as
/// ``State.board`` gives it, n boards of one game that goes on; ``to_move`` and ``side`` are int8 arrays of the shape (n,), 1 for
/// x and -1 for o: the side to move, and the side whose value is asked for. It gives an array or a list of n integers, each the
/// value of a board for ``side[i]``: higher is better, and none lies beyond 2^52 - 2^13, which is a win. A value must depend on
/// nothing else. ``search`` is a search that asks a heuristic, as text without ``eval``: by default alpha-beta:depth=4. The
/// search asks for all positions at once that follow from one at its horizon, so n varies.
///
/// ``network`` judges positions as the networks of AlphaZero do, ``network(observations, legal)``. ``observations`` is an int8
/// array of the shape (n, \*sizes, 2), 1 where there is a stone: of the side to move in the first plane, of the other in the
/// second. ``legal`` is a bool array of the shape (n, \*sizes). It gives ``(priors, values)``, arrays of NumPy or of what NumPy can
/// read (PyTorch on the CPU, JAX). A prior says how much of the search the move to a cell deserves, from 0: n times as many
/// numbers as there are cells. Only their ratios among legal moves count: ``softmax(logits)`` will do. A value is the result to
/// expect for the side to move, from -1 to 1: n numbers. ``search`` is by default monte-carlo, which asks for ``batch`` positions
/// at a time (PUCT); other searches ask for values alone, in parts of 10000.
///
/// ``choose`` is ``choose(state)`` and gives a legal move of the state, which has all moves of the game so far, those of an
/// opening too. With ``seeded`` it is called as ``choose(state, seed)`` with a number of 64 bits from the random numbers of the
/// game: a player that draws from it alone plays the same games again.
///
/// ``new_game``, for players that remember, is ``new_game(state)`` and is called when the player begins to play in a game, with
/// the state from which it is played on; each call of ``State.choose`` is a game of its own. It may give a function that
/// chooses the moves of this game in place of ``choose``, which can then be left out, or None. On several ``threads`` games
/// are played beside each other: only what such a function keeps for itself belongs to one game.
///
/// A player stands wherever a text names one: ``State.analyze``, ``State.choose``, ``Game.match``, as a heuristic in
/// ``State.evaluate`` and ``Game.evaluate_batch``. Answers and results files have its name, as in alpha-beta:depth=4,eval=mine.
/// What its function raises ends the call with this exception. Calls with such a player work on one thread unless ``threads``
/// says otherwise, because functions of Python wait for one another. A player can be pickled if its function can.
///
/// Raises RequestError if the name is not a word (letters, digits, - and \_) or one of the engine's, or if ``search`` is not a
/// search that asks a heuristic.
///
/// >>> def corners(boards, to_move, side):
/// ...     return (boards[:, 0, 0] + boards[:, -1, -1]) * side
/// >>> mine = Player(name="corners", evaluate=corners, search="minimax:depth=1")
/// >>> mine
/// <Player minimax:depth=1,eval=corners>
/// >>> Game("tic-tac-toe").new_initial_state().analyze(mine, exact_nodes=0).best
/// ['a1', 'c3']
#[pyclass(module = "connect_toe", frozen)]
pub(crate) struct Player {
    name: &'static str,
    text: String,
    search: Option<String>,
    /// Whether the function judges positions for a search, in place of values.
    is_network: bool,
    /// Values boards or chooses moves; None of Python if every game has a function of its own.
    pub(crate) function: Py<PyAny>,
    pub(crate) seeded: bool,
    pub(crate) new_game: Option<Py<PyAny>>,
}

impl Player {
    /// Whether texts name the other one in the same way. A heuristic and a player who chooses do not get in each other's way.
    pub(crate) fn is_named_as(&self, other: &Player) -> bool {
        self.name == other.name && self.search.is_some() == other.search.is_some()
    }

    /// Whether the other one has the same functions.
    pub(crate) fn has_functions_of(&self, other: &Player) -> bool {
        let new_games = [self, other].map(|player| player.new_game.as_ref().map(Py::as_ptr));
        self.what() == other.what()
            && self.seeded == other.seeded
            && self.function.is(&other.function)
            && new_games[0] == new_games[1]
    }

    /// The name of the argument that its function was given by.
    pub(crate) fn what(&self) -> &'static str {
        match self.search {
            None => "choose",
            Some(_) if self.is_network => "network",
            Some(_) => "evaluate",
        }
    }
}

/// The search of a heuristic if none is named.
const SEARCH: &str = "alpha-beta:depth=4";
/// The search of a network if none is named.
const SEARCH_OF_NETWORK: &str = "monte-carlo";

/// A name that lives as long as the program, as entries of catalogues need. Each name is kept once.
fn kept(name: &str) -> &'static str {
    static NAMES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    if let Some(kept) = names.get(name) {
        return kept;
    }
    let kept: &'static str = Box::leak(name.to_owned().into_boxed_str());
    names.insert(kept);
    kept
}

/// The text of a search that asks the heuristic with this name.
fn search_text(py: Python<'_>, search: &str, name: &str) -> PyResult<String> {
    let spec = Catalogue::new().player(search).map_err(|error| refuse(py, error))?;
    if spec.settings().text("eval").is_some() {
        return Err(refuse(py, format!("`{search}` names a heuristic with eval: leave it out")));
    }
    if spec.known_keys().iter().all(|key| key.name != "eval") {
        return Err(refuse(py, format!("`{search}` does not ask a heuristic")));
    }
    Ok(format!("{search}{}eval={name}", if search.contains(':') { "," } else { ":" }))
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (
        name, *, evaluate=None, network=None, search=None, choose=None, seeded=false, new_game=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn new(
        py: Python<'_>,
        name: &str,
        evaluate: Option<Py<PyAny>>,
        network: Option<Py<PyAny>>,
        search: Option<String>,
        choose: Option<Py<PyAny>>,
        seeded: bool,
        new_game: Option<Py<PyAny>>,
    ) -> PyResult<Py<Player>> {
        let is_network = network.is_some();
        let values = if is_network && evaluate.is_some() { None } else { network.or(evaluate) };
        let player = match (values, choose) {
            (Some(function), None) => {
                if new_game.is_some() {
                    return Err(refuse(
                        py,
                        "new_game is for choose: a value does not depend on the game before",
                    ));
                }
                if seeded {
                    return Err(refuse(py, "seeded is for choose: a value does not depend on chance"));
                }
                let by_default = if is_network { SEARCH_OF_NETWORK } else { SEARCH };
                let search = search.unwrap_or_else(|| by_default.to_owned());
                let (name, text) = (kept(name), search_text(py, &search, name)?);
                Player { name, text, search: Some(search), is_network, function, seeded, new_game }
            }
            (None, choose) if !is_network && (choose.is_some() || new_game.is_some()) => {
                if search.is_some() {
                    return Err(refuse(py, "search is for evaluate: choose chooses by itself"));
                }
                let function = choose.unwrap_or_else(|| py.None());
                let (name, text) = (kept(name), name.to_owned());
                Player { name, text, search: None, is_network, function, seeded, new_game }
            }
            _ => {
                return Err(refuse(
                    py,
                    "a player has one of evaluate, network and choose, or new_game in place of choose",
                ));
            }
        };
        let what = player.what();
        let function = Some(&player.function).filter(|function| !function.is_none(py));
        for (what, function) in [(what, function), ("new_game", player.new_game.as_ref())] {
            let Some(function) = function.map(|function| function.bind(py)) else { continue };
            if !function.is_callable() {
                let kind = function.get_type().name()?;
                return Err(PyTypeError::new_err(format!("{what} is a function, not {kind}")));
            }
        }
        let player = Py::new(py, player)?;
        // Says what is wrong with the name, and with the search, once it can be read with the heuristic.
        let catalogue = add(&player, py, Catalogue::new(), &Raised::default())?;
        catalogue.player(&player.get().text).map_err(|error| refuse(py, error))?;
        Ok(player)
    }

    /// The name in texts: of the heuristic, or of the player that chooses.
    #[getter]
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The search that asks the heuristic; None if the player chooses by itself.
    #[getter]
    fn search(&self) -> Option<&str> {
        self.search.as_deref()
    }

    /// The player's text, by which answers and results name it.
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.text)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&'static str,), Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        if let Some(search) = &self.search {
            options.set_item(self.what(), &self.function)?;
            options.set_item("search", search)?;
        } else {
            options.set_item("choose", &self.function)?;
            options.set_item("seeded", self.seeded)?;
            options.set_item("new_game", &self.new_game)?;
        }
        Ok(((self.name,), options))
    }
}

/// The same players for another call.
pub(crate) fn clones(py: Python<'_>, players: &[Py<Player>]) -> impl Iterator<Item = Py<Player>> {
    players.iter().map(move |player| player.clone_ref(py))
}

/// A catalogue that knows the player too. What its function raises is left in `raised`.
pub(crate) fn add(
    player: &Py<Player>,
    py: Python<'_>,
    catalogue: Catalogue,
    raised: &Raised,
) -> PyResult<Catalogue> {
    let name = player.get().name;
    let added = if player.get().is_network {
        let network = PythonNetwork::new(player.clone_ref(py), raised.clone());
        catalogue.with_heuristic(name, move |_| Ok(network.clone()))
    } else if player.get().search.is_some() {
        let heuristic = PythonHeuristic::new(player.clone_ref(py), raised.clone());
        catalogue.with_heuristic(name, move |_| Ok(heuristic.clone()))
    } else {
        let chooser = PythonPlayer::new(player.clone_ref(py), raised.clone());
        catalogue.with_player(name, move |_| Ok(chooser.clone()))
    };
    added.map_err(|error| refuse(py, error))
}

/// A player: text as in `alpha-beta:depth=6,eval=runs`, or one of Python. Or a heuristic: text as in `runs`, or that of one
/// of Python.
pub(crate) enum GivenPlayer {
    Text(String),
    Own(Py<Player>),
}

impl<'py> FromPyObject<'_, 'py> for GivenPlayer {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenPlayer> {
        if let Ok(player) = given.cast::<Player>() {
            return Ok(GivenPlayer::Own(player.to_owned().unbind()));
        }
        text_or(given, "a player or heuristic is text or a Player").map(GivenPlayer::Text)
    }
}

impl GivenPlayer {
    /// The player's text, and the door through which it can be named.
    pub(crate) fn through(self, py: Python<'_>, door: Door) -> PyResult<(String, Door)> {
        match self {
            GivenPlayer::Text(text) => Ok((text, door)),
            GivenPlayer::Own(player) => {
                let text = player.get().text.clone();
                Ok((text, door.with_player(py, player)?))
            }
        }
    }

    /// The heuristic's text, and the door through which it can be named.
    pub(crate) fn heuristic_through(self, py: Python<'_>, door: Door) -> PyResult<(String, Door)> {
        match self {
            GivenPlayer::Own(player) if player.get().search.is_none() => {
                let name = player.get().name;
                Err(refuse(py, format!("`{name}` chooses moves: it does not value positions")))
            }
            GivenPlayer::Own(player) => {
                let name = player.get().name.to_owned();
                Ok((name, door.with_player(py, player)?))
            }
            GivenPlayer::Text(text) => Ok((text, door)),
        }
    }
}
