//! Players by their texts: the one place where requests look a player up.

use connect_toe_game::{Game, with_game};
use connect_toe_players::PlayerSpec;

use crate::error::Error;
use crate::work::Work;

/// Reads a player; a wrong one is a wrong request.
pub(crate) fn player(text: &str, work: &Work) -> Result<PlayerSpec, Error> {
    work.catalogue().player(text).map_err(Error::request)
}

/// Makes sure that a player can play a game, before anything is played.
pub(crate) fn check_player(game: &Game, player: &PlayerSpec) -> Result<(), Error> {
    with_game!(game, record => player.build(record.rules()).map(drop)).map_err(Error::request)
}
