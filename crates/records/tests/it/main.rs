//! Texts of every format, and what is read from them.

mod files;
mod formats;
mod hostile;
mod writing;

use connect_toe_game::{Game, with_game};
use connect_toe_records::{ReadError, Reading, read};

/// What a game reads from a text, and the game at the end of it.
fn reads(game: &str, text: &str) -> Result<(Reading, Game), ReadError> {
    let mut game: Game = game.parse().expect("a game");
    let reading = with_game!(&mut game, record => read(record, text))?;
    Ok((reading, game))
}

/// The format of a text, and its moves as cells, or what is wrong with it.
fn cells(game: &str, text: &str) -> String {
    match reads(game, text) {
        Ok((reading, game)) => format!("{}: {}", reading.format, game.moves_text(game.moves())),
        Err(error) => format!("error: {error}"),
    }
}

/// The format of a text, and its board.
fn board(game: &str, text: &str) -> String {
    match reads(game, text) {
        Ok((reading, game)) => {
            format!("{}: {} {} to move", reading.format, game.board_text(), game.to_move())
        }
        Err(error) => format!("error: {error}"),
    }
}
