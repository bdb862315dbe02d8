//! Board text.

use connect_toe_game::{Bits, Record, Side, with_game};

use crate::games;
use crate::input::Input;

/// Reads text as a board of one of a few games.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = games::fixed(&mut input);
    let to_move = *input.choose(&[None, Some(Side::X), Some(Side::O)]);
    with_game!(game, record => check(record, to_move, &input.text()));
}

fn check<B: Bits>(record: &Record<B>, to_move: Option<Side>, text: &str) {
    let rules = record.rules();
    let stones = match rules.parse_stones(text) {
        Ok(stones) => stones,
        Err(error) => {
            assert!(!error.reasons.is_empty(), "{text:?}: refused without a reason");
            assert!(!error.to_string().is_empty());
            assert!(rules.parse_board(text, to_move).is_err(), "{text:?}: no stones, but a board");
            return;
        }
    };
    assert!((stones.x & stones.o).is_empty(), "{text:?}: two stones on one cell");
    assert!(rules.floating(stones.x | stones.o).is_empty(), "{text:?}: a stone hangs in the air");
    let board = match rules.parse_board(text, to_move) {
        Ok(board) => board,
        Err(error) => {
            assert!(!error.reasons.is_empty(), "{text:?}: refused without a reason");
            return;
        }
    };
    assert_eq!([board.stones_of(Side::X), board.stones_of(Side::O)], [stones.x, stones.o], "{text:?}");
    assert!(to_move.is_none_or(|side| side == board.to_move()), "{text:?}: the wrong side is to move");
    let printed = rules.board_text(&board);
    let again = rules.parse_board(&printed, Some(board.to_move()));
    assert_eq!(again, Ok(board), "{text:?} prints as {printed:?}");
    let outcome = rules.outcome(&board);
    assert!(outcome.is_some() || !rules.legal(&board).is_empty(), "{text:?}: no move, yet no outcome");
}

/// Some boards.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        ("3x3:3", "xox/oox/___"),
        ("3x3:3", "x.O\n.X.\n..."),
        ("7x6:4:-2", "_______/_______/_______/_______/___o___/___x___"),
        ("2x2x2x2:2", "__/__|__/__||__/__|x_/_o"),
        ("9:3:-1", "xo_______"),
        ("3x3x1:3:+3", "xo_/___/__x"),
    ]
    .map(|(game, board)| [&[games::number_of(game), 0], board.as_bytes()].concat())
    .into()
}
