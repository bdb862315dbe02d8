//! A game looked at again in full screen, move by move.

use connect_toe_api::ReviewedMove;
use connect_toe_game::Cell;

use super::review::{summary, text};
use super::session::{Session, capital};

/// A game after one of its moves, and what is known of the moves.
#[derive(Debug)]
pub(super) struct Replay {
    whole: Session,
    /// The game after the moves that are shown.
    session: Session,
    /// The moves' values, as far as they are found out.
    found: Vec<ReviewedMove>,
}

impl Replay {
    /// The replay of a game, at its end.
    pub(super) fn new(session: &Session) -> Replay {
        Replay { whole: session.clone(), session: session.clone(), found: Vec::new() }
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn moves(&self) -> &[Cell] {
        self.whole.game().moves()
    }

    /// How many moves are shown.
    pub(super) fn shown(&self) -> usize {
        self.session.game().moves().len()
    }

    pub(super) fn found(&self) -> &[ReviewedMove] {
        &self.found
    }

    /// Whether the values of all moves are known.
    pub(super) fn is_reviewed(&self) -> bool {
        self.found.len() == self.moves().len()
    }

    pub(super) fn learn(&mut self, reviewed: ReviewedMove) {
        self.found.push(reviewed);
    }

    /// Shows the game after this number of moves, or after all if there are fewer.
    pub(super) fn go_to(&mut self, count: usize) {
        self.session = self.whole.after(count);
    }

    /// Shows the next mistake. Returns whether there is one.
    pub(super) fn go_to_blunder(&mut self) -> bool {
        let next = (self.shown()..self.found.len()).find(|&index| self.found[index].mistake.is_some());
        if let Some(index) = next {
            self.go_to(index + 1);
        }
        next.is_some()
    }

    /// A move in words, counted from 1.
    pub(super) fn text(&self, number: usize) -> String {
        match (self.found.get(number - 1), self.moves().get(number - 1)) {
            (Some(reviewed), _) => text(reviewed, &self.whole),
            (None, Some(&cell)) => {
                let side = self.whole.game().stone_on(cell).map_or(' ', capital);
                format!("{number:>3}. {side} {:<4} ...", self.whole.game().geometry().cell_text(cell))
            }
            (None, None) => String::new(),
        }
    }

    /// The summary of the review, or that the review goes on.
    pub(super) fn summary(&self) -> String {
        if self.is_reviewed() {
            summary(&self.found, &self.whole)
        } else {
            format!("Reviewing: {} of {} moves", self.found.len(), self.moves().len())
        }
    }
}
