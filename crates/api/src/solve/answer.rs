//! The answer of `solve`.
#![expect(clippy::option_option, reason = "in JSON a field that is null differs from one that is missing")]

use connect_toe_game::Geometry;
use connect_toe_solve::{Answer, MoveAnswer, Value};
use serde::{Deserialize, Deserializer, Serialize};

use super::expectation::ExpectedValue;

/// What a solver found out about a position. Values and results are for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solution {
    /// `win`, `draw` or `loss`; none if the solver was stopped before it knew.
    pub result: Option<String>,
    /// The number of plies to the end of the game under best play; none for a draw, and if only the result was asked
    /// for.
    pub distance: Option<u32>,
    /// The moves that keep the value. If only the result was asked for, or the distance was not found, one that keeps the
    /// result.
    pub best: Vec<String>,
    /// Best play to the end of the game.
    pub line: Vec<String>,
    /// Nodes searched for the value.
    pub nodes: u64,
    /// How long the search for the value took.
    pub seconds: f64,
    /// Where the value is from, if it was not searched: `book` or `atlas`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Nodes searched for everything.
    pub nodes_total: u64,
    /// How long everything took.
    pub seconds_total: f64,
    /// The score that was asked for. It is null without a distance, and if the sides have not placed as many stones as
    /// in a game from the empty board.
    #[serde(default, deserialize_with = "even_null", skip_serializing_if = "Option::is_none")]
    pub score: Option<Option<i64>>,
    /// Whether moves may be missing from `best` and `moves`, because the solver was stopped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// The value of each move, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<SolvedMove>>,
    /// What is known of the value, if the solver did not find out all that was asked of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<ValueBounds>,
    /// What was asked for and not found: `result`, `distance`, `best`, `moves`, `line`. Left out if nothing is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The certificate that was asked for and written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<WrittenCertificate>,
    /// Why the certificate that was asked for was not written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate_error: Option<String>,
    /// Whether the solver was stopped before it had found out everything.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The side to move: `x` or `o`.
    pub to_move: String,
    /// Whether the game was over already.
    pub over: bool,
}

/// The value of a move, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub cell: String,
    /// `win`, `draw` or `loss`.
    pub result: String,
    /// The number of plies to the end, counted from before the move.
    pub distance: Option<u32>,
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueBounds {
    /// The least value that is possible.
    pub at_least: ValueBound,
    /// The greatest value that is possible.
    pub at_most: ValueBound,
}

/// An end of what is known of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueBound {
    /// `win`, `draw` or `loss`.
    pub result: String,
    /// The number of plies to the end.
    pub distance: Option<u32>,
}

impl ValueBounds {
    /// The bounds, as answers have them.
    pub fn new(at_least: Value, at_most: Value) -> ValueBounds {
        let bound =
            |value: Value| ValueBound { result: value.result().to_string(), distance: value.distance() };
        ValueBounds { at_least: bound(at_least), at_most: bound(at_most) }
    }
}

/// A certificate that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WrittenCertificate {
    /// Its file.
    pub file: String,
    /// Moves in it.
    pub moves: u64,
}

/// What a solver found out about a line of a list of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolvedLine {
    /// The position's solution.
    #[serde(flatten)]
    pub solution: Solution,
    /// The moves of the line as written there, empty for the empty board; those of a game with a header as cells.
    pub moves_played: String,
    /// The moves as cells.
    #[serde(default)]
    pub cells: String,
    /// The value that the line expects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedValue>,
    /// Whether the value is the expected one; null if the solver was stopped before it knew.
    #[serde(default, deserialize_with = "even_null", skip_serializing_if = "Option::is_none")]
    pub agrees: Option<Option<bool>>,
}

/// Reads a field that may be missing, which is `None`, or null, which is `Some(None)`.
///
/// # Errors
/// The value is not of this type.
pub fn even_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Nodes are counted by the solver, seconds by the caller.
pub(super) struct Seconds {
    pub(super) value: f64,
    pub(super) total: f64,
}

impl Solution {
    /// Adds the best moves, known from elsewhere, if the search has not found them all.
    pub(super) fn complete_best(&mut self, best: Vec<String>) {
        if !best.is_empty() && (self.partial || self.missing.iter().any(|name| name == "best")) {
            self.best = best;
            self.partial = false;
            self.missing.retain(|name| name != "best");
        }
    }

    pub(super) fn new(
        geometry: &Geometry,
        answer: &Answer,
        seconds: &Seconds,
        all_moves: bool,
        score: Option<Option<i64>>,
    ) -> Solution {
        let cells = |cells: &[_]| cells.iter().map(|&cell| geometry.cell_text(cell)).collect();
        let moves = answer.moves.as_ref();
        let solved = |found: &MoveAnswer| SolvedMove {
            cell: geometry.cell_text(found.cell),
            result: found.bounds.result().map_or_else(String::new, |result| result.to_string()),
            distance: answer.move_value(found).and_then(Value::distance),
        };
        let bounds = || ValueBounds::new(answer.at_least(), answer.at_most());
        Solution {
            result: answer.result().map(|result| result.to_string()),
            distance: answer.distance(),
            best: moves.map_or_else(Vec::new, |moves| cells(&moves.best)),
            line: answer.line.as_deref().map_or_else(Vec::new, cells),
            nodes: answer.nodes.value,
            seconds: seconds.value,
            source: None,
            nodes_total: answer.nodes.total(),
            seconds_total: seconds.total,
            score,
            partial: moves.is_some_and(|moves| moves.interrupted),
            moves: moves.filter(|_| all_moves).map(|moves| moves.all.iter().map(solved).collect()),
            bounds: (!answer.bounds.is_answer(answer.question.weak)).then(bounds),
            missing: answer.missing().iter().map(ToString::to_string).collect(),
            certificate: None,
            certificate_error: None,
            interrupted: answer.interrupted,
            to_move: answer.to_move().to_string(),
            over: answer.is_over(),
        }
    }
}
