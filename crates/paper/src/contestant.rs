//! The players: three heuristics, and whom they meet.

use crate::names::names;

/// The paper's three ways to value an undecided board at the depth limit: the players whose wins the tables count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heuristic {
    /// Optimistic: an undecided board counts as won.
    O,
    /// Pessimistic: an undecided board counts as lost.
    P,
    /// Undecided: an undecided board counts as drawn.
    U,
}

names!(Heuristic, "heuristic", O => "O", P => "P", U => "U");

impl Heuristic {
    /// The name of the heuristic in player specifications.
    pub const fn evaluation(self) -> &'static str {
        match self {
            Self::O => "optimistic",
            Self::P => "pessimistic",
            Self::U => "undecided",
        }
    }

    /// The name for running text and headings.
    pub const fn title(self) -> &'static str {
        match self {
            Self::O => "Optimistic",
            Self::P => "Pessimistic",
            Self::U => "Undecided",
        }
    }
}

/// The players that a heuristic meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opponent {
    /// Optimistic, searching as deep as the player.
    O,
    /// Pessimistic, searching as deep as the player.
    P,
    /// Random moves, no search.
    R,
    /// Undecided, searching as deep as the player.
    U,
}

names!(Opponent, "opponent", O => "O", P => "P", R => "R", U => "U");

impl Opponent {
    /// The heuristic the opponent searches with; Random has none.
    pub const fn heuristic(self) -> Option<Heuristic> {
        match self {
            Self::O => Some(Heuristic::O),
            Self::P => Some(Heuristic::P),
            Self::R => None,
            Self::U => Some(Heuristic::U),
        }
    }

    /// The name for running text and headings.
    pub const fn title(self) -> &'static str {
        match self.heuristic() {
            Some(heuristic) => heuristic.title(),
            None => "Random",
        }
    }
}
