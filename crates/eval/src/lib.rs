//! Evaluation heuristics: how good a position is for a player, without looking ahead.
//!
//! A heuristic is an [`Evaluator`] in a file of its own under `heuristics/` and one row of
//! [`Heuristic::all`]. Searches see only the trait.

mod heuristics;
mod line_counts;
mod settings;

use connect_toe_game::{Bits, Board, Rules, Side};

pub use heuristics::{Build, Heuristic, UnknownHeuristic, outlook, runs, terminal, weighted_lines};
pub use line_counts::{LineCount, LineCounts};
pub use settings::{Key, SettingError, Settings, SettingsSyntaxError, UnknownKey, closest};

/// The value of a won position to a search whose heuristic has no scale of its own: above every value
/// that a heuristic may give, with room for the distance to the win.
pub const WIN: i64 = 1 << 60;

/// Gives positions a value. Higher is better for the player it is computed for.
///
/// An evaluator is made for one game and may keep what it computed for the position before, so it is
/// fastest when asked for positions that differ by a few stones.
pub trait Evaluator<B: Bits>: Send {
    /// The value for `player` of a position in which the game goes on, whoever is to move. Its magnitude
    /// is at most [`win_value`](Self::win_value).
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64;

    /// The value for `player` of any board, whatever stones it has, decided or not.
    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        self.evaluate(rules, board, player)
    }

    /// What a search counts a won position for; a lost one counts the negative, a draw 0.
    fn win_value(&self) -> i64 {
        WIN
    }

    /// The value of every position in which the game goes on, if it is always the same.
    fn constant(&self) -> Option<i64> {
        None
    }
}

/// `+1` if the line that stands on the board is good for `player`, `-1` if it is bad, 0 if there is none.
/// In a misère game a line is bad for its owner. If both sides have one, `first` is asked first.
pub(crate) fn line_sign<B: Bits>(rules: &Rules<B>, board: &Board<B>, player: Side, first: Side) -> i64 {
    [first, first.other()]
        .into_iter()
        .find(|&side| rules.has_line(board.stones_of(side)))
        .map_or(0, |side| if rules.line_outcome(side).winner() == Some(player) { 1 } else { -1 })
}

/// `-1` in misère games, where lines are bad for their owner, else `1`.
pub(crate) fn goal_sign<B: Bits>(rules: &Rules<B>) -> i64 {
    match rules.spec().goal {
        connect_toe_game::Goal::MakeLine => 1,
        connect_toe_game::Goal::AvoidLine => -1,
    }
}
