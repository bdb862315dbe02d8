//! What can be wrong with a game, settings, or a file to go on with.

use connect_toe_eval::learned::{PatternError, SealError, WeightsError};
use connect_toe_game::GameSpec;

/// Why a game cannot be learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnError {
    /// A setting is out of its range.
    #[error("{0}")]
    Settings(String),
    /// Nobody can win.
    #[error("no line fits on this board: every game is a draw, and there is nothing to learn")]
    NoLines,
    /// The weights to begin with are not a line network.
    #[error(
        "learning cannot begin with these weights of {of}: they are weights of patterns, not a line network"
    )]
    PatternWeights {
        /// The game of the weights.
        of: Box<GameSpec>,
    },
    /// The cells of the network to begin with do not see what those of the game see.
    #[error(
        "learning cannot begin with this network of {of}: both games need the same gravity and as many in a row, and boards of \
         the same size or, without gravity, flat boards of 9×9 cells or more"
    )]
    OtherNetwork {
        /// The game of the network.
        of: Box<GameSpec>,
    },
    /// The patterns are too large.
    #[error(transparent)]
    Patterns(#[from] PatternError),
}

/// Why bytes are not a learner of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes are not those of a learner, or not whole.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The weights in them are not sound.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The learner learns another game.
    #[error("this is learning of {of}, not of {wanted}")]
    OtherGame {
        /// The learner's game.
        of: String,
        /// The game that was asked for.
        wanted: String,
    },
}
