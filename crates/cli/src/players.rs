//! Players and heuristics of the command line: the built-in ones, those whose texts name files, and other programs.

use connect_toe_api::catalogue_with_files;
use connect_toe_experiment::{Openings, ParseOpeningsError};
use connect_toe_gomocup::with_engines;
use connect_toe_players::{Catalogue, HeuristicSpec, PlayerError, PlayerSpec};

use crate::failure::warn;

/// The players that texts of the command line can name. A person who types them can start any program, and read any
/// file, anyway.
pub(crate) fn catalogue() -> Catalogue {
    with_engines(catalogue_with_files(), warn).expect("no built-in player has the name of the engines")
}

/// Reads a player, for options.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, PlayerError> {
    catalogue().player(text)
}

/// Reads a heuristic, for options.
pub(crate) fn heuristic(text: &str) -> Result<HeuristicSpec, PlayerError> {
    catalogue().heuristic(text)
}

/// Checks a text that names openings, for options.
pub(crate) fn openings(text: &str) -> Result<String, ParseOpeningsError> {
    match text {
        "auto" => Ok(text.to_owned()),
        _ => text.parse::<Openings>().map(|_| text.to_owned()),
    }
}
