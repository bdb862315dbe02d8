//! Answers as classes of Python: their fields are those of the command line's JSON.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::error::refuse;
use crate::json::{dict_of, read, row_of, text_of};
use crate::number::whole_or_none;

/// The answers that have classes.
mod api {
    pub(super) use connect_toe_api::{
        Analysis, AnalyzedMove, ClaimedResult, PlayoutCounts, ProvenResult, Solution, SolvedMove, ValueBound,
    };
    pub(super) use connect_toe_laboratory::{Elo, MatchResult, SequentialTest, TestVerdict};
}

/// What is the same for all answers.
trait Answer: Clone {
    /// The answer without how long it took: two that differ in this alone are equal.
    fn timeless(&self) -> Self {
        self.clone()
    }

    /// The answer in a line.
    fn summary(&self) -> String;
}

/// A class of Python that holds an answer: what it takes over of the answer's fields, its own methods, and those of all
/// answers.
macro_rules! answer {
    (
        $(#[$about:meta])* $class:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)* }
        $({ $($methods:tt)* })?
    ) => {
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
            $(
                $(#[$doc])*
                #[getter]
                fn $field(&self) -> $type {
                    self.0.$field.clone().into()
                }
            )*

            $($($methods)*)?

            /// The command line's JSON.
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                dict_of(py, &self.0)
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
    fn new(
        py: Python<'_>,
        result: String,
        #[pyo3(from_py_with = whole_or_none)] distance: Option<u32>,
    ) -> PyResult<Proven> {
        if !["win", "draw", "loss"].contains(&result.as_str()) {
            return Err(refuse(py, format!("`{result}` is not a result: write win, draw or loss")));
        }
        Ok(Proven { result, distance })
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

impl From<&api::ClaimedResult> for Proven {
    fn from(claim: &api::ClaimedResult) -> Proven {
        Proven { result: claim.result.clone(), distance: claim.distance }
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
            (None, value) => {
                let opinion = self.worth.opinion();
                // On an unknown scale there is only a number.
                let value = if opinion.is_empty() { value.unwrap_or_default().to_string() } else { opinion };
                let best = words(&self.best);
                format!("{} to move, value {value}, best {best}, {} nodes", self.to_move, self.nodes)
            }
        }
    }
}

answer! {
    /// What a player thinks of a position. Values are for the side to move.
    Analysis {
        /// The position's value on the scale of the player's heuristic, or None if the game is over.
        value: Option<i64>,
        /// The moves that the player would choose among.
        best: Vec<String>,
        /// The expected line of play.
        line: Vec<String>,
        /// Positions looked at.
        nodes: u64,
        /// Whether the search came to its end.
        complete: bool,
        /// The side to move.
        to_move: String,
        /// How the game ended, or None while it goes on.
        outcome: Option<String>,
        /// Whether the progress callback stopped the search.
        interrupted: bool,
    }
    {
        /// The value of each move that has one, in canonical order.
        #[getter]
        fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            dict(py, self.0.moves.iter().map(|valued| (valued.cell.clone(), valued.value)))
        }

        /// The score that the player expects, from 0 for a loss to 1 for a win, where it estimates on a known scale.
        #[getter]
        fn score(&self) -> Option<f64> {
            self.0.worth.score
        }

        /// The scores that the player expects after moves, of each move that has one.
        #[getter]
        fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let score = |valued: &api::AnalyzedMove| Some((valued.cell.clone(), valued.worth.score?));
            dict(py, self.0.moves.iter().filter_map(score))
        }

        /// A win or loss that the player sees coming, without a proof.
        #[getter]
        fn claim(&self) -> Option<Proven> {
            self.0.worth.claim.as_ref().map(Proven::from)
        }

        /// The scale of the player's estimates: mostly the name of its heuristic.
        #[getter]
        fn scale(&self) -> Option<String> {
            self.0.scale.clone()
        }

        /// What is proven of the position, by the player or by the exact solver within its nodes.
        #[getter]
        fn exact(&self) -> Option<Proven> {
            self.0.worth.exact.as_ref().map(Proven::from)
        }

        /// What is proven of each move that has a proof.
        #[getter]
        fn exact_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let proven = |valued: &api::AnalyzedMove| {
                Some((valued.cell.clone(), Proven::from(valued.worth.exact.as_ref()?)))
            };
            dict(py, self.0.moves.iter().filter_map(proven))
        }
    }
}

impl Answer for api::Solution {
    fn timeless(&self) -> Self {
        api::Solution { seconds: 0.0, seconds_total: 0.0, ..self.clone() }
    }

    fn summary(&self) -> String {
        let result = self.result.as_deref().unwrap_or("not known");
        let plies = self.distance.map_or_else(String::new, |distance| {
            format!(" in {distance} {}", if distance == 1 { "ply" } else { "plies" })
        });
        format!("{} to move: {result}{plies}, best {}, {} nodes", self.to_move, words(&self.best), self.nodes)
    }
}

answer! {
    /// The exact value of a position. Results are for the side to move.
    Solution {
        /// "win", "draw" or "loss", or None if the solver was stopped before it knew.
        result: Option<String>,
        /// Plies to the end of the game under best play; None for a draw, and if only the result was asked for.
        distance: Option<u32>,
        /// The moves that keep the value. If only the result was asked for, or the distance was not found, one that keeps the
        /// result.
        best: Vec<String>,
        /// What was asked for and not found: "result", "distance", "best", "moves", "line".
        missing: Vec<String>,
        /// Best play to the end of the game.
        line: Vec<String>,
        /// Nodes searched for the value.
        nodes: u64,
        /// How long the search for the value took.
        seconds: f64,
        /// Nodes searched for everything.
        nodes_total: u64,
        /// How long everything took.
        seconds_total: f64,
        /// Why the certificate that was asked for was not written.
        certificate_error: Option<String>,
        /// Whether moves may be missing from `best` and `moves`, because the solver was stopped.
        partial: bool,
        /// Whether the solver was stopped before it had found out everything.
        interrupted: bool,
        /// The side to move.
        to_move: String,
        /// Whether the game was over already.
        over: bool,
    }
    {
        /// The value of each move, if it was asked for.
        #[getter]
        fn moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
            let Some(moves) = &self.0.moves else { return Ok(None) };
            let solved = |solved: &api::SolvedMove| {
                (solved.cell.clone(), Proven { result: solved.result.clone(), distance: solved.distance })
            };
            dict(py, moves.iter().map(solved)).map(Some)
        }

        /// The least and the greatest value that are possible, if the solver did not find out all that was asked of it.
        #[getter]
        fn bounds(&self) -> Option<(Proven, Proven)> {
            self.0.bounds.as_ref().map(|bounds| ((&bounds.at_least).into(), (&bounds.at_most).into()))
        }

        /// Moves in the certificate that was asked for and written.
        #[getter]
        fn certificate_moves(&self) -> Option<u64> {
            self.0.certificate.as_ref().map(|written| written.moves)
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
        value: Option<f64>,
        /// The lower end of its interval.
        low: Option<f64>,
        /// The upper end of its interval.
        high: Option<f64>,
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
        /// The log-likelihood ratio of the upper difference to the lower one.
        log_likelihood_ratio: f64,
        /// The ratio at or below which the lower difference is accepted.
        lower_bound: f64,
        /// The ratio at or above which the upper difference is accepted.
        upper_bound: f64,
        /// The lower difference.
        elo0: f64,
        /// The upper difference.
        elo1: f64,
        /// The chance to accept the upper difference although the lower one is true.
        alpha: f64,
        /// The chance to accept the lower difference although the upper one is true.
        beta: f64,
    }
    {
        /// "continue", "accept-h0" (the lower difference) or "accept-h1" (the upper one).
        #[getter]
        fn verdict(&self) -> &'static str {
            match self.0.verdict {
                api::TestVerdict::Continue => "continue",
                api::TestVerdict::AcceptH0 => "accept-h0",
                api::TestVerdict::AcceptH1 => "accept-h1",
            }
        }
    }
}

