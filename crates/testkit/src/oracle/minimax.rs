//! Searches without any cut: the values of the root's moves.

use std::collections::BTreeMap;

use super::cell::cell_text;
use super::evaluation::Horizon;
use super::position::{Player, Position};

/// The values of the legal moves, for the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// The largest value of a move; nothing if there is no legal move.
    pub value: Option<i128>,
    /// Every legal move with its value.
    pub moves: BTreeMap<String, i128>,
    /// Every move of the largest value, sorted as text.
    pub best: Vec<String>,
}

impl Analysis {
    fn new(moves: BTreeMap<String, i128>) -> Analysis {
        let value = moves.values().copied().max();
        let best = moves.iter().filter(|(_, of_move)| Some(**of_move) == value).map(|(text, _)| text.clone());
        Analysis { value, best: best.collect(), moves }
    }
}

impl Position<'_> {
    /// Depth-limited minimax over every legal move.
    ///
    /// `value` gives the worth, for the side to move at the root, of each board where the game is over or `depth`
    /// plies have been made; its second argument is the number of plies made since the root. Depth 1 looks at
    /// the boards after the mover's own move.
    ///
    /// ```
    /// use connect_toe_testkit::oracle::Game;
    ///
    /// let game = Game::parse("3x3:3")?;
    /// let position = game.board("xox/oox/___", None)?;
    /// let player = position.to_move();
    /// // The full search with plain values, `10` for a win.
    /// let analysis = position.minimax(9, &|board, _plies| 10 * board.decided_value(player).unwrap_or(0));
    /// assert_eq!((analysis.value, analysis.best), (Some(10), vec!["c1".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `depth` is 0.
    pub fn minimax(&self, depth: usize, value: &dyn Fn(&Position<'_>, usize) -> i128) -> Analysis {
        assert!(depth > 0, "a search of 0 plies looks at no move");
        let root = self.to_move;
        let moves = self
            .children()
            .iter()
            .map(|(cell, child)| (cell_text(cell), child.minimax_value(root, 1, depth, value)))
            .collect();
        Analysis::new(moves)
    }

    fn minimax_value(
        &self,
        root: Player,
        plies: usize,
        depth: usize,
        value: &dyn Fn(&Position<'_>, usize) -> i128,
    ) -> i128 {
        let children = if plies < depth { self.children() } else { Vec::new() };
        let values = children.iter().map(|(_, child)| child.minimax_value(root, plies + 1, depth, value));
        let chosen = if self.to_move == root { values.max() } else { values.min() };
        chosen.unwrap_or_else(|| value(self, plies))
    }

    /// Depth-limited minimax with the values +1, 0 and -1 of the Connect-Toe paper's §3.
    ///
    /// # Panics
    /// If `depth` is 0.
    pub fn minimax_horizon(&self, depth: usize, horizon: Horizon) -> Analysis {
        let player = self.to_move;
        self.minimax(depth, &|board, _| board.horizon(horizon, player))
    }

    /// For each move the player's value of the result, less the largest value that a reply has for the opponent (0 if
    /// the move ends the game). Where the player's turn goes on, its own next stone stands in the reply's place, and
    /// the largest value that it has for the player is added.
    ///
    /// `value` gives the worth of a board for a player. Source: the weighted-lines article's comments.
    pub fn two_ply(&self, value: &dyn Fn(&Position<'_>, Player) -> i128) -> Analysis {
        let player = self.to_move;
        let moves = self
            .children()
            .iter()
            .map(|(cell, result)| {
                let replies = result.children();
                let next = result.to_move;
                let best_reply = replies.iter().map(|(_, reply)| value(reply, next)).max().unwrap_or(0);
                let sign = if next == player { 1 } else { -1 };
                (cell_text(cell), value(result, player) + sign * best_reply)
            })
            .collect();
        Analysis::new(moves)
    }
}
