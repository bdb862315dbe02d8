//! The player that asks learned weights about the positions after its moves.

use connect_toe_eval::learned::Learned;
use connect_toe_eval::{Evaluator, WIN};
use connect_toe_game::{Bits, Board, Cell, Rules, for_width};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A move with the best value after it, each of several with the same probability: what
/// `minimax:depth=1,eval=learned` plays.
pub fn one_ply<B: Bits>(
    learned: &mut Learned<B>,
    rules: &Rules<B>,
    board: &Board<B>,
    random: &mut ChaCha8Rng,
) -> Cell {
    for_width!(B => one_ply_here::<B>, fn(&mut Learned<B>, &Rules<B>, &Board<B>, &mut ChaCha8Rng) -> Cell)(
        learned, rules, board, random,
    )
}

fn one_ply_here<B: Bits>(
    learned: &mut Learned<B>,
    rules: &Rules<B>,
    board: &Board<B>,
    random: &mut ChaCha8Rng,
) -> Cell {
    let player = board.to_move();
    let mut best = (i64::MIN, Vec::new());
    for cell in rules.legal_moves(board) {
        let step = rules.advance(board, cell);
        let value = match step.outcome {
            Some(outcome) => WIN * outcome.value_for(player),
            None => learned.evaluate(rules, &step.board, player),
        };
        if value > best.0 {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(cell);
        }
    }
    best.1[random.random_range(0..best.1.len() as u32) as usize]
}
