//! Who chooses moves.

use connect_toe_eval::Measure;
use connect_toe_game::{Bits, Cell, Course, Rules};
use connect_toe_search::Worth;
use rand::Rng;

/// Chooses moves in one game, whose bitboard type it knows. Players without that are
/// [`own::Player`](crate::own::Player)s.
pub trait Player<B: Bits>: Send {
    /// Tells the player that it begins to play in a game that has come to this position: its time for a game starts anew.
    fn begin_game(&mut self, rules: &Rules<B>, course: Course<'_, B>) {
        let _ = (rules, course);
    }

    /// Chooses a move in a position in which the game goes on. Every random choice comes from `random`.
    fn choose(&mut self, rules: &Rules<B>, course: Course<'_, B>, random: &mut dyn Rng) -> Choice;
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub cell: Cell,
    /// Its value to the player, on the scale of its heuristic.
    pub value: i64,
    /// What that value says.
    pub worth: Worth,
    /// Positions that the player looked at.
    pub nodes: u64,
    /// Whether the player has no move to give, and so loses the game; `cell` is then any legal move.
    pub forfeits: bool,
}

impl From<Cell> for Choice {
    /// The choice of a player that values nothing and looks at no other position.
    fn from(cell: Cell) -> Choice {
        let worth = Worth::Estimated { value: 0, measure: Measure::default() };
        Choice { cell, value: 0, worth, nodes: 0, forfeits: false }
    }
}
