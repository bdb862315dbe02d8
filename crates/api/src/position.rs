//! The game and the position that a request is about.

use connect_toe_game::{Bits, BoardError, BoardReason, BySide, Game, GameSpec, Record, Side, with_game};
use connect_toe_records::{ReadError, read, read_stones};
use connect_toe_stats::numbers::counted;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::hint::Hint;
use crate::reason::{Fault, Reason};

/// Reads game text or a preset's name.
///
/// # Errors
/// A text that is not a game.
///
/// ```
/// assert_eq!(connect_toe_api::game("connect-four")?.spec().to_string(), "7x6:4:-2");
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
pub fn game(text: &str) -> Result<Game, Error> {
    let spec: GameSpec = text.parse()?;
    Ok(Game::new(&spec)?)
}

/// A position of a game: moves from the empty board, or a board. Without either it is the empty board.
///
/// In JSON its fields stand beside those of the request.
///
/// ```
/// use connect_toe_api::{Moves, Position, Work};
/// let position = Position::after("444444");
/// let answer = Moves { game: "connect-four".to_owned(), position }.run(&Work::new())?;
/// assert_eq!(answer.legal, ["a1", "b1", "c1", "e1", "f1", "g1"]);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Position {
    /// Moves from the empty board: cells separated by spaces, or column digits where stones drop; or a text of any format of
    /// `connect-toe-records`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Board text: rows, the top one first, separated by `/`, layers by `|`; `x`, `o`, and `_` for an empty cell; or a board
    /// of another format of `connect-toe-records`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The side to move, `x` or `o`, where the board leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<String>,
}

impl Position {
    /// The position after these moves from the empty board.
    pub fn after(moves: impl Into<String>) -> Position {
        Position { moves: Some(moves.into()), ..Position::default() }
    }

    /// The position with these stones.
    pub fn of_board(board: impl Into<String>) -> Position {
        Position { board: Some(board.into()), ..Position::default() }
    }

    /// The moves as cells if they are written in another way, and the name of their format. None for a text that is no
    /// position of the game.
    ///
    /// ```
    /// use connect_toe_api::Position;
    /// let as_cells = |game, moves: &str| Position::after(moves).as_cells(game);
    /// assert_eq!(as_cells("gomoku", "7,7"), Some(("moves", "g7".to_owned())));
    /// assert_eq!(as_cells("gomoku", "gomocup:7,7"), Some(("gomocup", "h8".to_owned())));
    /// assert_eq!(as_cells("gomoku", "g7 h8"), None);
    /// ```
    pub fn as_cells(&self, game: &str) -> Option<(&'static str, String)> {
        let moves = self.moves.as_deref()?;
        let mut game: Game = game.parse().ok()?;
        let reading = with_game!(&mut game, record => read(record, moves)).ok()?;
        let cells = game.moves_text(game.moves());
        let is_as_written = moves.split_whitespace().eq(cells.split_whitespace());
        (!is_as_written && !cells.is_empty()).then_some((reading.format, cells))
    }

    fn to_move(&self) -> Result<Option<Side>, Error> {
        side("to_move", self.to_move.as_deref())
    }

    fn check(&self) -> Result<(), Error> {
        if self.moves.is_some() && self.board.is_some() {
            let error = "a position is given by its moves or by its board, not by both";
            return Err(Error::of_field(Fault::MovesAndBoard, "board", error));
        }
        Ok(())
    }

    /// Brings a game's record to the position, which a game can reach or a search can start from.
    ///
    /// # Errors
    /// Moves or a board that are not a position of the game.
    pub fn apply<B: Bits>(&self, record: &mut Record<B>) -> Result<(), Error> {
        self.apply_in_turn(record, None)
    }

