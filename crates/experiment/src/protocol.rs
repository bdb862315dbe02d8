//! How the games of a study are played: how many, who moves first, from which openings, within which limits.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use connect_toe_players::FirstMover;
use connect_toe_stats::numbers::counted;

/// How two players meet: what all conditions of a study have in common.
///
/// ```
/// use connect_toe_experiment::{Openings, Protocol};
/// let protocol = Protocol { openings: Openings::Random { plies: 2 }, ..Protocol::new(51) };
/// assert_eq!((protocol.pairs(), protocol.games_of_pair(24), protocol.games_of_pair(25)), (26, 2, 1));
/// assert!(protocol.is_paired() && protocol.is_reproducible());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// The number of games, two to a pair; the last pair has one game if this is odd.
    pub games: u64,
    /// Who moves first in the two games of a pair.
    pub first: FirstMover,
    /// The positions from which the games start.
    pub openings: Openings,
    /// How much a player may think.
    pub limits: Limits,
    /// Whether games stop before their end.
    pub adjudication: Adjudication,
    /// Whether the player that would move second chooses its side after the opening.
    ///
    /// It takes the side to move if its search gives the position a value above 0, and the other side if the value is
    /// below 0. It keeps its side at 0; so do players without values, and players that a program added. Without an
    /// opening, the other player first makes one move, knowing that the sides may change: a move whose value in its own
    /// search is nearest to 0. That move is the game's opening.
    pub swap: bool,
}

impl Protocol {
    /// This many games from the empty board to their end, without limits; the players move first in turn.
    pub fn new(games: u64) -> Protocol {
        Protocol {
            games,
            first: FirstMover::Alternate,
            openings: Openings::default(),
            limits: Limits::default(),
            adjudication: Adjudication::default(),
            swap: false,
        }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// The number of games of a pair: 2, or 1 for the last pair of an odd number of games.
    pub fn games_of_pair(&self, pair: u64) -> u64 {
        (self.games - 2 * pair).min(2)
    }

    /// Whether the two games of each pair depend on each other, so that statistics count pairs: they start from one
    /// opening, or from the empty board with the sides exchanged.
    pub fn is_paired(&self) -> bool {
        self.first == FirstMover::Alternate || self.openings != Openings::None
    }

    /// Whether the same plan and seed give the same games everywhere.
    pub fn is_reproducible(&self) -> bool {
        self.limits.milliseconds.is_none()
    }
}

/// The positions from which games start. Both games of a pair start from the same one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Openings {
    /// The empty board.
    #[default]
    None,
    /// All positions after this number of plies in which the game goes on, up to symmetry, in turn.
    All {
        /// Stones on the board.
        plies: u32,
    },
    /// A position after this number of random plies in which the game goes on, drawn anew for each pair.
    Random {
        /// Stones on the board.
        plies: u32,
    },
    /// Positions after this number of plies that are fair to both sides, in turn. Each condition's game has its own.
    Balanced {
        /// Stones on the board.
        plies: u32,
    },
    /// These move lists in turn; conditions share the list.
    List(ListedOpenings),
}

/// Text that is not a way to choose openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` does not name openings: write none, random:N, all:N, balanced or balanced:N, with a number of plies for N"
)]
pub struct ParseOpeningsError(String);

impl Openings {
    /// The plies of balanced openings if their number is not named.
    pub const BALANCED_PLIES: u32 = 4;
}

/// The short text for openings that need no list.
///
/// ```
/// use connect_toe_experiment::Openings;
/// assert_eq!("balanced".parse(), Ok(Openings::Balanced { plies: 4 }));
/// assert_eq!("random:2".parse(), Ok(Openings::Random { plies: 2 }));
/// assert!("random".parse::<Openings>().is_err());
/// ```
impl FromStr for Openings {
    type Err = ParseOpeningsError;

    fn from_str(text: &str) -> Result<Openings, ParseOpeningsError> {
        let plies = |name: &str| text.strip_prefix(name)?.strip_prefix(':')?.parse().ok();
        match text {
            "none" => Some(Openings::None),
            "balanced" => Some(Openings::Balanced { plies: Openings::BALANCED_PLIES }),
            _ => plies("random")
                .map(|plies| Openings::Random { plies })
                .or_else(|| plies("all").map(|plies| Openings::All { plies }))
                .or_else(|| plies("balanced").map(|plies| Openings::Balanced { plies })),
        }
        .ok_or_else(|| ParseOpeningsError(text.to_owned()))
    }
}

/// Openings that are written down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListedOpenings {
    /// The move lists.
    pub moves: Arc<[String]>,
    /// Where they are written, if in a file of their own. It does not matter to the games.
    pub file: Option<Arc<OpeningsFile>>,
}

/// A file of openings, one in a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpeningsFile {
    /// The file's name, as the experiment has it.
    pub name: String,
    /// The line of each opening, counted from 1.
    pub lines: Vec<usize>,
}

impl ListedOpenings {
    /// The opening of this index and where it is written, for an error.
    pub(crate) fn described(&self, index: usize) -> String {
        let opening = format!("opening `{}`", self.moves[index]);
        match &self.file {
            None => opening,
            Some(file) => format!("{}, line {}: {opening}", file.name, file.lines[index]),
        }
    }
}

impl<T: Into<Arc<[String]>>> From<T> for ListedOpenings {
    fn from(moves: T) -> ListedOpenings {
        ListedOpenings { moves: moves.into(), file: None }
    }
}

/// How much a player may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes, for players that do not set their own limit.
    pub nodes: Option<u64>,
    /// Time in milliseconds. The results then depend on the machine, and no seed reproduces them.
    pub milliseconds: Option<u64>,
}

/// Whether games stop before their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Adjudication {
    /// The number of empty cells at which a game stops with its exact value.
    pub empty_cells: Option<u32>,
}

impl Openings {
    /// Where games start, for people.
    ///
    /// ```
    /// use connect_toe_experiment::Openings;
    /// assert_eq!(Openings::Random { plies: 1 }.in_words(), "1 random ply");
    /// assert_eq!(Openings::None.in_words(), "the empty board");
    /// ```
    pub fn in_words(&self) -> String {
        match self {
            Openings::Random { plies } => counted(u64::from(*plies), "random ply"),
            Openings::All { plies } => format!("all positions after {}", counted(u64::from(*plies), "ply")),
            Openings::Balanced { plies } => {
                format!("balanced positions after {}", counted(u64::from(*plies), "ply"))
            }
            Openings::List(list) => counted(list.moves.len() as u64, "listed position"),
            Openings::None => self.to_string(),
        }
    }
}

// The texts below are part of a plan's identity: stored results are recognized by them.

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::None => f.write_str("the empty board"),
            Openings::All { plies } => write!(f, "all positions after {plies} plies"),
            Openings::Random { plies } => write!(f, "{plies} random plies"),
            // The number tells which positions count as balanced: see the conditions in `balanced`.
            Openings::Balanced { plies } => write!(f, "balanced positions after {plies} plies, rule 1"),
            Openings::List(list) => write!(f, "{} listed positions", list.moves.len()),
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.nodes, self.milliseconds) {
            (None, None) => f.write_str("no limit"),
            (Some(nodes), None) => write!(f, "{nodes} nodes a move"),
            (None, Some(milliseconds)) => write!(f, "{milliseconds} ms a move"),
            (Some(nodes), Some(milliseconds)) => write!(f, "{nodes} nodes and {milliseconds} ms a move"),
        }
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.empty_cells {
            None => f.write_str("games are played to their end"),
            Some(cells) => write!(f, "games end with their exact value at {cells} empty cells"),
        }
    }
}
