//! Functions of Python as heuristics and players of the engine.

use std::sync::{Arc, Mutex, PoisonError};

use connect_toe_eval::{Judgements, Measure};
use connect_toe_game::stretches::Stretches;
use connect_toe_game::{Cell, MoveReason, Planes, Position, Side};
use connect_toe_players::random::Rng;
use connect_toe_players::{Choice, own};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays;
use crate::error::refuse;
use crate::game::Game;
use crate::given::GivenMove;
use crate::network;
use crate::player::Player;
use crate::state::State;
use crate::watch::Raised;

/// A heuristic that is a function of Python. It is asked for many positions at once where that is possible.
#[derive(Clone)]
pub(crate) struct PythonHeuristic {
    player: Arc<Py<Player>>,
    raised: Raised,
}

impl PythonHeuristic {
    pub(crate) fn new(player: Py<Player>, raised: Raised) -> PythonHeuristic {
        PythonHeuristic { player: Arc::new(player), raised }
    }
}

impl own::Heuristic for PythonHeuristic {
    fn value(&mut self, position: &Position<'_>, player: Side) -> i64 {
        self.values(std::slice::from_ref(position), player)[0]
    }

    fn values(&mut self, positions: &[Position<'_>], side: Side) -> Vec<i64> {
        let most = self.win_value();
        let player = self.player.get();
        self.raised.call(|py| {
            let values =
                player.function.bind(py).call1(arrays::arguments_of_heuristic(py, positions, side))?;
            arrays::values(&values, positions.len(), most, player.name())
        })
    }

    fn wants_many(&self) -> bool {
        true
    }
}

/// A network that is a function of Python.
#[derive(Clone)]
pub(crate) struct PythonNetwork {
    player: Arc<Py<Player>>,
    raised: Raised,
}

/// What a result that is certain is worth to searches that ask for whole numbers.
const CERTAIN: i64 = 10_000;

impl PythonNetwork {
    pub(crate) fn new(player: Py<Player>, raised: Raised) -> PythonNetwork {
        PythonNetwork { player: Arc::new(player), raised }
    }
}

impl own::Heuristic for PythonNetwork {
    fn value(&mut self, position: &Position<'_>, player: Side) -> i64 {
        self.values(std::slice::from_ref(position), player)[0]
    }

    fn values(&mut self, positions: &[Position<'_>], side: Side) -> Vec<i64> {
        let mut judgements = Judgements::default();
        self.judge(positions, &mut judgements);
        let value = |(position, &value): (&Position<'_>, &f32)| {
            let value = (f64::from(value) * CERTAIN as f64).round() as i64;
            if position.to_move() == side { value } else { -value }
        };
        positions.iter().zip(&judgements.values).map(value).collect()
    }

    fn wants_many(&self) -> bool {
        true
    }

    fn is_network(&self) -> bool {
        true
    }

    fn judge(&mut self, positions: &[Position<'_>], to: &mut Judgements) {
        let player = self.player.get();
        self.raised.call(|py| {
            let Some(first) = positions.first() else { return Ok(()) };
            let (shape, cells) = (arrays::shape(first.geometry()), first.cells().len());
            let stretches = Stretches::new(first.cells());
            let mut seen = vec![0; positions.len() * 2 * cells];
            let mut legal = vec![false; positions.len() * cells];
            let rooms = seen.chunks_exact_mut(2 * cells).zip(legal.chunks_exact_mut(cells));
            for (position, (seen, legal)) in positions.iter().zip(rooms) {
                position.write(&stretches, Planes::Last, seen, legal);
            }
            let given = network::ask(py, player.function.bind(py), &shape, seen, legal)?;
            network::read(&given, positions.len(), cells, player.name(), to)
        });
    }

    fn measure(&self) -> Measure {
        Measure::linear("network", CERTAIN)
    }
}

/// A player that is a function of Python.
#[derive(Clone)]
pub(crate) struct PythonPlayer {
    player: Arc<Py<Player>>,
    raised: Raised,
    /// The game that was played last, for the states that the function sees.
    game: Arc<Mutex<Option<Py<Game>>>>,
    /// What chooses in this game, if `new_game` gave it.
    function: Option<Arc<Py<PyAny>>>,
}

impl PythonPlayer {
    pub(crate) fn new(player: Py<Player>, raised: Raised) -> PythonPlayer {
        PythonPlayer { player: Arc::new(player), raised, game: Arc::default(), function: None }
    }

    fn game<'py>(&self, py: Python<'py>, position: &Position<'_>) -> PyResult<Bound<'py, Game>> {
        let mut last = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = last.as_ref().filter(|game| game.get().engine().spec() == position.spec()) {
            return Ok(game.bind(py).clone());
        }
        let game = Bound::new(py, Game::of_spec(py, position.spec())?)?;
        *last = Some(game.clone().unbind());
        Ok(game)
    }

    /// The function that chooses in the game that begins here, if the player has one for each game.
    fn function_of_game(&self, py: Python<'_>, position: &Position<'_>) -> PyResult<Option<Arc<Py<PyAny>>>> {
        let player = self.player.get();
        let Some(new_game) = &player.new_game else { return Ok(None) };
        let given = new_game.bind(py).call1((State::at(&self.game(py, position)?, position),))?;
        if given.is_callable() {
            return Ok(Some(Arc::new(given.unbind())));
        }
        if given.is_none() && !player.function.is_none(py) {
            return Ok(None);
        }
        let (name, kind) = (player.name(), given.get_type().name()?);
        let or_none = if player.function.is_none(py) { "" } else { " or None" };
        Err(PyTypeError::new_err(format!(
            "new_game of `{name}` gave {kind}, not a function that chooses moves{or_none}"
        )))
    }

    fn choose_cell(&self, py: Python<'_>, position: &Position<'_>, seed: Option<u64>) -> PyResult<Cell> {
        let player = self.player.get();
        let state = State::at(&self.game(py, position)?, position);
        let function = self.function.as_deref().unwrap_or(&player.function).bind(py);
        let chosen = match seed {
            Some(seed) => function.call1((state, seed))?,
            None => function.call1((state,))?,
        };
        let name = player.name();
        let expected = || format!("choose of `{name}` gives the text of a move, or an action");
        let text = GivenMove::of(&chosen, position.geometry(), expected)?.text(position.geometry());
        let refused = |reason: MoveReason| {
            let (board, side) = (position.text(), position.to_move());
            refuse(py, format!("choose of `{name}` gave `{text}` for {board}, {side} to move: {reason}"))
        };
        position.parse_move(&text).map_err(refused)
    }
}

impl own::Player for PythonPlayer {
    fn begin_game(&mut self, position: &Position<'_>) {
        self.function = self.raised.call(|py| self.function_of_game(py, position));
    }

    fn choose(&mut self, position: &Position<'_>, random: &mut dyn Rng) -> Choice {
        let seed = self.player.get().seeded.then(|| random.next_u64());
        self.raised.call(|py| self.choose_cell(py, position, seed)).into()
    }
}
