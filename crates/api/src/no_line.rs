//! What is to be said of games that nobody can win.

use connect_toe_game::{Game, with_game};

use crate::work::Work;

/// What is to be said of a game that nobody can win; nothing of others.
pub fn no_line_note(game: &Game) -> Option<String> {
    let spec = game.spec();
    let lines = with_game!(game, record => record.rules().lines().count());
    (lines == 0)
        .then(|| format!("no run of {} fits on this board, so every game of {spec} is a draw", spec.k))
}

/// Tells whoever watches that nobody can win a game.
pub fn tell_of_no_line(game: &Game, work: &Work) {
    if let Some(note) = no_line_note(game) {
        work.notice(&note);
    }
}
