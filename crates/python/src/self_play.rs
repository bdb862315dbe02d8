//! Games that play themselves.

use connect_toe_eval::Judgements;
use connect_toe_game::Side;
use connect_toe_vector::{Examples, Planes, SelfPlay as Games, SelfPlayOptions};
use numpy::{PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays;
use crate::error::refuse;
use crate::game::{Game, GivenGame};
use crate::network;
use crate::number::{threads, whole, within};

/// Many games that play themselves: each move follows a search that a network guides. Positions of all games are judged in one
/// call of the network. The GIL is released between these calls, and all cores work.
///
/// ``n`` games are played at a time, with ``simulations`` for each move. ``leaves`` positions of each wait to be judged at a time,
/// so a call has about ``n * leaves``. In the first ``drawn_plies`` plies of a game moves are drawn, each as often as simulations
/// went through it; later the move with the most is played. ``noise`` is the part of the priors of the position to move from
/// that is noise. A game ends as soon as its result is proven if ``until_proven`` is set. ``settings`` are those of monte-carlo, as
/// text: ``"explore=1.5"``. The same seed gives the same games if the network judges alike.
///
/// A game begins again when it has ended, and its positions are then examples for the network:
///
/// - ``observations``, int8, (m, \*sizes, 2), and ``policies``, float32, (m, \*sizes): the part of the simulations that went through
///   each move; if the result was proven, all moves that keep it have the same part
/// - ``values``, float32, (m,): the result for the side to move, 1, 0 or -1: the proven one, or that of the game
/// - ``plies``, int32, (m,): the stones on the board; ``proven``, bool, (m,): whether the search has proven the value
/// - ``outcomes``, int8: the result of each game that ended, 1 if x won, -1 if o did, 0 for a draw
///
/// >>> import numpy as np
/// >>> def network(observations, legal):
/// ...     return legal.astype(np.float32), np.zeros(len(legal), np.float32)
/// >>> play = SelfPlay("connect-four", 32, simulations=20, seed=1)
/// >>> examples = play.play(network, 500)
/// >>> examples["observations"].shape[1:], examples["policies"].shape[1:], len(examples["values"]) >= 500
/// ((7, 6, 2), (7, 6), True)
///
/// Raises RequestError (a ValueError) if the game does not exist or is over, or an option has no such value.
#[pyclass(module = "connect_toe")]
pub(crate) struct SelfPlay {
    game: Py<Game>,
    games: Games,
    shape: Vec<usize>,
}

/// More games than this, each with a tree, do not fit into the memory of common machines.
const MOST_GAMES: usize = 1 << 20;
/// As for a move of `monte-carlo`.
const MOST_SIMULATIONS: u64 = i32::MAX as u64;
/// As for the batch of `monte-carlo`.
const MOST_LEAVES: usize = 1 << 16;

impl SelfPlay {
    /// Plays on until positions wait, and writes what is to be seen of them.
    fn wait(&mut self, py: Python<'_>) -> (Vec<i8>, Vec<bool>, usize) {
        let games = &mut self.games;
        py.detach(|| {
            let waiting = games.gather();
            let mut seen = vec![0; waiting * 2 * games.cells()];
            let mut legal = vec![false; waiting * games.cells()];
            games.observe(Planes::Last, &mut seen);
            games.legal(&mut legal);
            (seen, legal, waiting)
        })
    }

    fn count(&mut self, py: Python<'_>, judgements: &Judgements) {
        let games = &mut self.games;
        py.detach(|| games.settle(&judgements.priors, &judgements.values));
    }

    fn dict<'py>(&self, py: Python<'py>, examples: Examples) -> PyResult<Bound<'py, PyDict>> {
        let number = examples.len();
        let Examples { observations, policies, values, plies, proven, outcomes } = examples;
        let dict = PyDict::new(py);
        dict.set_item("observations", arrays::of_boards(py, &self.shape, number, &[2], observations))?;
        dict.set_item("policies", arrays::of_boards(py, &self.shape, number, &[], policies))?;
        let plies: Vec<i32> = plies.into_iter().map(u32::cast_signed).collect();
        let outcomes: Vec<i8> = outcomes.iter().map(|outcome| outcome.value_for(Side::X) as i8).collect();
        dict.set_item("outcomes", PyArray1::from_vec(py, outcomes))?;
        dict.set_item("values", PyArray1::from_vec(py, values))?;
        dict.set_item("plies", PyArray1::from_vec(py, plies))?;
        dict.set_item("proven", PyArray1::from_vec(py, proven))?;
        Ok(dict)
    }
}

