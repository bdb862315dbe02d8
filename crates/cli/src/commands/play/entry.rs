//! Moves as a person types them: cells, column digits, and columns by their label.

use connect_toe_game::{Cell, Game, MoveReason};

use super::picture::drop_dimension;
use super::session::refusal;

/// Reads a move of the side to move: what [`Game::parse_move`] reads, or the label of a column where stones drop along
/// the last dimension: `d` for a stone that comes to rest on `d1`, `d2` and so on, in three dimensions `b3` for `b3.1`.
///
/// # Errors
/// What was typed and why it is not a move.
pub(super) fn read_move(game: &Game, text: &str) -> Result<Cell, String> {
    let of_column =
        |cell: &Cell| column_label(game, *cell).is_some_and(|label| label.eq_ignore_ascii_case(text));
    let column = || game.geometry().cells().iter().copied().filter(of_column);
    if column().next().is_some() {
        if let Some(outcome) = game.outcome() {
            return Err(refusal(text, &MoveReason::GameOver(outcome)));
        }
        let landing = game.legal_moves().into_iter().find(of_column);
        return landing.ok_or_else(|| refusal(text, &game.why_no_stone_falls(column())));
    }
    game.parse_move(text).map_err(|reason| refusal(text, &reason))
}

/// Whether a text names a cell or a column of the board, be it free or not.
pub(super) fn is_move_text(game: &Game, text: &str) -> bool {
    let is_label = |&cell: &Cell| column_label(game, cell).is_some_and(|label| label == text);
    game.geometry().parse_cell(text).is_ok() || game.geometry().cells().iter().any(is_label)
}

/// Whether the name of some cell begins with this small letter.
pub(super) fn begins_cell(game: &Game, letter: char) -> bool {
    let columns = u32::from(game.geometry().sizes()[0]);
    let place = u32::from(letter).wrapping_sub(u32::from('a'));
    letter.is_ascii_lowercase() && (columns > 26 || place < columns)
}

/// A cell's text without its last coordinate, where stones drop along that dimension.
pub(super) fn column_label(game: &Game, cell: Cell) -> Option<String> {
    let last = game.geometry().sizes().len() - 1;
    if last == 0 || drop_dimension(game) != Some(last) {
        return None;
    }
    let text = game.geometry().cell_text(cell);
    let label = text.trim_end_matches(|character: char| character.is_ascii_digit()).trim_end_matches('.');
    Some(label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{TWO_PEOPLE, session};
    use super::*;

    fn read(game: &str, moves: &str, text: &str) -> Result<String, String> {
        let session = session(game, moves, TWO_PEOPLE);
        read_move(session.game(), text).map(|cell| session.game().geometry().cell_text(cell))
    }

    #[test]
    fn a_column_is_named_by_its_label() {
        assert_eq!(read("connect-four", "44", "d").as_deref(), Ok("d3"));
        assert_eq!(read("connect-four", "44", "D").as_deref(), Ok("d3"));
        assert_eq!(read("connect-four", "44", "d3").as_deref(), Ok("d3"));
        assert_eq!(read("connect-four", "44", "4").as_deref(), Ok("d3"));
        assert_eq!(read("connect-four", "444444", "d"), Err("d: the column is full".to_owned()));
        assert_eq!(read("30x4:4:-2", "", "ab").as_deref(), Ok("ab1"));
        assert_eq!(read("7x6:4:+2", "", "d").as_deref(), Ok("d6"), "stones rise to the top");
        assert_eq!(read("score-four", "c1.1", "c1").as_deref(), Ok("c1.2"));
        let over = Err("a: the game is over (x has won)".to_owned());
        assert_eq!(read("connect-four", "1122334", "a"), over, "as for a1");
    }

    #[test]
    fn what_is_not_a_column_is_refused_as_ever() {
        for (game, text) in [("tic-tac-toe", "a"), ("connect-four", "h"), ("score-four", "c")] {
            let session = session(game, "", TWO_PEOPLE);
            let reason = session.game().parse_move(text).expect_err("not a move");
            assert_eq!(read(game, "", text), Err(refusal(text, &reason)), "{game} {text}");
        }
        assert_eq!(read("4:2", "", "b").as_deref(), Ok("b"), "in one dimension it is a cell");
    }
}
