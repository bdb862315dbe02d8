//! Why a text is not read.

use std::fmt;

use connect_toe_game::{BoardError, MoveError};

/// Why a text is not read. Messages quote the text as it is, however long.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A move of the format `moves` is refused.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// Stones that are not a board of the game.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A move of another format is refused.
    #[error("move {number} (`{text}`), read as {format}: {why}")]
    Move {
        /// The format's name.
        format: &'static str,
        /// The move's number, counted from 1.
        number: usize,
        /// The move's text.
        text: String,
        /// Why it is refused.
        why: String,
    },
    /// The text is not one of the format, or not for this game.
    #[error("read as {format}: {why}")]
    Form {
        /// The format's name.
        format: &'static str,
        /// What is wrong.
        why: String,
    },
    /// Formats read the text as different positions.
    #[error("`{text}` can be read in more than one way: {}; write {} before it", either(.readings), names(.readings))]
    Ambiguous {
        /// The text.
        text: String,
        /// What each of the formats reads.
        readings: Vec<OneOf>,
    },
}

/// What one of several formats reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOf {
    /// The format's name.
    pub format: &'static str,
    /// The moves as cells, or the board.
    pub position: String,
}

impl fmt::Display for OneOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as {}", self.position, self.format)
    }
}

fn either(readings: &[OneOf]) -> String {
    readings.iter().map(OneOf::to_string).collect::<Vec<_>>().join(", ")
}

fn names(readings: &[OneOf]) -> String {
    readings.iter().map(|reading| format!("{}:", reading.format)).collect::<Vec<_>>().join(" or ")
}

impl ReadError {
    pub(crate) fn form(format: &'static str, why: impl fmt::Display) -> ReadError {
        ReadError::Form { format, why: why.to_string() }
    }

    /// Which move is refused, counted from 1, if it is a move.
    pub fn number(&self) -> Option<usize> {
        match self {
            ReadError::Moves(error) => Some(error.number),
            ReadError::Move { number, .. } => Some(*number),
            ReadError::Board(_) | ReadError::Form { .. } | ReadError::Ambiguous { .. } => None,
        }
    }
}
