//! `perft`: move sequences by length.

use connect_toe_game::{Bits, Board, Cell, Rules, perft, with_game};
use connect_toe_work::Stop;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::game;
use crate::work::{Counter, Work};

/// Asks for the number of move sequences by length, from the empty board.
///
/// ```
/// use connect_toe_api::{Perft, Work};
/// let counts = Perft { game: "connect-four".to_owned(), depth: 4 }.run(&Work::new())?;
/// assert_eq!(counts.leaves, [1, 7, 49, 343, 2401]);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Perft {
    /// Game text or a preset's name.
    pub game: String,
    /// The longest sequences, in plies.
    pub depth: u16,
}

/// The number of move sequences by length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PerftCounts {
    /// Canonical game text.
    pub game: String,
    /// `leaves[d]`: sequences of `d` moves; a game that ended is not continued.
    pub leaves: Vec<u64>,
    /// `ended[d]`: those of them whose last move completed a line.
    pub ended: Vec<u64>,
}

impl Perft {
    /// The counts.
    ///
    /// # Errors
    /// A text that is not a game; a stop.
    pub fn run(&self, work: &Work) -> Result<PerftCounts, Error> {
        let game = game(&self.game)?;
        let depth = usize::from(self.depth);
        let (leaves, ended) = with_game!(&game, record => {
            let mut count = Count::new(record.rules(), depth, work);
            let whole = count.everything(record.board());
            whole.then_some((count.leaves, count.ended)).ok_or(Error::Interrupted)
        })?;
        Ok(PerftCounts { game: game.spec().to_string(), leaves, ended })
    }
}

/// About the number of subtrees that progress is counted in.
const SUBTREES: usize = 256;
/// About the number of sequences that are counted between two checks for a stop.
const SEQUENCES_AT_ONCE: f64 = 250_000.0;

/// Counts a tree by its subtrees, so that progress can be shown and the count stopped.
struct Count<'a, B: Bits> {
    rules: &'a Rules<B>,
    work: &'a Work,
    stop: Stop,
    leaves: Vec<u64>,
    ended: Vec<u64>,
}

impl<'a, B: Bits> Count<'a, B> {
    fn new(rules: &'a Rules<B>, depth: usize, work: &'a Work) -> Count<'a, B> {
        let zeros = vec![0; depth + 1];
        Count { rules, work, stop: work.stop().part(), leaves: zeros.clone(), ended: zeros }
    }

    fn depth(&self) -> usize {
        self.leaves.len() - 1
    }

    /// Counts all sequences; false if it was stopped.
    fn everything(&mut self, board: &Board<B>) -> bool {
        self.leaves[0] = 1;
        let mut roots = if self.rules.outcome(board).is_none() { vec![*board] } else { Vec::new() };
        let mut plies = 0;
        while plies < self.depth() && !roots.is_empty() && roots.len() < SUBTREES {
            roots = roots.iter().flat_map(|root| self.expand(root, plies)).collect();
            plies += 1;
        }
        if plies == self.depth() {
            return true;
        }
        let counter = Counter::new(self.work, roots.len() as u64, "subtrees");
        roots.iter().all(|root| {
            let whole = self.subtree(root, plies);
            counter.add(1);
            whole
        })
    }

    /// Counts the moves of a position after this number of plies, and gives the positions in which the game goes on.
    fn expand(&mut self, board: &Board<B>, plies: usize) -> Vec<Board<B>> {
        let legal = self.rules.legal_set(board);
        // A game can also be won without a line, by what the other side cannot do: that is not counted here.
        let ending = self.rules.completing(board, legal);
        self.leaves[plies + 1] += u64::from(legal.count());
        self.ended[plies + 1] += u64::from(ending.count());
        legal.minus(ending).members().map(|bit| self.rules.play(board, Cell::from_bit(bit))).collect()
    }

    fn subtree(&mut self, board: &Board<B>, plies: usize) -> bool {
        if self.stop.is_requested() {
            return false;
        }
        let left = self.depth() - plies;
        let sequences = (self.rules.legal_moves(board).len() as f64).powi(left as i32);
        if left > 1 && sequences > SEQUENCES_AT_ONCE {
            let next = self.expand(board, plies);
            return next.iter().all(|board| self.subtree(board, plies + 1));
        }
        let count = perft(self.rules, board, left);
        for (ply, (leaves, ended)) in (plies..).zip(count.leaves.iter().zip(&count.ended)).skip(1) {
            self.leaves[ply] += leaves;
            self.ended[ply] += ended;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_won_without_a_line_has_not_ended_by_one() {
        let counts = |game: &str, depth| {
            let counts = Perft { game: game.to_owned(), depth }.run(&Work::new()).expect("a sound request");
            (counts.leaves, counts.ended)
        };
        assert_eq!(counts("1x3:3:free:maker", 4), (vec![1, 3, 6, 6, 0], vec![0; 5]));
        // X's lines are the same, and O's do not count.
        let (leaves, ended) = counts("3x3:3:free:maker", 9);
        assert_eq!((leaves[9], ended[5], ended[6]), (224_640, 1440, 0));
        assert!(ended[9] < leaves[9]);
    }
}
