//! Where exact values are kept, so that no position is solved twice.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{PoisonError, RwLock};

use connect_toe_solve::Score;

/// Exact values of positions, by game and position.
///
/// Both methods are called from many threads at once.
pub trait ExactValues: Send + Sync {
    /// The scores of a position's legal moves in canonical order, each for the side to move in the position, if they
    /// are known. `game` is canonical game text, `board` board text; the numbers of stones tell who is to move.
    ///
    /// # Errors
    /// The values cannot be read.
    fn get(&self, game: &str, board: &str) -> Result<Option<Vec<Score>>, ExactValuesError>;

    /// Keeps the scores of a position's legal moves, in the same form.
    ///
    /// # Errors
    /// The values cannot be kept.
    fn put(&self, game: &str, board: &str, scores: &[Score]) -> Result<(), ExactValuesError>;
}

/// Why values cannot be read or kept.
pub type ExactValuesError = Box<dyn Error + Send + Sync>;

/// Exact values in memory.
///
/// ```
/// use connect_toe_grade::{ExactValues, ValuesInMemory};
/// use connect_toe_solve::Score;
/// let values = ValuesInMemory::new();
/// values.put("2x1:2", "__", &[Score::DRAW, Score::DRAW]).expect("memory takes all");
/// assert_eq!(values.get("2x1:2", "__").expect("can be read"), Some(vec![Score::DRAW; 2]));
/// assert_eq!((values.get("2x1:2", "x_").expect("can be read"), values.len()), (None, 1));
/// ```
#[derive(Debug, Default)]
pub struct ValuesInMemory {
    games: RwLock<HashMap<String, Boards>>,
}

/// Scores by board text.
type Boards = HashMap<String, Vec<Score>>;

impl ValuesInMemory {
    /// No values yet.
    pub fn new() -> ValuesInMemory {
        ValuesInMemory::default()
    }

    /// How many positions of all games have values.
    pub fn len(&self) -> usize {
        self.games.read().unwrap_or_else(PoisonError::into_inner).values().map(HashMap::len).sum()
    }

    /// Whether no position has values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl ExactValues for ValuesInMemory {
    fn get(&self, game: &str, board: &str) -> Result<Option<Vec<Score>>, ExactValuesError> {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        Ok(games.get(game).and_then(|boards| boards.get(board)).cloned())
    }

    fn put(&self, game: &str, board: &str, scores: &[Score]) -> Result<(), ExactValuesError> {
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        games.entry(game.to_owned()).or_default().insert(board.to_owned(), scores.to_vec());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_got_for_that_game_and_board_only() {
        let values = ValuesInMemory::new();
        assert!(values.is_empty());
        let shared: &dyn ExactValues = &values;
        shared.put("3x3:3", "___/___/x__", &[Score(0), Score(-3)]).expect("memory");
        assert_eq!(shared.get("3x3:3", "___/___/x__").expect("memory"), Some(vec![Score(0), Score(-3)]));
        assert_eq!(shared.get("3x3:3", "___/___/_x_").expect("memory"), None);
        assert_eq!(shared.get("3x3:3:misere", "___/___/x__").expect("memory"), None);
        assert_eq!(values.len(), 1);
    }
}
