//! One game between two players.

use connect_toe_game::{Bits, Board, BySide, Cell, Outcome, Rules};
use rand_chacha::ChaCha8Rng;

use crate::player::Player;

/// How one game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Moves.
    pub plies: u64,
    /// Positions that each side looked at.
    pub nodes: BySide<u64>,
}

/// Plays one game from a position to its end.
///
/// `judge` hears of every move, with the position after it; if it gives an outcome, a game that has not ended with this
/// move ends there with that outcome.
pub fn play_game<B: Bits>(
    rules: &Rules<B>,
    start: &Board<B>,
    mut players: BySide<&mut dyn Player<B>>,
    random: &mut ChaCha8Rng,
    mut judge: impl FnMut(&Board<B>, Cell) -> Option<Outcome>,
) -> Played {
    let mut board = *start;
    let mut plies = 0;
    let mut nodes = BySide::default();
    let mut outcome = rules.outcome(&board);
    loop {
        if let Some(outcome) = outcome {
            return Played { outcome, plies, nodes };
        }
        let choice = players[board.to_move()].choose(rules, &board, random);
        nodes[board.to_move()] += choice.nodes;
        plies += 1;
        let step = rules.advance(&board, choice.cell);
        board = step.board;
        let judged = judge(&board, choice.cell);
        outcome = step.outcome.or(judged);
    }
}
