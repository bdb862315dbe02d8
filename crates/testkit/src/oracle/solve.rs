//! Exact results with distances, by looking at everything.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Deserialize;

use super::cell::cell_text;
use super::position::{Outcome, Player, Position};

/// The result of a position under best play, for the side to move there unless stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExactResult {
    /// The side to move loses.
    Loss,
    /// Neither player wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl ExactResult {
    /// The same result for the other side.
    #[must_use]
    pub fn reversed(self) -> ExactResult {
        match self {
            ExactResult::Loss => ExactResult::Win,
            ExactResult::Draw => ExactResult::Draw,
            ExactResult::Win => ExactResult::Loss,
        }
    }
}

/// `win`, `draw` or `loss`.
impl fmt::Display for ExactResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExactResult::Loss => "loss",
            ExactResult::Draw => "draw",
            ExactResult::Win => "win",
        })
    }
}

/// A result with the plies to the end of the game; a draw has no distance.
pub type MoveResult = (ExactResult, Option<usize>);

/// What best play leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// For the side to move.
    pub result: ExactResult,
    /// Plies to the end when the winner hurries and the loser delays; nothing for a draw, 0 if the game is over.
    pub distance: Option<usize>,
    /// 0 for a draw, else ± (the winner's stones still in hand when the game ends, plus one), for the side to move.
    ///
    /// A player holds as many stones as it would place if every cell that is not blocked were filled.
    pub score: i64,
    /// Every legal move with its result for the side to move now and its distance counted from now: an immediate
    /// win has 1.
    pub per_move: BTreeMap<String, MoveResult>,
    /// The moves that keep both the result and the distance, sorted as text.
    pub best: Vec<String>,
}

/// Solves positions and remembers what it has found.
///
/// The table knows a position by its stones, its side to move and the stones left in its turn, so a solver serves
/// one game only.
#[derive(Debug, Default)]
pub struct Solver {
    known: HashMap<(Vec<Option<Player>>, Player, usize), MoveResult>,
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Solves a position.
    pub fn solve(&mut self, position: &Position<'_>) -> Solution {
        let (result, distance) = self.value(position);
        let per_move: BTreeMap<String, MoveResult> = position
            .children()
            .iter()
            .map(|(cell, child)| (cell_text(cell), self.move_value(position, child)))
            .collect();
        let best = per_move
            .iter()
            .filter(|(_, value)| **value == (result, distance))
            .map(|(text, _)| text.clone())
            .collect();
        Solution { result, distance, score: score(position, result, distance), per_move, best }
    }

    /// The result for the side to move, and the plies to the end.
    fn value(&mut self, position: &Position<'_>) -> MoveResult {
        match position.outcome() {
            Some(Outcome::Draw) => return (ExactResult::Draw, None),
            Some(Outcome::Win(player)) if player == position.to_move => return (ExactResult::Win, Some(0)),
            Some(Outcome::Win(_)) => return (ExactResult::Loss, Some(0)),
            None => {}
        }
        let key = (position.stones.clone(), position.to_move, position.stones_left);
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let values = position.children().into_iter().map(|(_, child)| self.move_value(position, &child));
        let best = values.max_by_key(|value| preference(*value));
        // A position that is not over has a legal move.
        let value = best.unwrap_or((ExactResult::Draw, None));
        self.known.insert(key, value);
        value
    }

    /// What a move is worth to the side that makes it, one ply before the position that it leads to.
    fn move_value(&mut self, before: &Position<'_>, after: &Position<'_>) -> MoveResult {
        let (result, distance) = self.value(after);
        let result = if after.to_move == before.to_move { result } else { result.reversed() };
        (result, distance.map(|plies| plies + 1))
    }
}

/// The larger, the better for the side to move: win as soon as possible, lose as late as possible.
fn preference((result, distance): MoveResult) -> (ExactResult, isize) {
    let plies = distance.unwrap_or(0) as isize;
    (result, if result == ExactResult::Win { -plies } else { plies })
}

fn score(position: &Position<'_>, result: ExactResult, distance: Option<usize>) -> i64 {
    let (sign, winner) = match result {
        ExactResult::Draw => return 0,
        ExactResult::Win => (1, position.to_move),
        ExactResult::Loss => (-1, position.to_move.other()),
    };
    let turn = position.game.turn();
    let cells = position.stones.len() - position.game.blocked().len();
    let share = (0..cells).filter(|&ply| turn.after(ply).0 == winner).count();
    let on_board = position.stones.iter().filter(|stone| **stone == Some(winner)).count();
    let mut to_come = 0;
    let (mut side, mut left) = (position.to_move, position.stones_left);
    for _ in 0..distance.unwrap_or(0) {
        to_come += i64::from(side == winner);
        (side, left) = turn.next(side, left);
    }
    sign * (share as i64 - on_board as i64 - to_come + 1)
}

impl Position<'_> {
    /// Solves this position alone; see [`Solver`] for several positions of one game.
    pub fn solve(&self) -> Solution {
        Solver::new().solve(self)
    }
}
