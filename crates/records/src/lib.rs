#![doc = include_str!("../README.md")]

mod error;
mod format;
mod formats;
mod pieces;
mod read;
mod reading;
mod write;

pub use error::{OneOf, ReadError};
pub use format::Format;
pub use formats::{FORMATS, game_of};
pub use pieces::{Piece, Pieces, in_lines, pieces};
pub use read::{read, read_stones};
pub use reading::{Branch, Reading};
pub use write::{Form, Played, WriteError, write};
