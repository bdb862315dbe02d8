//! Answers as classes of Python: their fields are those of the command line's JSON.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use connect_toe_api as api;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::json::{python_of, read, text_of};

/// What is the same for all answers.
trait Answer: Clone {
    /// The answer without how long it took: two that differ in this alone are equal.
    fn timeless(&self) -> Self {
        self.clone()
    }

    /// The answer in a line.
    fn summary(&self) -> String;
}

/// A class of Python that holds an answer, with these methods besides those of all answers.
macro_rules! answer {
    ($(#[$about:meta])* $class:ident { $($methods:tt)* }) => {
        $(#[$about])*
        #[pyclass(module = "connect_toe", frozen)]
        #[derive(Clone)]
        pub(crate) struct $class(api::$class);

        impl From<api::$class> for $class {
            fn from(answer: api::$class) -> $class {
                $class(answer)
            }
        }

        #[pymethods]
        impl $class {
            $($methods)*

            /// The command line's JSON.
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                Ok(python_of(py, &self.0)?.cast_into::<PyDict>()?)
            }

            /// The answer of a text of the command line's JSON.
            #[classmethod]
            fn from_json(_class: &Bound<'_, PyType>, text: &str) -> PyResult<$class> {
                read(text).map($class)
            }

            fn __repr__(&self) -> String {
                format!("<{}: {}>", stringify!($class), self.0.summary())
            }

            fn __eq__(&self, other: &$class) -> bool {
                self.0.timeless() == other.0.timeless()
            }

            fn __hash__(&self) -> PyResult<u64> {
                let mut hasher = DefaultHasher::new();
                text_of(&self.0.timeless())?.hash(&mut hasher);
                Ok(hasher.finish())
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
                Ok((slf.get_type().getattr("from_json")?, (text_of(&slf.get().0)?,)))
            }
        }
    };
}

/// What is proven of a position or a move, for the side to move.
#[pyclass(module = "connect_toe", frozen, eq, hash, get_all)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Proven {
    /// "win", "draw" or "loss".
    pub(crate) result: String,
    /// Plies to the end of the game, counted from the position, if they are known. A draw has none.
    pub(crate) distance: Option<u32>,
}

#[pymethods]
impl Proven {
    #[new]
    #[pyo3(signature = (result, distance=None))]
    fn new(result: String, distance: Option<u32>) -> Proven {
        Proven { result, distance }
    }

    fn __repr__(&self) -> String {
        let distance = self.distance.map_or_else(String::new, |distance| format!(", {distance}"));
        format!("Proven('{}'{distance})", self.result)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, Option<u32>)) {
        let Proven { result, distance } = slf.get().clone();
        (slf.get_type().into_any(), (result, distance))
    }
}

impl From<&api::ProvenResult> for Proven {
    fn from(proven: &api::ProvenResult) -> Proven {
        Proven { result: proven.result.clone(), distance: proven.distance }
    }
}

impl From<&api::ValueBound> for Proven {
    fn from(bound: &api::ValueBound) -> Proven {
        Proven { result: bound.result.clone(), distance: bound.distance }
    }
}

/// A dictionary with these items in this order.
fn dict<'py, V: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl IntoIterator<Item = (String, V)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in items {
        dict.set_item(key, value)?;
    }
    Ok(dict)
}

fn words<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    texts.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

impl Answer for api::Analysis {
    fn summary(&self) -> String {
        match (&self.outcome, self.value) {
            (Some(outcome), _) => format!("the game is over ({outcome})"),
            (None, value) => format!(
                "{} to move, value {}, best {}, {} nodes",
                self.to_move,
                value.unwrap_or_default(),
                words(&self.best),
                self.nodes
            ),
        }
    }
}

