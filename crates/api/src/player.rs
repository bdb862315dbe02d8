//! Players by their texts: the one place where requests look a player up.

use std::fmt::Display;

use connect_toe_game::{Game, with_game};
use connect_toe_players::PlayerSpec;

use crate::error::Error;
use crate::reason::Fault;
use crate::work::Work;

/// Reads the player of a field.
///
/// # Errors
/// A text that is not a player: the request is wrong.
pub fn player(field: &str, text: &str, work: &Work) -> Result<PlayerSpec, Error> {
    work.catalogue().player(text).map_err(|error| Error::of_field(Fault::NoSuchPlayer, field, error))
}

/// Makes errors of a field that does not name a heuristic.
pub fn no_such_heuristic<E: Display>(field: &str) -> impl Fn(E) -> Error {
    move |error| Error::of_field(Fault::NoSuchHeuristic, field, error)
}

/// Boards with more empty cells than this are not searched to the end in a time that people wait for.
const MOST_CELLS_TO_THE_END: usize = 20;

/// Warns before the work if a player may think about one move for ever.
pub fn warn_of_long_thoughts(empty: usize, player: &PlayerSpec, work: &Work) {
    if ["perfect", "proof-number"].contains(&player.name())
        && player.nodes().is_none()
        && player.is_reproducible()
        && empty > MOST_CELLS_TO_THE_END
    {
        work.notice(&format!(
            "{player} searches to the end of the game, which may never come with {empty} cells empty; limit it \
             ({player}{}nodes=100000), or take a player that gives up in time (solver)",
            if player.settings().keys().next().is_some() { "," } else { ":" }
        ));
    }
}

/// Makes sure that a player can play a game, before anything is played.
///
/// # Errors
/// It cannot: the request is wrong.
pub fn check_player(game: &Game, player: &PlayerSpec) -> Result<(), Error> {
    with_game!(game, record => player.build(record.rules()).map(drop)).map_err(Error::impossible)
}
