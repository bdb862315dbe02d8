//! Players by their texts: the one place where requests look a player up.

use connect_toe_players::PlayerSpec;

use crate::error::Error;

/// Reads a player.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, Error> {
    text.parse().map_err(Error::request)
}