impl Answer for api::MatchResult {
    fn summary(&self) -> String {
        let api::MatchResult { player, opponent, game, games, wins, draws, losses, .. } = self;
        let counts = format!(
            "{player} against {opponent} on {game}, {games} games: {wins} won, {draws} drawn, {losses} lost"
        );
        let parts: Vec<&str> =
            std::iter::once(counts.as_str()).chain(self.cautions.iter().map(String::as_str)).collect();
        parts.join("; ")
    }
}

answer! {
    /// The result of a match from the player's side. Intervals are those of 95 %.
    MatchResult {
        /// Games won.
        wins: u64,
        /// Games drawn.
        draws: u64,
        /// Games lost.
        losses: u64,
        /// The number of games.
        games: u64,
        /// How many of the games are different, up to symmetry.
        distinct: u64,
        /// Games that a player lost because it gave no move.
        forfeited: u64,
        /// Games that either player won.
        decided: u64,
        /// Wins among the decided games, or None if there are none.
        win_rate: Option<f64>,
        /// Wilson's interval of the win rate.
        interval: (f64, f64),
        /// Points per game; a draw counts one half.
        score: Option<f64>,
        /// The score's interval.
        score_interval: (f64, f64),
        /// The difference in Elo.
        elo: Elo,
        /// Moves in all games.
        plies: u64,
        /// Positions that the player looked at.
        player_nodes: u64,
        /// Positions that the opponent looked at.
        opponent_nodes: u64,
        /// The seed of everything random.
        seed: u64,
        /// Canonical game text.
        game: String,
        /// The positions from which the games started.
        openings: String,
        /// What must be known before any score: that games were forfeited, or repeat each other.
        cautions: Vec<String>,
        /// The player.
        player: String,
        /// The opponent.
        opponent: String,
        /// Whether the same call gives the same games everywhere; not if a player has a limit of time.
        reproducible: bool,
        /// Whether the progress callback stopped the match: then these are the games that were played.
        partial: bool,
    }
    {
        /// The result as a table of one row: ``pandas.DataFrame(row for result in results for row in result.rows())``.
        fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
            Ok(vec![row_of(py, &self.0)?])
        }

        /// The players that levels among them stand for in this game, by the level's text.
        #[getter]
        fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            dict(py, self.0.levels.iter().map(|(level, player)| (level.clone(), player.clone())))
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
        games: u64,
        /// Games that x won.
        x: u64,
        /// Games that o won.
        o: u64,
        /// Drawn games.
        draws: u64,
        /// Moves in all games.
        plies: u64,
        /// How long the games took.
        seconds: f64,
        /// The seed of the moves.
        seed: u64,
        /// Canonical game text.
        game: String,
        /// Whether the progress callback stopped the run: then these are the games that were played.
        partial: bool,
    }
}
