//! `read` and `write`: whole games in the formats of other programs.

use connect_toe_game::{BySide, Outcome, Side, with_game};
use connect_toe_records::{Branch, Form, Piece, Played, Reading, game_of, pieces, read, write};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::{Position, game, moves_error};
use crate::reason::Fault;
use crate::work::Work;

/// Asks what game a text holds, in any format of `connect-toe-records`. Of several games it is the first.
///
/// ```
/// use connect_toe_api::{ReadGame, Work};
/// let text = "(;GM[4]SZ[15];B[hh];W[ig](;B[ii])(;B[gg]))".to_owned();
/// let read = ReadGame { game: None, text }.run(&Work::new())?;
/// assert_eq!((read.game.as_str(), read.format.as_str(), read.moves), ("15x15:5", "sgf", vec!["h8".to_owned(), "i9".to_owned(), "i7".to_owned()]));
/// assert_eq!(read.variations.as_deref(), Some("h8 i9 i7 (g9)"));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReadGame {
    /// Game text or a preset's name. A game of Piskvork or in the Smart Game Format names its own: then the two must fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The text.
    pub text: String,
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameRead {
    /// The game's text.
    pub game: String,
    /// The name of the format.
    pub format: String,
    /// The board that the moves start from, if it has stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The side to move on that board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<String>,
    /// The moves of the main line, as cells.
    pub moves: Vec<String>,
    /// All moves, if there are variations: each stands in brackets after the move that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variations: Option<String>,
    /// `x`, `o` or `draw` if the game is over after the main line.
    pub outcome: Option<String>,
    /// How many games or positions the text has.
    pub games: usize,
}

impl ReadGame {
    /// The text of the game: the request's, else the one that the text names.
    ///
    /// # Errors
    /// Neither of them names a game.
    pub fn game_text(&self) -> Result<String, Error> {
        if let Some(game) = &self.game {
            return Ok(game.clone());
        }
        let unread = |error| Error::of_field(Fault::WrongField, "text", error);
        let first = self.pieces().into_iter().next();
        let named = game_of(first.as_ref().map_or("", |piece| &piece.text)).map_err(unread)?;
        named.map(|spec| spec.to_string()).ok_or_else(|| {
            let error = "the text does not say which game it is";
            Error::of_field(Fault::MissingField, "game", error).with_hint("name the game")
        })
    }

    /// All games and positions of the text: of each the game, and its own text, which [`Position::moves`] takes.
    ///
    /// # Errors
    /// Neither the request nor one of the texts names a game.
    pub fn all(&self) -> Result<Vec<(String, String)>, Error> {
        let one = |piece: Piece| {
            let alone = ReadGame { game: self.game.clone(), text: piece.text };
            let game = alone.game_text().map_err(|error| error.at(format!("line {}", piece.line)))?;
            Ok((game, alone.text))
        };
        self.pieces().into_iter().map(one).collect()
    }

    /// The games and positions of the text.
    fn pieces(&self) -> Vec<Piece> {
        let mut all = pieces(&self.text);
        all.retain(|piece| !piece.text.is_empty() && !piece.text.starts_with('#'));
        all
    }

    /// The game.
    ///
    /// # Errors
    /// A text that is not a game, or has no format; a move that is not legal.
    pub fn run(&self, _work: &Work) -> Result<GameRead, Error> {
        let mut game = game(&self.game_text()?)?;
        let pieces = self.pieces();
        let mut read_in = |text: &str| -> Result<Reading, Error> {
            with_game!(&mut game, record => read(record, text).map_err(|error| moves_error(&error, record)))
        };
        // A board can have a row a line, and a list a move a line.
        let all_lines = || pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("\n");
        let is_list = pieces.len() > 1 && !pieces.iter().any(|piece| piece.is_game);
        let whole = if is_list { read_in(&all_lines()).ok() } else { None };
        let games = if whole.is_some() { 1 } else { pieces.len() };
        let reading = match whole {
            Some(reading) => reading,
            None => read_in(pieces.first().map_or("", |piece| &piece.text))?,
        };
        let (board, to_move) = reading.start.clone().unzip();
        let variations = reading.has_variations().then(|| reading.tree_text(game.geometry()));
        Ok(GameRead {
            game: game.spec().to_string(),
            format: reading.format.to_owned(),
            board,
            to_move: to_move.map(|side: Side| side.to_string()),
            moves: game.moves().iter().map(|&cell| game.cell_text(cell)).collect(),
            variations,
            outcome: game.outcome().map(|outcome: Outcome| outcome.to_string()),
            games,
        })
    }
}

/// A form that games are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum WriteForm {
    /// Piskvork's.
    Psq,
    /// The Smart Game Format, with variations.
    Sgf,
    /// A digit for the column of each move.
    Digits,
}

