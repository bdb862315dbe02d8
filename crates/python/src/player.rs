//! Players and heuristics as arguments: texts of the engine's.

use pyo3::prelude::*;

use crate::watch::Door;

/// A player: text as in `alpha-beta:depth=6,eval=runs`.
#[derive(Clone, FromPyObject)]
#[pyo3(transparent)]
pub(crate) struct GivenPlayer(String);

impl GivenPlayer {
    /// The player's text, and the door through which it can be named.
    pub(crate) fn through(self, door: Door) -> (String, Door) {
        (self.0, door)
    }
}
