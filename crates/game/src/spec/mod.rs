//! What a person writes to name a game: sizes, winning lines, open faces, rule variations.
//!
//! A [`GameSpec`] is a description whose public fields can hold anything. [`GameSpec::check`] lists
//! everything that is wrong with it; [`Rules::compile`](crate::Rules::compile) accepts only a sound one.
//! The text form `SIZES:LINES[:FACES[:FLAG]…]` round-trips: `parse ∘ print` is the identity. `LINES` is most often
//! the length of a run, as in `7x6:4`.

mod check;
mod file;
mod flags;
mod game_spec;
mod in_words;
mod line_rule;
mod parse;
mod print;
mod reason;

pub use file::{LinesFile, LinesFileError, LinesFileReason};
pub use game_spec::{
    Edges, End, Face, Faces, Forbidden, GameSpec, Goal, MAX_CELLS, MAX_DIMENSIONS, Overline, Roles, Turn,
};
pub(crate) use line_rule::without_supersets;
pub use line_rule::{LineRule, MAX_LINES};
pub use reason::{SpecError, SpecPart, SpecReason};
