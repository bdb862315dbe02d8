//! The options that say which position a command is about.

use clap::Args;
use connect_toe_api::Position;
use connect_toe_game::Side;

// Where to start from; the empty board if nothing is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArguments {
    /// Moves from the empty board: d1 d2 e1, or 445
    ///
    /// Separate cells by spaces. Where stones drop, digits name columns and need no spaces.
    #[arg(long, value_name = "MOVES", conflicts_with = "board")]
    moves: Option<String>,
    /// The stones, top row first: x__/_o_/__x
    ///
    /// Write x, o and _ (an empty cell); separate rows by / and layers by |.
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The side to move, if the stones leave it open
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
