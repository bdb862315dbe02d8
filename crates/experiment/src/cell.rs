//! One cell of an experiment's design.

use std::fmt;
use std::sync::Arc;

use connect_toe_arena::FirstMover;
use connect_toe_game::{GameSpec, scramble};
use connect_toe_players::{PlayerSpec, Ties};

/// A game, two players, and the conditions under which they meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The study's place in the plan.
    pub study: usize,
    /// The value of each of the study's factors, in the order of the factors.
    pub levels: Vec<String>,
    /// The game.
    pub game: GameSpec,
    /// The player whose wins are counted.
    pub player: PlayerSpec,
    /// The other one.
    pub opponent: PlayerSpec,
    /// How many games, two to a pair; the last pair has one game if this is odd.
    pub games: u64,
    /// Who moves first in the two games of a pair.
    pub first: FirstMover,
    /// The positions from which the games start.
    pub openings: Openings,
    /// How much a player may think.
    pub limits: Limits,
    /// Whether games end before their end.
    pub adjudication: Adjudication,
    /// Random-looking number that no other cell of the study has: it tells the cells' games apart.
    pub(crate) identity: u64,
}

/// The positions from which the games of a cell start. Both games of a pair start from the same one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Openings {
    /// The empty board.
    #[default]
    None,
    /// All positions after so many plies in which the game goes on, up to symmetry, one after the other.
    All {
        /// Stones on the board.
        plies: u32,
    },
    /// A position after so many random plies in which the game goes on, drawn anew for each pair.
    Random {
        /// Stones on the board.
        plies: u32,
    },
    /// These move lists, one after the other; cells share the list.
    List(Arc<[String]>),
}

/// How much a player may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes, for players that do not set their own.
    pub nodes: Option<u64>,
    /// Time in milliseconds. Results depend on the machine then, and no seed brings them back.
    pub milliseconds: Option<u64>,
}

/// Whether games end before their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Adjudication {
    /// With at most so many empty cells the game ends with its exact value.
    pub empty_cells: Option<u32>,
}

impl Cell {
    /// A cell of the first study: no games yet, the empty board, sides exchanged in each pair, no limits. `identity`
    /// is a random-looking number that no other cell of the study has.
    pub fn new(game: GameSpec, player: PlayerSpec, opponent: PlayerSpec, identity: u64) -> Cell {
        Cell {
            study: 0,
            levels: Vec::new(),
            game,
            player,
            opponent,
            games: 0,
            first: FirstMover::Alternate,
            openings: Openings::default(),
            limits: Limits::default(),
            adjudication: Adjudication::default(),
            identity,
        }
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// How many games a pair has: 2, or 1 if it is the last one of an odd number of games.
    pub fn games_of_pair(&self, pair: u64) -> u64 {
        (self.games - 2 * pair).min(2)
    }

    /// Whether the two games of each pair belong together, so that a pair is what is independent: they start from one
    /// opening, or are played from the empty board with the sides exchanged.
    pub fn is_paired(&self) -> bool {
        self.first == FirstMover::Alternate || self.openings != Openings::None
    }

    /// Whether a player chooses at random between moves. If none does, a game follows from its opening.
    pub fn has_random_choices(&self) -> bool {
        [&self.player, &self.opponent].into_iter().any(|player| player.ties() == Ties::Random)
    }

    /// Whether the same plan and seed give the same games everywhere.
    pub fn is_reproducible(&self) -> bool {
        self.limits.milliseconds.is_none()
    }

    /// The seed of this cell's games in a run with the given seed. It depends on the study's name and on what is
    /// played, so that a cell gives the same games whatever other cells there are.
    pub fn seed(&self, run_seed: u64) -> u64 {
        scramble(scramble(run_seed) ^ self.identity)
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::None => f.write_str("the empty board"),
            Openings::All { plies } => write!(f, "all positions after {plies} plies"),
            Openings::Random { plies } => write!(f, "{plies} random plies"),
            Openings::List(moves) => write!(f, "{} listed positions", moves.len()),
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
