//! Reasons as data.

use connect_toe_game::Cell;
use connect_toe_search::ExactResult;

use crate::find::Others;

/// One reason for or against a move. What it says holds in the position, whoever made the move and why.
///
/// The *mover* is the side that makes the move. Lists of moves begin with the move, or say otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The move completes this line, and the game is over: the mover has won, or in a misère game lost.
    Completes {
        /// The cells of the line.
        line: Vec<Cell>,
        /// Whether the mover wins.
        wins: bool,
    },
    /// The opponent would complete this line on the move's cell if it were to move.
    Blocks {
        /// The cells of the line, that of the move too.
        line: Vec<Cell>,
    },
    /// After the move, the mover can complete a line on each of these cells, two or more.
    Fork {
        /// The cells.
        threats: Vec<Cell>,
    },
    /// After the move, the mover can complete a line on this cell, so the opponent has to answer.
    Threatens {
        /// The cell.
        threat: Cell,
    },
    /// The move begins a chain of threats that wins: each has one answer, but the last.
    Chain {
        /// Threats and answers in turn, to the move that completes a line.
        moves: Vec<Cell>,
        /// The cells that the last threat threatens, if there are several: then the answer to it does not matter.
        fork: Vec<Cell>,
    },
    /// If the opponent does nothing about it, the mover has a chain of threats that wins.
    ThreatensChain {
        /// Its moves: threats and answers in turn. The move itself is not among them.
        moves: Vec<Cell>,
    },
    /// The opponent would have this chain of threats if it were to move, and has none after the move.
    Stops {
        /// Its moves, as of [`ThreatensChain`](Reason::ThreatensChain).
        moves: Vec<Cell>,
    },
    /// The opponent has no threat to answer, but whatever it plays, the mover completes a line next; in a misère game, the
    /// opponent has to complete a line itself.
    Zugzwang {
        /// Whether the opponent completes a line itself.
        completes: bool,
    },
    /// After the move the opponent completes a line with this reply, and wins.
    AllowsLine {
        /// The reply.
        reply: Cell,
        /// The cells of the line.
        line: Vec<Cell>,
        /// Whether the reply was not possible before the move: a stone would have dropped elsewhere.
        opens: bool,
    },
    /// After the move the opponent has a chain of threats that wins.
    AllowsChain {
        /// The move, then the opponent's threats and the answers to them in turn.
        moves: Vec<Cell>,
    },
    /// Best play after the move comes to this result for the mover.
    Proven {
        /// The result.
        result: ExactResult,
        /// Plies to the end of the game, the move among them, if they are known; none for a draw.
        plies: Option<u32>,
        /// Whether it may end sooner.
        at_most: bool,
        /// What the best move comes to, if it is proven too.
        best: Option<ExactResult>,
        /// How the other moves compare.
        others: Others,
    },
    /// Of the lines through the cell that the opponent has not entered, this one has the most stones of the mover after the
    /// move: two or more.
    Builds {
        /// The cells of the line.
        line: Vec<Cell>,
        /// How many of them have a stone of the mover.
        stones: usize,
    },
    /// Of the lines through the cell that the mover had not entered, this one has the most stones of the opponent: two or
    /// more.
    Spoils {
        /// The cells of the line.
        line: Vec<Cell>,
        /// How many of them have a stone of the opponent.
        stones: usize,
    },
    /// This many lines run through the cell that the opponent has not entered.
    Opens {
        /// The number of these lines.
        lines: usize,
        /// Whether there are fewer of them through the cell of every other legal move.
        most: bool,
    },
    /// The opponent can complete this many lines through the cell no more; the mover makes none there.
    Closes {
        /// The number of these lines.
        lines: usize,
    },
    /// The best play after the move, as far as whoever was asked knows.
    Expects {
        /// The line: the move, the reply, and so on.
        line: Vec<Cell>,
    },
    /// No line through the cell can still be completed by a side whose lines count.
    Idle,
}

impl Reason {
    /// The name of its kind, which stays the same.
    pub const fn kind(&self) -> &'static str {
        match self {
            Reason::Completes { .. } => "completes",
            Reason::Blocks { .. } => "blocks",
            Reason::Fork { .. } => "fork",
            Reason::Threatens { .. } => "threatens",
            Reason::Chain { .. } => "chain",
            Reason::ThreatensChain { .. } => "threatens-chain",
            Reason::Stops { .. } => "stops",
            Reason::Zugzwang { .. } => "zugzwang",
            Reason::AllowsLine { .. } | Reason::AllowsChain { .. } => "allows",
            Reason::Proven { best: Some(best), result, .. } if same(*best, *result) => "keeps",
            Reason::Proven { .. } => "proven",
            Reason::Builds { .. } => "builds",
            Reason::Opens { .. } => "opens",
            Reason::Spoils { .. } => "spoils",
            Reason::Closes { .. } => "closes",
            Reason::Expects { .. } => "expects",
            Reason::Idle => "idle",
        }
    }

    /// The cells that it is about, for a board that shows them.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Reason::Completes { line, .. }
            | Reason::Blocks { line }
            | Reason::AllowsLine { line, .. }
            | Reason::Builds { line, .. }
            | Reason::Spoils { line, .. } => line.clone(),
            Reason::Expects { line } => line[1..].iter().take(1).copied().collect(),
            Reason::Fork { threats } => threats.clone(),
            Reason::Threatens { threat } => vec![*threat],
            Reason::Chain { moves, fork } => moves.iter().chain(fork).copied().collect(),
            Reason::ThreatensChain { moves } | Reason::Stops { moves } | Reason::AllowsChain { moves } => {
                moves.clone()
            }
            Reason::Zugzwang { .. }
            | Reason::Proven { .. }
            | Reason::Opens { .. }
            | Reason::Closes { .. }
            | Reason::Idle => Vec::new(),
        }
    }

    /// The moves of a line that begins with `cell`, the move, if the reason tells of one that is played.
    pub fn moves(&self, cell: Cell) -> Vec<Cell> {
        match self {
            Reason::Chain { moves, .. } | Reason::AllowsChain { moves } | Reason::Expects { line: moves } => {
                moves.clone()
            }
            Reason::AllowsLine { reply, .. } => vec![cell, *reply],
            Reason::Completes { .. } => vec![cell],
            _ => Vec::new(),
        }
    }

    /// Whether it is about what is forced or threatened, and not about the shape of lines.
    pub(crate) fn is_tactical(&self) -> bool {
        !matches!(
            self,
            Reason::Proven { .. }
                | Reason::Builds { .. }
                | Reason::Opens { .. }
                | Reason::Spoils { .. }
                | Reason::Closes { .. }
                | Reason::Expects { .. }
                | Reason::Idle
        )
    }
}

/// Whether two results are the same, in a constant context.
const fn same(one: ExactResult, other: ExactResult) -> bool {
    one as u8 == other as u8
}
