//! The position that a command is about.

use clap::Args;
use connect_toe_game::{Bits, BySide, Game, GameSpec, Record, Side};

use crate::failure::Failure;

/// Reads a game; a wrong one is a wrong request.
pub(crate) fn game(text: &str) -> Result<Game, Failure> {
    let spec: GameSpec = text.parse().map_err(Failure::request)?;
    Game::new(&spec).map_err(Failure::request)
}

/// Where to start from; the empty board if nothing is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArguments {
    /// Moves from the empty board: cells separated by spaces, or column digits where stones fall
    #[arg(long, value_name = "MOVES", conflicts_with = "board")]
    pub(crate) moves: Option<String>,
    /// Board text: rows top first and separated by /, layers by |; x, o, and _ for an empty cell
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// The side to move, where the board leaves it open
    #[arg(long, value_name = "x|o")]
    pub(crate) to_move: Option<Side>,
}

impl PositionArguments {
    /// Brings the record to the position, which a game can reach or a search can start from.
    pub(crate) fn apply<B: Bits>(&self, record: &mut Record<B>) -> Result<(), Failure> {
        if let Some(text) = &self.board {
            let board = record.rules().parse_board(text, self.to_move).map_err(Failure::request)?;
            record.restart(board);
            return Ok(());
        }
        if let Some(text) = &self.moves {
            for cell in record.rules().parse_moves(text).map_err(Failure::request)? {
                record.play(cell).map_err(Failure::request)?;
            }
        }
        if self.to_move.is_some_and(|side| side != record.board().to_move()) {
            let error = format!("after these moves {} is to move", record.board().to_move());
            return Err(Failure::request(error).hint("leave --to-move out, or give the stones with --board"));
        }
        Ok(())
    }

    /// Brings the record to any board, whatever stones it has: for static evaluation. Where the numbers
    /// of stones do not tell who is to move, X is.
    pub(crate) fn apply_any<B: Bits>(&self, record: &mut Record<B>) -> Result<(), Failure> {
        let rules = record.shared_rules();
        let stones = if let Some(text) = &self.board {
            rules.parse_stones(text).map_err(Failure::request)?
        } else {
            PositionArguments { moves: self.moves.clone(), board: None, to_move: None }.apply(record)?;
            BySide::from_fn(|side| record.board().stones_of(side))
        };
        let o_is_next = stones.x.count() == stones.o.count() + 1;
        let to_move = self.to_move.unwrap_or(if o_is_next { Side::O } else { Side::X });
        record.restart(rules.position(stones, to_move));
        Ok(())
    }
}
