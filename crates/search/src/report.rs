//! What a search found.

use connect_toe_game::Cell;

/// The answer of a search.
///
/// All values are for the side to move. Their scale is the heuristic's: with `optimistic`, `pessimistic`
/// and `undecided` a win counts 1, with `terminal` 10, with `perfect` the cells of the board plus one minus
/// the plies to the win, with others [`WIN`](connect_toe_eval::WIN).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The value of the position: that of its best move.
    pub value: i64,
    /// The best moves in the order of the task: all of them if every move was asked for, else one.
    pub best: Vec<Cell>,
    /// The moves whose exact value is known, in the order of the task.
    pub moves: Vec<MoveValue>,
    /// The expected line of play, a best move first; it may end early.
    pub line: Vec<Cell>,
    /// Positions looked at below the root.
    pub nodes: u64,
    /// Whether the search came to its end.
    pub stopped: Stopped,
}

/// The value of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub cell: Cell,
    /// Its value for the side to move.
    pub value: i64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It was done.
    Done,
    /// It reached its limit of nodes, or was told to stop: the report is that of the deepest look that came to its
    /// end, or covers the moves searched so far.
    Early,
}

impl SearchReport {
    /// The report of a search that gave every move its exact value.
    pub fn of_every_move(moves: Vec<MoveValue>, nodes: u64, stopped: Stopped) -> SearchReport {
        let value = moves.iter().map(|found| found.value).max().unwrap_or(0);
        let best: Vec<Cell> =
            moves.iter().filter(|found| found.value == value).map(|found| found.cell).collect();
        SearchReport { value, line: best.first().copied().into_iter().collect(), best, moves, nodes, stopped }
    }
}