answer! {
    /// What a player thinks of a position. Values are for the side to move.
    Analysis {
        /// The position's value on the scale of the player's heuristic, or None if the game is over.
        #[getter]
        fn value(&self) -> Option<i64> {
            self.0.value
        }

        /// The moves that the player would choose among.
        #[getter]
        fn best(&self) -> Vec<String> {
            self.0.best.clone()
        }

        /// The value of each move that has one, in canonical order.
        #[getter]
        fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            dict(py, self.0.moves.iter().map(|valued| (valued.cell.clone(), valued.value)))
        }

        /// The expected line of play.
        #[getter]
        fn line(&self) -> Vec<String> {
            self.0.line.clone()
        }

        /// Positions looked at.
        #[getter]
        fn nodes(&self) -> u64 {
            self.0.nodes
        }

        /// What is proven of the position, if the exact solver found it within its nodes.
        #[getter]
        fn exact(&self) -> Option<Proven> {
            self.0.exact.as_ref().map(Proven::from)
        }

        /// What is proven of each move of which something is.
        #[getter]
        fn exact_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let proven = |valued: &api::AnalyzedMove| {
                Some((valued.cell.clone(), Proven::from(valued.exact.as_ref()?)))
            };
            dict(py, self.0.moves.iter().filter_map(proven))
        }

        /// Whether the search came to its end.
        #[getter]
        fn complete(&self) -> bool {
            self.0.complete
        }

        /// The side to move.
        #[getter]
        fn to_move(&self) -> String {
            self.0.to_move.clone()
        }

        /// How the game ended, or None while it goes on.
        #[getter]
        fn outcome(&self) -> Option<String> {
            self.0.outcome.clone()
        }

        /// Whether the progress callback stopped the search.
        #[getter]
        fn interrupted(&self) -> bool {
            self.0.interrupted
        }
    }
}

impl Answer for api::Solution {
    fn timeless(&self) -> Self {
        api::Solution { seconds: 0.0, seconds_total: 0.0, ..self.clone() }
    }

    fn summary(&self) -> String {
        let result = self.result.as_deref().unwrap_or("not known");
        let plies = self.distance.map_or_else(String::new, |distance| format!(" in {distance} plies"));
        format!("{} to move: {result}{plies}, best {}, {} nodes", self.to_move, words(&self.best), self.nodes)
    }
}

answer! {
    /// The exact value of a position. Results are for the side to move.
    Solution {
        /// "win", "draw" or "loss", or None if the solver was stopped before it knew.
        #[getter]
        fn result(&self) -> Option<String> {
            self.0.result.clone()
        }

        /// Plies to the end of the game under best play; None for a draw, and if only the result was asked for.
        #[getter]
        fn distance(&self) -> Option<u32> {
            self.0.distance
        }

        /// The moves that keep the value.
        #[getter]
        fn best(&self) -> Vec<String> {
            self.0.best.clone()
        }

        /// Best play to the end of the game.
        #[getter]
        fn line(&self) -> Vec<String> {
            self.0.line.clone()
        }

        /// The value of each move, if it was asked for.
        #[getter]
        fn moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
            let Some(moves) = &self.0.moves else { return Ok(None) };
            let solved = |solved: &api::SolvedMove| {
                (solved.cell.clone(), Proven { result: solved.result.clone(), distance: solved.distance })
            };
            dict(py, moves.iter().map(solved)).map(Some)
        }

        /// Nodes searched for the value.
        #[getter]
        fn nodes(&self) -> u64 {
            self.0.nodes
        }

        /// How long the search for the value took.
        #[getter]
        fn seconds(&self) -> f64 {
            self.0.seconds
        }

        /// Nodes searched for everything.
        #[getter]
        fn nodes_total(&self) -> u64 {
            self.0.nodes_total
        }

        /// How long everything took.
        #[getter]
        fn seconds_total(&self) -> f64 {
            self.0.seconds_total
        }

        /// The least and the greatest value that are possible, if the solver was stopped before it knew the value.
        #[getter]
        fn bounds(&self) -> Option<(Proven, Proven)> {
            self.0.bounds.as_ref().map(|bounds| ((&bounds.at_least).into(), (&bounds.at_most).into()))
        }

        /// Moves in the certificate that was asked for and written.
        #[getter]
        fn certificate_moves(&self) -> Option<u64> {
            self.0.certificate.as_ref().map(|written| written.moves)
        }

        /// Why the certificate that was asked for was not written.
        #[getter]
        fn certificate_error(&self) -> Option<String> {
            self.0.certificate_error.clone()
        }

        /// Whether moves may be missing from `best` and `moves`, because the solver was stopped.
        #[getter]
        fn partial(&self) -> bool {
            self.0.partial
        }

        /// Whether the solver was stopped before it had found out everything.
        #[getter]
        fn interrupted(&self) -> bool {
            self.0.interrupted
        }

        /// The side to move.
        #[getter]
        fn to_move(&self) -> String {
            self.0.to_move.clone()
        }

        /// Whether the game was over already.
        #[getter]
        fn over(&self) -> bool {
            self.0.over
        }
    }
}

