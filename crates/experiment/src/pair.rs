//! What was played.

use connect_toe_game::{Cell, Outcome, Side};
use connect_toe_stats::GameResult;

/// The games of one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The place of the condition in the plan.
    pub condition: usize,
    /// The pair's number in its condition, from 0. Its games have the numbers `2 · number` and `2 · number + 1`.
    pub number: u64,
    /// One or two games.
    pub games: Vec<GamePlayed>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// Its last move.
    #[default]
    LastMove,
    /// Its exact value, before its end.
    Adjudication,
    /// The side to move had no move to give, and lost.
    Forfeit,
}

impl GamePlayed {
    /// The moves of the opening.
    pub(crate) fn opening(&self) -> &[Cell] {
        &self.moves[..(self.opening_plies as usize).min(self.moves.len())]
    }

    /// Whether the game was ended with its exact value before its end.
    pub fn is_adjudicated(&self) -> bool {
        self.ending == Ending::Adjudication
    }

    /// The result for the player that had X.
    pub(crate) fn first_movers_result(&self) -> GameResult {
        match self.player_side {
            Side::X => self.result,
            Side::O => self.result.swapped(),
        }
    }
}

/// The result of a game for the player that had this side.
///
/// ```
/// use connect_toe_experiment::result_for;
/// use connect_toe_game::{Outcome, Side};
/// use connect_toe_stats::GameResult;
/// assert_eq!(result_for(Side::O, Outcome::Win(Side::X)), GameResult::Loss);
/// ```
pub fn result_for(side: Side, outcome: Outcome) -> GameResult {
    match outcome.winner() {
        None => GameResult::Draw,
        Some(winner) if winner == side => GameResult::Win,
        Some(_) => GameResult::Loss,
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlayed {
    /// The side that the player had.
    pub player_side: Side,
    /// How it ended, for the player.
    pub result: GameResult,
    /// All moves, those of the opening first.
    pub moves: Vec<Cell>,
    /// How many of the moves are the opening's.
    pub opening_plies: u32,
    /// What ended it.
    pub ending: Ending,
    /// Whether the player that was to have O chose X, so that `player_side` is the other side than was planned.
    pub swapped: bool,
    /// Positions that the player looked at after the opening and the choice of sides.
    pub player_nodes: u64,
    /// Positions that the opponent looked at after the opening and the choice of sides.
    pub opponent_nodes: u64,
}
