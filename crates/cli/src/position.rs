//! The options that say which position a command is about.

use clap::Args;
use connect_toe_api::Position;
use connect_toe_game::Side;
use connect_toe_records::{FORMATS, Format};

use crate::player_help::rows;

// Where to start from; the empty board if nothing is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArguments {
    /// Moves from the empty board: d1 d2 e1, or 445
    ///
    /// Separate cells by spaces. Where stones drop, digits name columns and need no spaces. Coordinates count from 1 (4,1). Read
    /// too: cells without spaces (h8h9), openings of Gomocup (0,0, 1,0), action numbers (0, 3, 2). A name with a colon
    /// says which form it is: gomocup:7,7 counts from 0. `connect-toe moves --help` lists them.
    #[arg(long, value_name = "MOVES", conflicts_with = "board")]
    moves: Option<String>,
    /// The stones, top row first: x__/_o_/__x
    ///
    /// Write x, o and _ (an empty cell); separate rows by / and layers by |. Read too: a flat board's rows without / between
    /// them, rows of the UCI data sets (x,o,b,…), and Kaggle's boards (0,1,2,…).
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The side to move, if the stones leave it open
    #[arg(long, value_name = "x|o")]
    to_move: Option<Side>,
}

/// The formats that moves and boards are read in, for the end of a command's help.
pub(crate) fn formats() -> String {
    let row = |format: &Format| [format.name.to_owned(), format!("{}: {}", format.about, format.example)];
    format!(
        "Formats of moves and boards, as NAME:TEXT or without a name where only one fits:\n{}",
        rows(FORMATS.iter().map(row).collect())
    )
}

impl PositionArguments {
    pub(crate) fn position(&self) -> Position {
        Position {
            moves: self.moves.clone(),
            board: self.board.clone(),
            to_move: self.to_move.map(|side| side.to_string()),
        }
    }

    /// A line that repeats the moves as cells, if they are written in another way. So coordinates are not misread.
    pub(crate) fn heading(&self, game: &str) -> String {
        match self.position().as_cells(game) {
            None => String::new(),
            Some(("moves", cells)) => format!("moves {cells}\n"),
            Some((format, cells)) => format!("moves {cells} (read as {format})\n"),
        }
    }
}