impl WriteForm {
    /// The form that a file's name asks for by its end: `.psq`, `.sgf`, or `.digits`.
    pub fn of_extension(extension: &str) -> Option<WriteForm> {
        let forms = [WriteForm::Psq, WriteForm::Sgf, WriteForm::Digits];
        forms.into_iter().find(|form| Form::from(*form).name().eq_ignore_ascii_case(extension))
    }
}

impl From<WriteForm> for Form {
    fn from(form: WriteForm) -> Form {
        match form {
            WriteForm::Psq => Form::Psq,
            WriteForm::Sgf => Form::Sgf,
            WriteForm::Digits => Form::Digits,
        }
    }
}

/// Asks for a game in the form of another program.
///
/// ```
/// use connect_toe_api::{Work, WriteForm, WriteGame};
/// let write = WriteGame { moves: "d1 d2 e1".to_owned(), ..WriteGame::new("connect-four", WriteForm::Digits) };
/// assert_eq!(write.run(&Work::new())?.text, "445\n");
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WriteGame {
    /// Game text or a preset's name.
    pub game: String,
    /// The moves, which may have variations in brackets.
    #[serde(default)]
    pub moves: String,
    /// The board that they start from, if it has stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The side to move on that board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<String>,
    /// Who has X.
    #[serde(default)]
    pub x: String,
    /// Who has O.
    #[serde(default)]
    pub o: String,
    /// The form.
    pub form: WriteForm,
}

/// A game in the form of another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameWritten {
    /// The text of a file.
    pub text: String,
}

impl WriteGame {
    /// No moves, of nobody.
    pub fn new(game: impl Into<String>, form: WriteForm) -> WriteGame {
        let nobody = String::new();
        WriteGame {
            game: game.into(),
            moves: String::new(),
            board: None,
            to_move: None,
            x: nobody.clone(),
            o: nobody,
            form,
        }
    }

    /// The text.
    ///
    /// # Errors
    /// A text that is not a game, or not moves of it; a game that the form cannot hold.
    pub fn run(&self, _work: &Work) -> Result<GameWritten, Error> {
        let mut game = game(&self.game)?;
        let (tree, start, outcome) = if self.board.is_some() {
            let start = Position { board: self.board.clone(), to_move: self.to_move.clone(), moves: None };
            with_game!(&mut game, record => start.apply(record))?;
            let start = (game.board_text(), game.to_move());
            let played = game.play(&self.moves);
            played.map_err(|error| Error::of_field(Fault::IllegalMoves, "moves", error))?;
            (Branch::line(game.moves()), Some(start), game.outcome())
        } else {
            let reading = with_game!(&mut game, record => {
                read(record, &self.moves).map_err(|error| moves_error(&error, record))
            })?;
            (reading.tree, reading.start, game.outcome())
        };
        let played = Played {
            game: game.spec(),
            start: start.as_ref().map(|(board, side)| (board.as_str(), *side)),
            tree: &tree,
            players: BySide { x: &self.x, o: &self.o },
            outcome,
        };
        write(self.form.into(), &played).map(|text| GameWritten { text }).map_err(Error::impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str, text: &str) -> Result<GameRead, Error> {
        let game = (!game.is_empty()).then(|| game.to_owned());
        ReadGame { game, text: text.to_owned() }.run(&Work::new())
    }

    #[test]
    fn a_text_is_one_game_or_the_first_of_several() {
        let said = |game: &str, text: &str| {
            let read = read(game, text).expect("a game");
            (read.format, read.moves.join(" "), read.games)
        };
        let expected = |format: &str, moves: &str, games| (format.to_owned(), moves.to_owned(), games);
        assert_eq!(said("", "Piskvorky 15x15, 0\n8,8,0\nPiskvorky 15x15, 0\n"), expected("psq", "h8", 2));
        assert_eq!(said("connect-four", "4\n4\n5\n"), expected("moves", "d1 d2 e1", 1));
        assert_eq!(said("gomoku", "0,0, 1,0\n1,1, 2,2\n"), expected("offset", "h8 i8", 2));
        assert_eq!(
            read("tic-tac-toe", "xo_\n___\n__x\n").expect("a board").board.as_deref(),
            Some("xo_/___/__x")
        );
        assert!(read("", "d1 d2").is_err_and(|error| error.to_string().contains("does not say which game")));
        assert!(read("20x20:5", "(;SZ[15];B[hh])").is_err());
    }

    #[test]
    fn variations_are_written_and_read() {
        let moves = "h8 i9 (g9) i7".to_owned();
        let write = WriteGame { moves: moves.clone(), ..WriteGame::new("gomoku", WriteForm::Sgf) };
        let written = write.run(&Work::new()).expect("a record");
        assert_eq!(read("", &written.text).expect("a game").variations, Some(moves));
        let write = WriteGame { form: WriteForm::Psq, ..write };
        assert!(write.run(&Work::new()).is_err_and(|error| error.to_string().contains("variations")));
    }
}
