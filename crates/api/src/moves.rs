//! `moves`: the legal moves of a position.

use connect_toe_game::{Cell, with_game};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::{Position, game};
use crate::work::Work;

/// Asks for the legal moves of a position.
///
/// ```
/// use connect_toe_api::{Moves, Position, Work};
/// let position = Position::after("a1 a2 b1 b2 c1");
/// let answer = Moves { game: "tic-tac-toe".to_owned(), position }.run(&Work::new())?;
/// assert!(answer.legal.is_empty());
/// assert_eq!(answer.outcome.as_deref(), Some("x"));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moves {
    /// Game text or a preset's name.
    pub game: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
}

/// The legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegalMoves {
    /// The side to move: `x` or `o`.
    pub to_move: String,
    /// How many stones that side has left to place in its turn, where turns have several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// The cells, none if the game is over.
    pub legal: Vec<String>,
    /// The empty cells that the rules forbid the side to move to take; none if the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
    /// `x`, `o` or `draw` if the game is over.
    pub outcome: Option<String>,
    /// The cells of the lines that ended the game; none while it goes on, and in a draw.
    pub winning_cells: Vec<String>,
    /// The moves before the position, as cells.
    pub played: Vec<String>,
    /// For each legal move, the ids of the open faces through which it can be dropped; no ids where placement is free.
    pub drops: Vec<Vec<String>>,
}

impl Moves {
    /// The legal moves.
    ///
    /// # Errors
    /// A text that is not a game, or not a position of it.
    pub fn run(&self, _work: &Work) -> Result<LegalMoves, Error> {
        let mut game = game(&self.game)?;
        with_game!(&mut game, record => self.position.apply(record))?;
        let legal = game.legal_moves();
        let texts = |cells: &[Cell]| cells.iter().map(|&cell| game.geometry().cell_text(cell)).collect();
        let outcome = game.outcome();
        let faces_to = |&cell| game.faces_to(cell).iter().map(ToString::to_string).collect();
        Ok(LegalMoves {
            to_move: game.to_move().to_string(),
            left: game.left_in_turn(),
            legal: texts(&legal),
            forbidden: texts(&game.forbidden()),
            outcome: outcome.map(|outcome| outcome.to_string()),
            winning_cells: texts(&game.completed_lines()),
            played: texts(game.moves()),
            drops: legal.iter().map(faces_to).collect(),
        })
    }
}