impl Answer for api::Elo {
    fn summary(&self) -> String {
        self.to_string()
    }
}

answer! {
    /// A difference in Elo points with its 95 % interval. What is None has no limit.
    Elo {
        /// The difference.
        #[getter]
        fn value(&self) -> Option<f64> {
            self.0.value
        }

        /// The lower end of its interval.
        #[getter]
        fn low(&self) -> Option<f64> {
            self.0.low
        }

        /// The upper end of its interval.
        #[getter]
        fn high(&self) -> Option<f64> {
            self.0.high
        }
    }
}

impl Answer for api::SequentialTest {
    fn summary(&self) -> String {
        let verdict = self
            .accepted()
            .map_or_else(|| "not decided".to_owned(), |elo| format!("{elo:+} Elo is accepted"));
        format!("{verdict}, log-likelihood ratio {:.2}", self.log_likelihood_ratio)
    }
}

answer! {
    /// A sequential test of two differences in Elo.
    SequentialTest {
        /// "continue", "accept-h0" (the lower difference) or "accept-h1" (the upper one).
        #[getter]
        fn verdict(&self) -> &'static str {
            match self.0.verdict {
                api::TestVerdict::Continue => "continue",
                api::TestVerdict::AcceptH0 => "accept-h0",
                api::TestVerdict::AcceptH1 => "accept-h1",
            }
        }

        /// The log-likelihood ratio of the upper difference to the lower one.
        #[getter]
        fn log_likelihood_ratio(&self) -> f64 {
            self.0.log_likelihood_ratio
        }

        /// The ratio at or below which the lower difference is accepted.
        #[getter]
        fn lower_bound(&self) -> f64 {
            self.0.lower_bound
        }

        /// The ratio at or above which the upper difference is accepted.
        #[getter]
        fn upper_bound(&self) -> f64 {
            self.0.upper_bound
        }

        /// The lower difference.
        #[getter]
        fn elo0(&self) -> f64 {
            self.0.elo0
        }

        /// The upper difference.
        #[getter]
        fn elo1(&self) -> f64 {
            self.0.elo1
        }

        /// The chance to accept the upper difference although the lower one is true.
        #[getter]
        fn alpha(&self) -> f64 {
            self.0.alpha
        }

        /// The chance to accept the lower difference although the upper one is true.
        #[getter]
        fn beta(&self) -> f64 {
            self.0.beta
        }
    }
}

impl Answer for api::MatchResult {
    fn summary(&self) -> String {
        let api::MatchResult { player, opponent, game, games, wins, draws, losses, .. } = self;
        format!(
            "{player} against {opponent} on {game}, {games} games: {wins} won, {draws} drawn, {losses} lost"
        )
    }
}

