//! The options that say which position a command is about.

use clap::Args;
use connect_toe_api::Position;
use connect_toe_game::Side;

// Where to start from; the empty board if nothing is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArguments {
    /// Moves from the empty board: cells separated by spaces, or column digits where stones drop
    #[arg(long, value_name = "MOVES", conflicts_with = "board")]
    moves: Option<String>,
    /// Board text: rows top first and separated by /, layers by |; x, o, and _ for an empty cell
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The side to move, where the board leaves it open
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
