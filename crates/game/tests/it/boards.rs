//! Boards that games lead to are read, and only those where the game was not over before the last stone.

use connect_toe_game::{Bits, Game, Record, Side, with_game};

/// Every board on the way of every game of these.
#[test]
fn a_board_of_a_game_is_read_back() {
    for text in ["3x3:3", "4x3:2:-2", "3x2:2:free:misere", "2x2x2:2:-3", "6:3:free:exact"] {
        let game: Game = text.parse().expect("a game");
        with_game!(&game, record => walk(&mut record.clone()));
    }
}

fn walk<B: Bits>(record: &mut Record<B>) {
    let rules = record.shared_rules();
    let board = *record.board();
    let read = rules.parse_board(&rules.board_text(&board), Some(board.to_move()));
    assert_eq!(read, Ok(board), "{}", rules.spec());
    if rules.outcome(&board).is_some() || record.moves().len() > 6 {
        return;
    }
    for cell in rules.legal_moves(&board) {
        record.play(cell).expect("a legal move");
        walk(record);
        record.undo();
    }
}

#[test]
fn crossing_lines_can_be_completed_by_one_stone() {
    let game: Game = "5x5:3".parse().expect("a game");
    let board = "__x__/__x__/xxx__/ooo_o/oo___";
    with_game!(&game, record => {
        assert!(record.rules().parse_board(&board.replace("ooo_o", "oo_oo"), Some(Side::O)).is_ok());
    });
}
