//! `games`: the games with a name.

use connect_toe_game::presets::PRESETS;
use serde::{Deserialize, Serialize};

/// Asks for the games with a name.
///
/// ```
/// use connect_toe_api::Games;
/// let games = Games {}.run();
/// assert!(games.iter().any(|game| game.name == "connect-four" && game.game == "7x6:4:-2"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Games {}

/// A game with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NamedGame {
    /// Its name.
    pub name: String,
    /// Its game text.
    pub game: String,
    /// A line about it.
    pub about: String,
}

impl Games {
    /// The games in the order in which menus show them.
    pub fn run(&self) -> Vec<NamedGame> {
        let named = PRESETS.iter().map(|preset| NamedGame {
            name: preset.name.to_owned(),
            game: preset.spec.to_owned(),
            about: preset.about.to_owned(),
        });
        named.collect()
    }
}