    /// As [`apply`](Self::apply), if the side to move has so many stones left to place in its turn. Without `left` it is in
    /// the middle of a turn if a game leads there, and at its beginning if none does.
    ///
    /// # Errors
    /// As [`apply`](Self::apply); no turn has so many stones, or the moves lead to another number.
    pub fn apply_in_turn<B: Bits>(&self, record: &mut Record<B>, left: Option<u32>) -> Result<(), Error> {
        self.check()?;
        let to_move = self.to_move()?;
        if let Some(text) = &self.board {
            let stones = read_stones(record.rules(), text).map_err(|error| unread("board", &error, &[]))?;
            let rules = record.rules();
            let board = match left {
                None => rules.board_of(stones, to_move),
                Some(left) => rules.board_in_turn(stones, to_move, left),
            };
            record.restart(board.map_err(board_error)?);
            return Ok(());
        }
        if let Some(text) = &self.moves {
            read(record, text).map_err(|error| moves_error(&error, record))?;
        }
        if to_move.is_some_and(|side| side != record.board().to_move()) {
            let error = format!("after these moves {} is to move", record.board().to_move());
            return Err(Error::of_field(Fault::WrongTurn, "to_move", error).with_hint(Hint::either(
                "leave --to-move out, or give the stones with --board",
                "leave to_move out, or give the stones with board=",
            )));
        }
        let board = record.board();
        if left.is_some_and(|left| left != board.left()) {
            let (side, has) = (board.to_move(), counted(u64::from(board.left()), "stone"));
            let error = format!("after these moves {side} has {has} left in its turn");
            return Err(Error::of_field(Fault::WrongTurn, "stones_left", error));
        }
        Ok(())
    }

    /// Brings the record to any board, whatever stones it has: for static evaluation. If the numbers of stones do not
    /// tell who is to move, X is.
    pub(crate) fn apply_any<B: Bits>(&self, record: &mut Record<B>) -> Result<(), Error> {
        self.check()?;
        let rules = record.shared_rules();
        let (stones, next) = if let Some(text) = &self.board {
            let stones = read_stones(&rules, text).map_err(|error| unread("board", &error, &[]))?;
            let o_is_next = stones.x.count() == stones.o.count() + 1;
            (stones, if o_is_next { Side::O } else { Side::X })
        } else {
            Position { to_move: None, ..self.clone() }.apply(record)?;
            let board = record.board();
            (BySide::from_fn(|side| board.stones_of(side)), board.to_move())
        };
        let to_move = self.to_move()?.unwrap_or(next);
        record.restart(rules.position(stones, to_move));
        Ok(())
    }
}

/// The error of a request with a board that is not one of its game.
pub fn board_error(error: BoardError) -> Error {
    let is_turn_open = matches!(error.reasons[..], [BoardReason::ToMove { .. }]);
    let error =
        Error::of_field(if is_turn_open { Fault::OpenTurn } else { Fault::WrongBoard }, "board", error);
    if is_turn_open {
        error.with_hint(Hint::either(
            "--to-move x or --to-move o says whose turn it is",
            "to_move=\"x\" or to_move=\"o\" says whose turn it is",
        ))
    } else {
        error
    }
}

/// The error of a request with a text that is not moves of its game. The record has the moves before the one that is
/// refused.
pub(crate) fn moves_error<B: Bits>(error: &ReadError, record: &Record<B>) -> Error {
    let cells = record.moves().iter().map(|&cell| record.rules().geometry().cell_text(cell));
    unread("moves", error, &cells.collect::<Vec<_>>())
}

/// The error of a request with a text that is not read.
fn unread(field: &str, error: &ReadError, before: &[String]) -> Error {
    match error {
        ReadError::Board(error) => board_error(error.clone()),
        _ if field == "board" => Error::of_field(Fault::WrongBoard, field, error),
        _ => Error::request(error).with_reasons(vec![Reason::of_moves(field, error, before)]),
    }
}

/// Reads the side of a field, if it is given.
pub(crate) fn side(field: &str, text: Option<&str>) -> Result<Option<Side>, Error> {
    text.map(|text| text.parse().map_err(Error::wrong(field))).transpose()
}
