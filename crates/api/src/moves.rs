//! `moves`: the legal moves of a position.

use connect_toe_game::with_game;
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
    /// The cells, none if the game is over.
    pub legal: Vec<String>,
    /// `x`, `o` or `draw` if the game is over.
    pub outcome: Option<String>,
}

impl Moves {
    /// The legal moves.
    ///
    /// # Errors
    /// A text that is not a game, or not a position of it.
    pub fn run(&self, _work: &Work) -> Result<LegalMoves, Error> {
        let mut game = game(&self.game)?;
        with_game!(&mut game, record => self.position.apply(record))?;
        Ok(LegalMoves {
            to_move: game.to_move().to_string(),
            legal: game.legal_moves().into_iter().map(|cell| game.geometry().cell_text(cell)).collect(),
            outcome: game.outcome().map(|outcome| outcome.to_string()),
        })
    }
}
