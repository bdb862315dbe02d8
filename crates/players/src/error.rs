//! Errors of texts that name players and heuristics, and of names that a catalogue cannot take.

use connect_toe_eval::{SettingError, SettingsSyntaxError};
use connect_toe_game::UnknownName;
use connect_toe_search::BuildError;

/// A text that does not name a player or a heuristic, or a player that cannot do what it is to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// No player or heuristic has the name, or it does not have a setting.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The settings are not a list of `key=value`.
    #[error(transparent)]
    Syntax(#[from] SettingsSyntaxError),
    /// A setting has a value that it cannot have.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The weights of `eval=learned` cannot be read.
    #[error("{0}")]
    Weights(String),
    /// The player is not a search: it has no values for moves, and limits of nodes or time do not reach it.
    #[error("`{0}` is not a search: it chooses a move, has no values for the others, and cannot be limited")]
    NotASearch(String),
    /// The player has a clock of its own, which a limit of time for all players does not reach.
    #[error(
        "`{0}` keeps its own time: write it into the player's text, as in time=500ms, and set no other limit of time"
    )]
    OwnTime(String),
    /// The player cannot play this game, for this reason.
    #[error("{0}")]
    Game(String),
}

impl From<BuildError> for PlayerError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Heuristic(error) => PlayerError::UnknownName(error),
            BuildError::Setting(error) => PlayerError::Setting(error),
        }
    }
}

/// An entry that a catalogue cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The name or a key is not a word.
    #[error("`{0}` is not a name: write letters, digits, - and _")]
    NotAWord(String),
    /// The name stands for something else already.
    #[error("the catalogue has a {kind} with the name `{name}` already")]
    Taken {
        /// `player` or `heuristic`; searches are players.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A key of the entry has a meaning for every player, for a search that may ask the heuristic, or for a heuristic
    /// that the search may ask.
    #[error(
        "`{name}` cannot have a setting `{key}`: others whose settings stand beside its own use this key"
    )]
    ReservedKey {
        /// The name of the entry.
        name: String,
        /// The key.
        key: String,
    },
    /// Two settings of the entry have the same key.
    #[error("`{name}` has two settings `{key}`")]
    KeyTwice {
        /// The name of the entry.
        name: String,
        /// The key.
        key: String,
    },
    /// The heuristic that a search asks by default is unknown.
    #[error(transparent)]
    UnknownHeuristic(#[from] UnknownName),
}
