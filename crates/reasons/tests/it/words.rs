//! How reasons read.

use connect_toe_game::{Bits, Game, Record, Rules, with_game};
use connect_toe_reasons::{Known, Others, Reasons};
use connect_toe_search::{ExactResult, Worth};

fn of<B: Bits>(record: &Record<B>, cell: &str, known: &Known<'_>) -> Vec<String> {
    let (rules, board) = (record.rules(), record.board());
    let cell = rules.geometry().parse_cell(cell).expect("a cell");
    let found = Reasons::new(rules, board, 20_000).of(rules, cell, known);
    found.iter().map(|reason| reason.text(rules.geometry(), board.to_move())).collect()
}

/// The reasons of a move in a position.
fn reasons(game: &str, moves: &str, cell: &str) -> Vec<String> {
    known(game, moves, cell, &Known::default())
}

fn known(game: &str, moves: &str, cell: &str, known: &Known<'_>) -> Vec<String> {
    let mut game: Game = game.parse().expect("a game");
    game.play(moves).expect("legal moves");
    with_game!(&game, record => of(record, cell, known))
}

#[test]
fn wins_and_blocks() {
    assert_eq!(reasons("tic-tac-toe", "a1 b1 a2 b2", "a3"), ["wins at once: a1 a2 a3"]);
    assert_eq!(
        reasons("tic-tac-toe", "a1 b1 a2 b2", "c1"),
        ["lets O complete a line at b3"],
        "more need not be said"
    );
    assert_eq!(
        reasons("tic-tac-toe", "a1 b2 a2", "a3"),
        ["blocks X's two (a1 a2 a3)", "threatens to complete a line at c1"]
    );
    assert_eq!(
        reasons("3x3:3:free:misere", "a1 b1 a2 b2", "a3"),
        ["completes the line a1 a2 a3, which loses"]
    );
}

#[test]
fn threats_and_chains() {
    // Three in a row with both ends free.
    assert_eq!(reasons("connect-four", "d1 d2 e1 e2", "c1"), ["makes two threats at once (b1 and f1)"]);
    assert_eq!(reasons("connect-four", "a1 d1 a2 d2 a3", "a4"), ["blocks X's three (a1 a2 a3 a4)"]);
    // A row of three with both ends free, a move before it is made.
    assert_eq!(reasons("gomoku", "h8 h9 i8 i9 g8", "a1"), ["lets X win by force: f8 e8 j8"]);
    assert_eq!(
        reasons("gomoku", "h8 h9 i8 i9 g8", "f8"),
        ["stops X from playing f8, which would win by force"]
    );
    assert_eq!(reasons("gomoku", "h8 h9 i8 i9", "g8"), ["threatens f8, which would win by force"]);
    assert_eq!(reasons("gomoku", "h8 h9 i8 i9 g8 a1", "f8"), ["makes two threats at once (e8 and j8)"]);
}

#[test]
fn lines_where_nothing_is_forced() {
    assert_eq!(
        reasons("connect-four", "", "d1"),
        ["lies on seven lines that O has not entered, more than any other move"]
    );
    assert_eq!(reasons("connect-four", "", "a1"), ["lies on three lines that O has not entered"]);
    assert_eq!(
        reasons("connect-four", "d1 c1 d2", "d3"),
        [
            "lies on eleven lines that X has not entered, more than any other move",
            "closes a line in which X has two (d1 d2 d3 d4)"
        ]
    );
    let rules = Rules::<u64>::compile(&"connect-four".parse().expect("a game")).expect("rules");
    let line = rules.parse_moves("d1 d2 d3 d4").expect("moves");
    let expected = Known { line: &line, ..Known::default() };
    assert_eq!(known("connect-four", "", "d1", &expected)[1], "is best answered by d2, then d3 d4");
}

#[test]
fn what_is_proven() {
    let of = |result, best, others| {
        let worth = |result| Worth::Exact { result, plies: None, at_most: false };
        let known = Known { worth: Some(worth(result)), best: Some(worth(best)), others, line: &[] };
        super::words::known("tic-tac-toe", "b2", "a1", &known).remove(0)
    };
    assert_eq!(of(ExactResult::Draw, ExactResult::Draw, Others::Unknown), "keeps the draw");
    assert_eq!(
        of(ExactResult::Draw, ExactResult::Draw, Others::Worse),
        "is the only move that keeps the draw"
    );
    assert_eq!(
        of(ExactResult::Draw, ExactResult::Win, Others::Unknown),
        "is proven to draw, where another move wins"
    );
    assert_eq!(
        of(ExactResult::Loss, ExactResult::Draw, Others::Unknown),
        "is proven to lose, where another move draws"
    );
    assert_eq!(
        of(ExactResult::Loss, ExactResult::Loss, Others::Equal),
        "is proven to lose; every move loses"
    );
    assert_eq!(of(ExactResult::Draw, ExactResult::Draw, Others::Equal), "keeps the draw, as every move does");
    assert_eq!(
        of(ExactResult::Win, ExactResult::Win, Others::Worse),
        "is the only move that wins, which is proven"
    );
}
