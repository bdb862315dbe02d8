//! Which moves a game of self-play chooses from, and what is decided before what was learned is asked.

use connect_toe_eval::runs::Runs;
use connect_toe_game::{Bits, Board, Cell, Goal, Rules};

/// The result for the side to move, 1 or −1, where a line that can be completed at once decides it, or what the runs force.
/// Otherwise finds the moves to choose from: those after which the opponent does not complete a line at once; where a line
/// loses, those that do not complete one.
pub(crate) fn forced<B: Bits>(
    rules: &Rules<B>,
    runs: &mut Runs<B>,
    board: &Board<B>,
    candidates: &mut Vec<Cell>,
) -> Option<f32> {
    let legal = rules.legal(board);
    let completing = rules.completing(board, legal);
    let cells = |set: B| set.members().map(Cell::from_bit);
    candidates.clear();
    if rules.spec().goal == Goal::AvoidLine {
        candidates.extend(cells(legal.minus(completing)));
        return candidates.is_empty().then_some(-1.0);
    }
    if completing.any() {
        return Some(1.0);
    }
    if let Some(value) = runs.forced(rules, board) {
        return Some(if value > 0 { 1.0 } else { -1.0 });
    }
    let threatened = rules.threatened_inlined(board, rules.empty(board));
    let is_safe = |cell: &Cell| (rules.legal(&rules.play(board, *cell)) & threatened).is_empty();
    candidates.extend(cells(legal).filter(|cell| threatened.is_empty() || is_safe(cell)));
    candidates.is_empty().then_some(-1.0)
}

/// The place of the first of the highest numbers, if one is above minus infinity.
pub(crate) fn highest(numbers: &[f32]) -> Option<usize> {
    let mut highest = (None, f32::NEG_INFINITY);
    for (index, &number) in numbers.iter().enumerate() {
        if number > highest.1 {
            highest = (Some(index), number);
        }
    }
    highest.0
}