#[pymethods]
impl SelfPlay {
    #[new]
    #[pyo3(signature = (
        game, n=256, *, simulations=64, leaves=1, drawn_plies=8, noise=0.25, until_proven=false, settings="", seed=2004, threads=0
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
    fn new(
        py: Python<'_>,
        game: GivenGame,
        #[pyo3(from_py_with = whole)] n: usize,
        #[pyo3(from_py_with = whole)] simulations: u64,
        #[pyo3(from_py_with = whole)] leaves: usize,
        #[pyo3(from_py_with = whole)] drawn_plies: u32,
        noise: f32,
        until_proven: bool,
        settings: &str,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = threads)] threads: usize,
    ) -> PyResult<SelfPlay> {
        within(py, "n", n, 1..=MOST_GAMES)?;
        within(py, "simulations", simulations, 1..=MOST_SIMULATIONS)?;
        within(py, "leaves", leaves, 1..=MOST_LEAVES)?;
        within(py, "noise", noise, 0.0..=1.0)?;
        let game = game.bind(py)?;
        let start = game.get().engine();
        if start.outcome().is_some() {
            return Err(refuse(py, "the game is over before the first move"));
        }
        let settings = settings.parse().map_err(|error| refuse(py, error))?;
        let options = SelfPlayOptions {
            games: n,
            simulations,
            leaves,
            drawn_plies,
            noise,
            until_proven,
            seed,
            settings,
        };
        let games = py.detach(|| Games::new(start, &options)).map_err(|error| refuse(py, error))?;
        let games = games.with_threads(threads);
        let games =
            games.map_err(|error| refuse(py, format!("{threads} threads cannot be started: {error}")))?;
        let shape = arrays::shape(start.geometry());
        Ok(SelfPlay { game: game.unbind(), games, shape })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<SelfPlay of {}>", self.game.bind(py).get().text())
    }

    /// Plays on until positions of all games wait to be judged: ``(observations, legal)``, int8 of the shape (m, \*sizes, 2) and
    /// bool of (m, \*sizes). m can be 0: the rules alone decide all that was searched.
    fn gather<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArrayDyn<i8>>, Bound<'py, PyArrayDyn<bool>>) {
        let (seen, legal, waiting) = self.wait(py);
        let seen = arrays::of_boards(py, &self.shape, waiting, &[2], seen);
        (seen, arrays::of_boards(py, &self.shape, waiting, &[], legal))
    }

    /// Counts what a network says of the positions that ``gather`` gave, in their order. For ``priors`` and ``values`` see
    /// ``network`` in ``Player``.
    fn settle(
        &mut self,
        py: Python<'_>,
        priors: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut judgements = Judgements::default();
        let (waiting, cells) = (self.games.waiting(), self.games.cells());
        network::read_pair((priors, values), waiting, cells, "self-play", &mut judgements)?;
        self.count(py, &judgements);
        Ok(())
    }

    /// The positions of all games that have ended since this was asked last.
    fn examples<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let examples = self.games.examples();
        self.dict(py, examples)
    }

    /// Plays on until games with at least so many positions have ended: what ``examples`` gives. ``network`` is called as told in
    /// ``Player``.
    fn play<'py>(
        &mut self,
        py: Python<'py>,
        network: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] examples: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut all = self.games.examples();
        let mut judgements = Judgements::default();
        while all.len() < examples {
            let (seen, legal, waiting) = self.wait(py);
            py.check_signals()?;
            if waiting > 0 {
                let given = network::ask(py, network, &self.shape, seen, legal)?;
                network::read(&given, waiting, self.games.cells(), "self-play", &mut judgements)?;
                self.count(py, &judgements);
            }
            all.append(&mut self.games.examples());
        }
        self.dict(py, all)
    }
}
