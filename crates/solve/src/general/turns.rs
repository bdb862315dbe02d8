//! Turns of several stones: lines that can be completed within a turn, and those that have to be broken in one.
//!
//! A side that can complete a line with the stones left in its turn wins. If it cannot, and its opponent could complete
//! lines in the turn after, it loses unless the stones left break all of these. Within a turn in which no line can be
//! completed the order of stones does not matter: so the next one can be on the line that lacks least.

use connect_toe_game::{Bits, Board, Rules};

/// What the lines that lack few stones mean for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn<B> {
    /// It completes a line in this many plies, and no sooner.
    Wins(u32),
    /// Whatever it does, or if it takes none of the cells now, its opponent completes a line in this many plies at most.
    Breaks { cells: B, or_loses_in: u32 },
    /// Nothing at once.
    Free,
}

/// Whether such lines mean that: a line wins, a stone of the opponent on it is the only thing that stops it, and a turn may
/// have several stones.
pub(super) fn are_of_use<B: Bits>(rules: &Rules<B>) -> bool {
    !rules.sides_alternate() && rules.stones_never_hurt()
}

/// What the side to move can or has to do in this turn.
pub(super) fn look<B: Bits>(rules: &Rules<B>, lines: &[B], board: &Board<B>) -> Turn<B> {
    let (own, theirs) = (board.mover(), board.other());
    let side = board.to_move();
    let (counts, theirs_count) = (rules.lines_count_for(side), rules.lines_count_for(side.other()));
    let (left, later) = (board.left(), u32::from(rules.spec().turn.later));
    let mut least = u32::MAX;
    let mut threats = Vec::new();
    for &line in lines {
        if counts && (line & theirs).is_empty() {
            least = least.min(line.minus(own).count());
        }
        let lacks = line.minus(theirs);
        if theirs_count && (line & own).is_empty() && lacks.count() <= later {
            threats.push(lacks);
        }
    }
    if least <= left {
        return Turn::Wins(least);
    }
    let Some(&most_urgent) = threats.iter().min_by_key(|lacks| lacks.count()) else { return Turn::Free };
    let longest = threats.iter().map(|lacks| lacks.count()).max().unwrap_or_default();
    let mut cells = B::EMPTY;
    for bit in most_urgent.members() {
        if can_break(&without(&threats, bit), left - 1) {
            cells.insert(bit);
        }
    }
    // Where all cells are taken before, every turn breaks them.
    Turn::Breaks { cells, or_loses_in: (left + longest).min(rules.empty(board).count()) }
}

fn without<B: Bits>(threats: &[B], bit: u32) -> Vec<B> {
    threats.iter().copied().filter(|lacks| !lacks.contains(bit)).collect()
}

/// Whether so many stones can be on all of these sets of cells.
fn can_break<B: Bits>(threats: &[B], stones: u32) -> bool {
    let Some(fewest) = threats.iter().min_by_key(|lacks| lacks.count()) else { return true };
    stones > 0 && fewest.members().any(|bit| can_break(&without(threats, bit), stones - 1))
}

/// What lines weigh by the stones that they lack, where turns have `turn` stones: `(1 + turn)^(-lacks / turn)`, in units of
/// `2^-40`, rounded up.
pub(super) fn weights(turn: u32, longest: usize) -> Vec<u64> {
    let base = f64::from(turn + 1);
    let weight = |lacks: usize| base.powf(-(lacks as f64) / f64::from(turn)) * (1_u64 << 40) as f64;
    // What the function's last digits are differs from machine to machine: one unit more is more than that.
    (0..=longest).map(|lacks| if lacks == 0 { 1 << 40 } else { weight(lacks) as u64 + 2 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_at(game: &str, moves: &str) -> (Turn<u64>, Rules<u64>) {
        let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("a small one");
        let mut board = rules.start();
        for cell in rules.parse_moves(moves).expect("legal moves") {
            board = rules.play(&board, cell);
        }
        let lines: Vec<u64> = rules
            .lines()
            .iter()
            .map(|line| line.iter().fold(0, |mask: u64, cell| mask.with(cell.bit())))
            .collect();
        (look(&rules, &lines, &board), rules)
    }

    #[test]
    fn what_a_turn_can_complete_and_has_to_break() {
        assert_eq!(look_at("5:3:free:turn=1+2", "").0, Turn::Free);
        assert_eq!(look_at("6:3:free:turn=1+2", "c a b").0, Turn::Wins(2));
        // X has b and can complete two lines with two stones.
        assert_eq!(look_at("4:3:free:turn=1+2", "b").0, Turn::Breaks { cells: 0b101, or_loses_in: 3 });
        // O has b and c: one stone breaks both lines.
        assert_eq!(look_at("5:3:free:turn=1+2", "a b c").0, Turn::Breaks { cells: 0b1000, or_loses_in: 2 });
        // Four lines through the middle, which have no other cell in common.
        let (turn, rules) = look_at("3x3:3:free:turn=1+2", "b2");
        let Turn::Breaks { cells, or_loses_in } = turn else { panic!("{turn:?}") };
        assert!(cells.is_empty() && or_loses_in == 4, "{}", rules.spec());
    }
}
