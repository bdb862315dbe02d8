//! The options that say which position a command is about.

use clap::Args;
use connect_toe_api::Position;
use connect_toe_game::Side;

// Where to start from; the empty board if nothing is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArguments {
    /// Moves from the empty board: d1 d2 e1, or 445
    ///
    /// Cells are separated by spaces; digits of columns, where stones drop, need none.
    #[arg(long, value_name = "MOVES", conflicts_with = "board")]
    moves: Option<String>,
    /// The stones, rows top first: x__/_o_/__x
    ///
    /// Rows are separated by / and layers by |; x, o, and _ for an empty cell.
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The side to move, where the stones leave it open
    #[arg(long, value_name = "x|o")]
    to_move: Option<Side>,
}

impl PositionArguments {
    pub(crate) fn position(&self) -> Position {
        Position {
            moves: self.moves.clone(),
            board: self.board.clone(),
            to_move: self.to_move.map(|side| side.to_string()),
        }
    }
}
