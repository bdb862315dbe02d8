//! What a puzzle is.

use connect_toe_game::{Cell, Side};

/// A position with exactly one good move.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The moves from the empty board that lead to the position.
    pub moves: Vec<Cell>,
    /// The side to move.
    pub to_move: Side,
    /// What is to be found.
    pub goal: Goal,
    /// The good move, and if it wins, best play to the end: the opponent holds out as long as it can.
    pub solution: Vec<Cell>,
    /// What is told of the good move.
    pub clue: Clue,
    /// From 0 to 1; see [`Difficulty`].
    pub difficulty: f64,
    /// What the difficulty is made of.
    pub graded: Difficulty,
}

/// What is to be found. The claims are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The only move that wins within this many plies, itself included. No move wins sooner.
    Win {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// The only move that does not lose.
    Hold {
        /// All others lose within this many plies, themselves included, and the good move does not. `None` if the exact solver
        /// has found how all moves end: the others lose, and the good move does not, however long the game lasts.
        within: Option<u32>,
    },
    /// The only move that makes two threats at once: two cells that can be taken and complete a line. It wins with the next move;
    /// no other move wins as soon.
    Fork,
}

/// Facts about the good move, for a nudge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// After the first move so many cells complete a line and can be taken.
    Threats(usize),
    /// The winner leaves the other side no move but one that completes a line.
    NoSafeMove,
    /// One of the cells where a line is threatened.
    Threat(Cell),
    /// The reply that refutes most of the other moves, how many it refutes, and of how many.
    Refutation(Cell, usize, usize),
    /// So many other moves lose, as the solver has found.
    Lost(usize),
}

/// What makes a puzzle difficult, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difficulty {
    /// The share of tries in which players of the weaker levels miss the good move.
    pub missed: f64,
    /// The winner's moves: 0 for two, 1 for four. One half if there is none to count.
    pub length: f64,
    /// Whether the first move leaves the opponent a choice: it threatens no line.
    pub quiet: f64,
    /// The number of legal moves: 0 for two or fewer, 1 for 256 or more, by its logarithm.
    pub choice: f64,
}

impl Difficulty {
    /// The weighted mean, rounded to hundredths.
    pub fn total(self) -> f64 {
        let total = 0.5 * self.missed + 0.25 * self.length + 0.15 * self.quiet + 0.1 * self.choice;
        (total * 100.0).round() / 100.0
    }
}

impl Goal {
    /// The number of plies to the end of the game, where the good move wins.
    pub fn distance(self) -> Option<u32> {
        match self {
            Goal::Win { plies } => Some(plies),
            Goal::Fork => Some(3),
            Goal::Hold { .. } => None,
        }
    }

    /// The winner's own moves, where the good move wins.
    pub fn own_moves(self) -> Option<u32> {
        match self {
            // In a misère game the loser moves last.
            Goal::Win { plies } => Some(plies.div_ceil(2)),
            Goal::Fork => Some(2),
            Goal::Hold { .. } => None,
        }
    }
}
