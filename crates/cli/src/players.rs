//! Players and heuristics of the command line, whose texts can name files.

use connect_toe_api::catalogue_with_files;
use connect_toe_players::{HeuristicSpec, PlayerError, PlayerSpec};

/// Reads a player.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, PlayerError> {
    catalogue_with_files().player(text)
}

/// Reads a heuristic.
pub(crate) fn heuristic(text: &str) -> Result<HeuristicSpec, PlayerError> {
    catalogue_with_files().heuristic(text)
}