answer! {
    /// The result of a match from the player's side. Intervals are those of 95 %.
    MatchResult {
        /// Games won.
        #[getter]
        fn wins(&self) -> u64 {
            self.0.wins
        }

        /// Games drawn.
        #[getter]
        fn draws(&self) -> u64 {
            self.0.draws
        }

        /// Games lost.
        #[getter]
        fn losses(&self) -> u64 {
            self.0.losses
        }

        /// The number of games.
        #[getter]
        fn games(&self) -> u64 {
            self.0.games
        }

        /// Games that either player won.
        #[getter]
        fn decided(&self) -> u64 {
            self.0.decided
        }

        /// Wins among the decided games, or None if there are none.
        #[getter]
        fn win_rate(&self) -> Option<f64> {
            self.0.win_rate
        }

        /// Wilson's interval of the win rate.
        #[getter]
        fn interval(&self) -> (f64, f64) {
            self.0.interval.into()
        }

        /// Points per game; a draw counts one half.
        #[getter]
        fn score(&self) -> Option<f64> {
            self.0.score
        }

        /// The score's interval.
        #[getter]
        fn score_interval(&self) -> (f64, f64) {
            self.0.score_interval.into()
        }

        /// The difference in Elo.
        #[getter]
        fn elo(&self) -> Elo {
            self.0.elo.into()
        }

        /// Pairs of games by the player's points (0, ½, 1, 1½, 2), if the games of a pair depend on each other.
        #[getter]
        fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
            self.0.pairs.map(|pairs| PyTuple::new(py, pairs)).transpose()
        }

        /// The sequential test that was asked for. Games after its verdict are not counted.
        #[getter]
        fn sprt(&self) -> Option<SequentialTest> {
            self.0.sprt.map(SequentialTest::from)
        }

        /// Moves in all games.
        #[getter]
        fn plies(&self) -> u64 {
            self.0.plies
        }

        /// Positions that the player looked at.
        #[getter]
        fn player_nodes(&self) -> u64 {
            self.0.player_nodes
        }

        /// Positions that the opponent looked at.
        #[getter]
        fn opponent_nodes(&self) -> u64 {
            self.0.opponent_nodes
        }

        /// The seed of everything random.
        #[getter]
        fn seed(&self) -> u64 {
            self.0.seed
        }

        /// Canonical game text.
        #[getter]
        fn game(&self) -> String {
            self.0.game.clone()
        }

        /// The player.
        #[getter]
        fn player(&self) -> String {
            self.0.player.clone()
        }

        /// The opponent.
        #[getter]
        fn opponent(&self) -> String {
            self.0.opponent.clone()
        }

        /// Whether the progress callback stopped the match: then these are the games that were played.
        #[getter]
        fn partial(&self) -> bool {
            self.0.partial
        }
    }
}

impl Answer for api::PlayoutCounts {
    fn timeless(&self) -> Self {
        api::PlayoutCounts { seconds: 0.0, ..self.clone() }
    }

    fn summary(&self) -> String {
        let api::PlayoutCounts { games, game, x, o, draws, .. } = self;
        format!("{games} random games of {game}: x won {x}, o won {o}, {draws} drawn")
    }
}

answer! {
    /// The results of uniformly random games.
    PlayoutCounts {
        /// The number of games.
        #[getter]
        fn games(&self) -> u64 {
            self.0.games
        }

        /// Games that x won.
        #[getter]
        fn x(&self) -> u64 {
            self.0.x
        }

        /// Games that o won.
        #[getter]
        fn o(&self) -> u64 {
            self.0.o
        }

        /// Games that nobody won.
        #[getter]
        fn draws(&self) -> u64 {
            self.0.draws
        }

        /// Moves in all games.
        #[getter]
        fn plies(&self) -> u64 {
            self.0.plies
        }

        /// How long the games took.
        #[getter]
        fn seconds(&self) -> f64 {
            self.0.seconds
        }

        /// The seed of the moves.
        #[getter]
        fn seed(&self) -> u64 {
            self.0.seed
        }

        /// Canonical game text.
        #[getter]
        fn game(&self) -> String {
            self.0.game.clone()
        }

        /// Whether the progress callback stopped the run: then these are the games that were played.
        #[getter]
        fn partial(&self) -> bool {
            self.0.partial
        }
    }
}
