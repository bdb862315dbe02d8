//! The game and the position that a request is about.

use connect_toe_game::{Bits, BoardError, BoardReason, BySide, Game, GameSpec, Record, Side};
use serde::{Deserialize, Serialize};

use crate::error::Error;
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
    /// Moves from the empty board: cells separated by spaces, or column digits where stones drop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Board text: rows, the top one first, separated by `/`, layers by `|`; `x`, `o`, and `_` for an empty cell.
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
        self.check()?;
        let to_move = self.to_move()?;
        if let Some(text) = &self.board {
            let board = record.rules().parse_board(text, to_move).map_err(board_error)?;
            record.restart(board);
            return Ok(());
        }
        if let Some(text) = &self.moves {
            let refused =
                |wrong| Error::request(&wrong).with_reasons(vec![Reason::of_moves("moves", &wrong)]);
            for cell in record.rules().parse_moves(text).map_err(refused)? {
                record.play(cell).map_err(|wrong| Error::of_field(Fault::IllegalMoves, "moves", wrong))?;
            }
        }
        if to_move.is_some_and(|side| side != record.board().to_move()) {
            let error = format!("after these moves {} is to move", record.board().to_move());
            return Err(Error::of_field(Fault::WrongTurn, "to_move", error)
                .with_hint("leave --to-move out, or give the stones with --board"));
        }
        Ok(())
    }

    /// Brings the record to any board, whatever stones it has: for static evaluation. If the numbers of stones do not
    /// tell who is to move, X is.
    pub(crate) fn apply_any<B: Bits>(&self, record: &mut Record<B>) -> Result<(), Error> {
        self.check()?;
        let rules = record.shared_rules();
        let (stones, next) = if let Some(text) = &self.board {
            let stones = rules.parse_stones(text).map_err(board_error)?;
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
    if is_turn_open { error.with_hint("--to-move x or --to-move o says whose turn it is") } else { error }
}

/// Reads the side of a field, if it is given.
pub(crate) fn side(field: &str, text: Option<&str>) -> Result<Option<Side>, Error> {
    text.map(|text| text.parse().map_err(Error::wrong(field))).transpose()
}
