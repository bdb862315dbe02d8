//! What the moves of a game were worth.

use connect_toe_api::{ReviewedGame, ReviewedMove};
use connect_toe_game::Side;

use super::session::{Session, capital};

/// A move with its number, its value from the session's point of view, and what was better than a mistake.
pub(super) fn text(reviewed: &ReviewedMove, session: &Session) -> String {
    let side = if reviewed.side == "x" { Side::X } else { Side::O };
    let value = |worth| session.seen(side, worth).text();
    let ReviewedMove { ply, cell, worth, .. } = reviewed;
    let mut text = format!("{ply:>3}. {} {cell:<4} {}", capital(side), value(worth));
    if let Some(mistake) = reviewed.mistake {
        text.extend([" ", mistake.symbol()]);
        if let Some(better) = reviewed.better.first() {
            text.extend([" ", better, " ", &value(&reviewed.best_worth)]);
        }
    }
    text
}

/// What came of the game, and what the marks of a review mean.
pub(super) fn summary(reviewed: &ReviewedGame) -> String {
    let stopped = match reviewed.moves.first() {
        Some(first) if reviewed.interrupted => format!("From move {} on: ", first.ply),
        Some(_) => String::new(),
        None => return "The review was stopped before a move was judged.".to_owned(),
    };
    let text = format!("{stopped}{}", reviewed.text);
    if reviewed.moves.iter().all(|found| found.mistake.is_none()) {
        return text;
    }
    format!("{text}\n??: a blunder, ?: a mistake, ?!: an inaccuracy, with the better move")
}
