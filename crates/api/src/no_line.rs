//! What is to be said of games that nobody can win.

use connect_toe_game::{Game, with_game};

use crate::work::Work;

/// What is to be said of a game that nobody can win; nothing of others.
pub fn no_line_note(game: &Game) -> Option<String> {
    let spec = game.spec();
    let lines = with_game!(game, record => record.rules().lines().count());
    let end = with_game!(game, record => record.rules().outcome_without_moves());
    let end = match end.winner() {
        None => "is a draw".to_owned(),
        Some(side) => format!("is won by {side}"),
    };
    (lines == 0).then(|| match spec.run_length() {
        Some(k) => format!("no run of {k} fits on this board, so every game of {spec} {end}"),
        None => format!("no winning line fits on this board, so every game of {spec} {end}"),
    })
}

/// Tells whoever watches that nobody can win a game.
pub fn tell_of_no_line(game: &Game, work: &Work) {
    if let Some(note) = no_line_note(game) {
        work.notice(&note);
    }
}
