//! Who moves first in the games of a match.

use std::fmt;
use std::str::FromStr;

use connect_toe_game::Side;
use rand::{Rng, RngExt};

/// Who has X, and so the first move.
///
/// ```
/// use connect_toe_game::Side;
/// use connect_toe_players::FirstMover;
/// let first: FirstMover = "alternate".parse()?;
/// assert_eq!([0, 1, 2].map(|game| first.fixed_side(game)), [Some(Side::X), Some(Side::O), Some(Side::X)]);
/// # Ok::<(), connect_toe_players::ParseFirstMoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstMover {
    /// The player, in every game.
    Player,
    /// The player and the opponent in turn; the player in the first game.
    Alternate,
    /// Each with the same probability, drawn for every game.
    Random,
}

impl FirstMover {
    /// All three.
    pub const ALL: [FirstMover; 3] = [FirstMover::Player, FirstMover::Alternate, FirstMover::Random];

    /// The player's side in the game of this number, counted from 0. Only `Random` asks for a random number.
    pub fn player_side(self, game: u64, random: &mut impl Rng) -> Side {
        let drawn = || if random.random_bool(0.5) { Side::X } else { Side::O };
        self.fixed_side(game).unwrap_or_else(drawn)
    }

    /// The player's side in the game of this number, where it follows from the number; `None` for `Random`.
    pub fn fixed_side(self, game: u64) -> Option<Side> {
        match self {
            FirstMover::Player => Some(Side::X),
            FirstMover::Alternate if game.is_multiple_of(2) => Some(Side::X),
            FirstMover::Alternate => Some(Side::O),
            FirstMover::Random => None,
        }
    }
}

impl fmt::Display for FirstMover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FirstMover::Player => "player",
            FirstMover::Alternate => "alternate",
            FirstMover::Random => "random",
        })
    }
}

/// A text that does not say who moves first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` does not say who moves first: write player, alternate or random")]
pub struct ParseFirstMoverError(String);

impl FromStr for FirstMover {
    type Err = ParseFirstMoverError;

    fn from_str(text: &str) -> Result<FirstMover, ParseFirstMoverError> {
        let named = FirstMover::ALL.into_iter().find(|first| first.to_string() == text);
        named.ok_or_else(|| ParseFirstMoverError(text.to_owned()))
    }
}
