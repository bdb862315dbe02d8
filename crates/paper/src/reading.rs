//! How the search of the paper is understood.

use crate::names::names;

/// How the paper's search is understood.
///
/// ```
/// use connect_toe_paper::Reading;
///
/// assert_eq!("published".parse(), Ok(Reading::Published));
/// assert_eq!(Reading::Exact.search(), "alpha-beta");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// Correct depth-limited minimax: what the paper's text describes.
    Exact,
    /// The defective search that best explains the paper's printed tables: what its program probably did.
    Published,
}

names!(Reading, "reading", Exact => "exact", Published => "published");

impl Reading {
    /// The search that plays this reading, as a page calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Exact => "correct search",
            Self::Published => "published search",
        }
    }

    /// What the reading is, in some sentences; names stand between backticks.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Exact => {
                "The correct search, played by `alpha-beta`: depth-limited minimax. Depth counts plies: depth 1 looks at \
                 the boards after one's own move. An undecided board at the depth limit counts +1, −1 or 0 for the player \
                 who searches."
            }
            Self::Published => {
                "The published search, played by `published`: the reading that best fits the printed tables. No correct \
                 minimax can have produced them: a correct search of 7 or more plies cannot lose Tic-Tac-Toe, the paper's \
                 player does. From depth 2 on a root move that wins at once or fills the board is worth 0; otherwise −1 \
                 if the opponent then has a winning reply; otherwise, at depth 2, the smaller of 0 and the heuristic's \
                 value; at depth 3, 0, and for Optimistic −1 if the board can still be undecided after a reply and a move \
                 of one's own; at depth 4 and more, 0. Its program most likely started a maximum at 0 instead of minus \
                 infinity, did not test for the end of the game at the opponent's nodes, and lost a sign."
            }
        }
    }

    /// The name in player specifications of the search that plays this reading.
    pub const fn search(self) -> &'static str {
        match self {
            Self::Exact => "alpha-beta",
            Self::Published => "published",
        }
    }
}
