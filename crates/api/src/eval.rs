//! `eval`: static evaluation.

use std::io::BufRead;

use connect_toe_game::{Bits, Game, Record, with_game};
use connect_toe_search::Worth;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::player::no_such_heuristic;
use crate::position::{Position, game, side};
use crate::position_lines::PositionLines;
use crate::work::Work;
use crate::worth::StatedWorth;

/// Asks what heuristics think of a position without looking ahead. Any stones are a position here.
///
/// ```
/// use connect_toe_api::{Eval, Position, Work};
/// let position = Position::of_board("x__/_x_/___");
/// let eval = Eval { position, player: Some("x".to_owned()), ..Eval::new("tic-tac-toe") };
/// assert_eq!(eval.run(&Work::new())?.values["open-lines"], 6);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Eval {
    /// Game text or a preset's name.
    pub game: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// Whose value, `x` or `o`; without it that of the side to move.
    #[serde(rename = "for", default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// One heuristic, as `NAME[:key=value,...]`; without it all of them, `learned` if weights for the game
    /// come with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
}

/// What heuristics think of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Evaluation {
    /// Values by the heuristic's name.
    pub values: IndexMap<String, i64>,
    /// What these values say, by the heuristic's name; of a game that is over how it ended.
    #[serde(default)]
    pub worth: IndexMap<String, StatedWorth>,
}

/// What heuristics think of a position of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvaluatedLine {
    /// What the heuristics think.
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// The moves of the line as written there; those of a game with a header as cells.
    pub moves_played: String,
    /// The moves as cells.
    pub cells: String,
}

impl Eval {
    /// All heuristics on the empty board, for the side to move.
    pub fn new(game: impl Into<String>) -> Eval {
        Eval { game: game.into(), position: Position::default(), player: None, heuristic: None }
    }

    /// The values.
    ///
    /// # Errors
    /// A text that is not a game, stones that do not fit on its board, an unknown heuristic or setting.
    pub fn run(&self, work: &Work) -> Result<Evaluation, Error> {
        self.run_on(game(&self.game)?, work)
    }

    /// Evaluates with a game that exists already: the request's moves start from the game's position.
    ///
    /// # Errors
    /// As [`run`](Eval::run).
    pub fn run_on(&self, mut game: Game, work: &Work) -> Result<Evaluation, Error> {
        with_game!(&mut game, record => self.values(record, work))
    }

    /// Evaluates many positions, one a line as for [`SolveLines`](crate::SolveLines). Expected values and the request's
    /// own position are ignored. `name` is what messages call the list. `each` gets every answer as soon as it is
    /// there. Returns whether the run was stopped: then later lines are missing.
    ///
    /// ```
    /// use connect_toe_api::{Error, Eval, Work};
    /// let mut values = Vec::new();
    /// let eval = Eval { player: Some("x".to_owned()), ..Eval::new("tic-tac-toe") };
    /// eval.run_on_lines("-\nb2 a1\n".as_bytes(), "lines", &Work::new(), |line| {
    ///     values.push((line.moves_played, line.evaluation.values["open-lines"]));
    ///     Ok::<(), Error>(())
    /// })?;
    /// assert_eq!(values, [(String::new(), 0), ("b2 a1".to_owned(), 1)]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Eval::run), with the line; an error of `each`.
    pub fn run_on_lines<E: From<Error>>(
        &self,
        lines: impl BufRead,
        name: &str,
        work: &Work,
        mut each: impl FnMut(EvaluatedLine) -> Result<(), E>,
    ) -> Result<bool, E> {
        let game = game(&self.game)?;
        for placed in PositionLines::new(lines, name) {
            let (mut placed, mut there) = (placed?, game.clone());
            with_game!(&mut there, record => placed.apply(record))?;
            let evaluated = Eval { position: Position::default(), ..self.clone() }.run_on(there, work);
            let evaluation = evaluated.map_err(|error| placed.refuse(error))?;
            let (moves_played, cells) = (placed.line.moves, placed.line.cells);
            each(EvaluatedLine { evaluation, moves_played, cells })?;
            if work.stop().is_requested() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn values<B: Bits>(&self, record: &mut Record<B>, work: &Work) -> Result<Evaluation, Error> {
        self.position.apply_any(record)?;
        let player = side("for", self.player.as_deref())?.unwrap_or(record.board().to_move());
        let catalogue = work.catalogue();
        let texts: Vec<&str> = match &self.heuristic {
            None => catalogue.heuristics_for(record.rules().spec()).iter().map(|entry| entry.name).collect(),
            Some(text) => vec![text],
        };
        let (rules, board) = (record.rules(), record.board());
        let outcome = rules.outcome(board);
        let mut evaluation = Evaluation { values: IndexMap::new(), worth: IndexMap::new() };
        for text in texts {
            let heuristic = catalogue.heuristic(text).map_err(no_such_heuristic("heuristic"))?;
            let mut evaluator = heuristic.build(rules).map_err(Error::impossible)?;
            let value = evaluator.static_value(rules, board, player);
            let worth = match outcome {
                Some(outcome) => Worth::of_outcome(outcome, player),
                None => Worth::of_heuristic(value, evaluator.measure()),
            };
            let name = heuristic.name().to_owned();
            evaluation.values.insert(name.clone(), value);
            evaluation.worth.insert(name, worth.into());
        }
        Ok(evaluation)
    }
}
