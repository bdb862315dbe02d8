//! `levels`: how well the computer can play a game.

use connect_toe_players::Level;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::game;
use crate::work::Work;

/// Asks for the levels of difficulty, and which of them a game has room for.
///
/// ```
/// use connect_toe_api::{Levels, Work};
/// let answer = Levels { game: "tic-tac-toe".to_owned() }.run(&Work::new())?;
/// let offered = answer.levels.iter().filter(|level| level.offered);
/// assert_eq!(offered.map(|level| level.name.as_str()).collect::<Vec<_>>(), ["beginner", "casual", "best"]);
/// assert_eq!(answer.levels.last().map(|level| level.player.as_str()), Some("best"));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Levels {
    /// Game text or a preset's name.
    pub game: String,
}

/// The levels of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelsOfGame {
    /// Canonical game text.
    pub game: String,
    /// The levels, the weakest first.
    pub levels: Vec<NamedLevel>,
}

/// A level of difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NamedLevel {
    /// Its name.
    pub name: String,
    /// How its player plays.
    pub about: String,
    /// How much stronger it is than the weakest, in Elo points: a mean of five games, of which this need not be one.
    pub elo: u32,
    /// Its player for this game.
    pub player: String,
    /// Whether the game has room for it: whether it plays differently enough from the others.
    pub offered: bool,
}

impl Levels {
    /// The levels.
    ///
    /// # Errors
    /// A text that is not a game.
    pub fn run(&self, _: &Work) -> Result<LevelsOfGame, Error> {
        let game = game(&self.game)?;
        let offered = Level::of_game(&game);
        let named = |level: &Level| -> Result<NamedLevel, Error> {
            let player = level.player(&game).map_err(Error::impossible)?.to_string();
            let offered = offered.contains(level);
            let (name, about) = (level.name.to_owned(), level.about.to_owned());
            Ok(NamedLevel { name, about, elo: level.elo, player, offered })
        };
        let levels = Level::all().iter().map(named).collect::<Result<_, _>>()?;
        Ok(LevelsOfGame { game: game.spec().to_string(), levels })
    }
}
