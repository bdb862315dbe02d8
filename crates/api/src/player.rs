//! Players by their texts: the one place where requests look a player up.

use connect_toe_game::{Game, with_game};
use connect_toe_players::{PlayerSpec, SearchPlayer};

use crate::error::Error;

/// Reads a player.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, Error> {
    text.parse().map_err(Error::request)
}

/// Makes sure that a player can play a game, before anything is played.
pub(crate) fn check_player(game: &Game, player: &PlayerSpec) -> Result<(), Error> {
    with_game!(game, record => SearchPlayer::new(record.rules(), player).map(drop)).map_err(Error::request)
}
