//! Players that the command line knows: the built-in ones, and other programs.

use connect_toe_gomocup::with_engines;
use connect_toe_players::{Catalogue, PlayerError, PlayerSpec};

use crate::failure::warn;

/// The players that texts of the command line can name. Who writes them can start any program anyway.
pub(crate) fn catalogue() -> Catalogue {
    with_engines(Catalogue::new(), warn).expect("no built-in player has the name of the engines")
}

/// Reads a player, for options.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, PlayerError> {
    catalogue().player(text)
}
