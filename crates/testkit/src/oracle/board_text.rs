//! Board text: rows from the top, layers by bars.

use thiserror::Error;

use super::cell::{Cell, cell_text};
use super::game::Game;
use super::position::{Player, Position};

/// Why a text is not a board of the game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Another number of layers, rows or cells in a row than the board has.
    #[error("{found} parts along dimension {dimension}, which has size {expected}")]
    Shape {
        /// The dimension, counted from 1.
        dimension: usize,
        /// Parts in the text.
        found: usize,
        /// The board's size in this dimension.
        expected: usize,
    },
    /// Not a stone, an empty cell or a blocked one.
    #[error("{0:?} is neither a stone nor an empty or blocked cell")]
    Symbol(char),
    /// A blocked cell without `#`, or `#` on another cell.
    #[error("{symbol:?} on {cell}: # stands on the blocked cells and on no other")]
    Blocked {
        /// Canonical text of the cell.
        cell: String,
        /// What stands there.
        symbol: char,
    },
    /// The counts do not tell whose move it is.
    #[error("{x} stones of X and {o} of O do not tell the side to move")]
    SideToMove {
        /// Stones of X.
        x: usize,
        /// Stones of O.
        o: usize,
    },
}

impl Game {
    /// The position on a board: rows from the top with `/` or new lines between, layers with `|`, `||` and so on.
    ///
    /// Without `to_move` the counts must be those after so many plies from the empty board; side to move and the
    /// stones left in its turn follow. A `to_move` that does not follow from the counts begins a new turn. Whether
    /// the stones could have come to rest there is not asked.
    ///
    /// ```
    /// use connect_toe_testkit::oracle::Game;
    /// let game = Game::parse("3x3:3")?;
    /// assert_eq!(game.board("xox/oox/___", None)?.legal_moves(), ["a1", "b1", "c1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text has another shape than the board, an unknown symbol, or does not tell the side to move.
    pub fn board(&self, text: &str, to_move: Option<Player>) -> Result<Position<'_>, BoardError> {
        let mut position = self.start();
        self.read(text, self.sizes.len(), &Cell::new(), &mut position)?;
        let count = |player| position.stones.iter().filter(|stone| **stone == Some(player)).count();
        let (x, o) = (count(Player::X), count(Player::O));
        let scheduled = self.turn().after(x + o);
        let follows = x == (0..x + o).filter(|&ply| self.turn().after(ply).0 == Player::X).count();
        (position.to_move, position.stones_left) = match to_move {
            None if !follows => return Err(BoardError::SideToMove { x, o }),
            Some(player) if !follows || player != scheduled.0 => (player, self.turn().later),
            _ => scheduled,
        };
        Ok(position)
    }

    /// Reads the part of a board whose coordinates above `dimension` (counted from 1) are `above`.
    fn read(
        &self,
        text: &str,
        dimension: usize,
        above: &Cell,
        position: &mut Position<'_>,
    ) -> Result<(), BoardError> {
        let mut parts: Vec<String> = match dimension {
            0 => return Self::read_stone(text, above, position),
            1 => text.trim().chars().map(String::from).collect(),
            2 => text.trim().split(['/', '\n']).map(str::to_owned).collect(),
            _ => text.split(&"|".repeat(dimension - 2)).map(str::to_owned).collect(),
        };
        let expected = self.sizes[dimension - 1];
        if parts.len() != expected {
            return Err(BoardError::Shape { dimension, found: parts.len(), expected });
        }
        if dimension == 2 {
            // The top row comes first.
            parts.reverse();
        }
        for (coordinate, part) in parts.iter().enumerate() {
            let cell = [coordinate].into_iter().chain(above.iter().copied()).collect();
            self.read(part, dimension - 1, &cell, position)?;
        }
        Ok(())
    }

    fn read_stone(symbol: &str, cell: &Cell, position: &mut Position<'_>) -> Result<(), BoardError> {
        let game = position.game;
        let character = symbol.chars().next().unwrap_or(' ');
        if (symbol == "#") != game.is_blocked(cell) {
            return Err(BoardError::Blocked { cell: cell_text(cell), symbol: character });
        }
        position.stones[game.index(cell)] = match symbol {
            "x" | "X" => Some(Player::X),
            "o" | "O" => Some(Player::O),
            "_" | "." | "#" => None,
            _ => return Err(BoardError::Symbol(character)),
        };
        Ok(())
    }
}

impl Position<'_> {
    /// The board as text, with `_` for an empty cell, `#` for a blocked one and `/` between rows.
    pub fn board_text(&self) -> String {
        self.write(self.game.sizes.len(), &Cell::new())
    }

    fn write(&self, dimension: usize, above: &Cell) -> String {
        if dimension == 0 {
            let empty = if self.game.is_blocked(above) { "#" } else { "_" };
            return self.stone(above).map_or_else(|| empty.to_owned(), |player| player.to_string());
        }
        let mut parts: Vec<String> = (0..self.game.sizes[dimension - 1])
            .map(|coordinate| {
                self.write(dimension - 1, &[coordinate].into_iter().chain(above.iter().copied()).collect())
            })
            .collect();
        if dimension == 2 {
            parts.reverse();
        }
        let separator = match dimension {
            1 => String::new(),
            2 => "/".to_owned(),
            _ => "|".repeat(dimension - 2),
        };
        parts.join(&separator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_from_the_top_and_layers_from_the_bottom() -> Result<(), Box<dyn std::error::Error>> {
        let game = Game::parse("3x2x2x2:3")?;
        let position = game.replay("a1.1.1 b2.1.1 c1.2.1 a2.2.2")?;
        let text = "_o_/x__|___/__x||___/___|o__/___";
        assert_eq!(position.board_text(), text);
        assert_eq!(game.board(text, None)?.stones(), position.stones());
        assert_eq!(Game::parse("4:2")?.replay("b d")?.board_text(), "_x_o");
        assert_eq!(Game::parse("2x2:2")?.board("X.\n.o\n", None)?.board_text(), "x_/_o");
        Ok(())
    }

    #[test]
    fn what_is_no_board_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        let game = Game::parse("3x3:3")?;
        let shape = |dimension, found| BoardError::Shape { dimension, found, expected: 3 };
        for (text, error) in [
            ("___/___", shape(2, 2)),
            ("___/__/___", shape(1, 2)),
            ("___/_y_/___", BoardError::Symbol('y')),
            ("xx_/___/___", BoardError::SideToMove { x: 2, o: 0 }),
            ("o__/___/___", BoardError::SideToMove { x: 0, o: 1 }),
        ] {
            assert_eq!(game.board(text, None).err(), Some(error), "{text}");
        }
        assert_eq!(game.board("xx_/___/___", Some(Player::X))?.to_move(), Player::X);
        Ok(())
    }
}
