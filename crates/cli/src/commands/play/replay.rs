//! A game looked at again in full screen, move by move.

use connect_toe_api::{ReviewedGame, ReviewedMove};
use connect_toe_game::Cell;

use super::review::{summary, text};
use super::session::{Session, capital};

/// A game after one of its moves, and what is known of the moves.
#[derive(Debug)]
pub(super) struct Replay {
    whole: Session,
    /// The game after the moves that are shown.
    session: Session,
    /// The moves that are judged, the last one of the game first.
    found: Vec<ReviewedMove>,
    /// The review, when it is whole or was stopped.
    review: Option<ReviewedGame>,
}

impl Replay {
    /// The replay of a game, at its end.
    pub(super) fn new(session: &Session) -> Replay {
        Replay { whole: session.clone(), session: session.clone(), found: Vec::new(), review: None }
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

    /// What is known of a move, counted from 1.
    pub(super) fn found(&self, number: usize) -> Option<&ReviewedMove> {
        self.found.iter().find(|found| found.ply == number)
    }

    /// Whether there is nothing left to find out.
    pub(super) fn is_reviewed(&self) -> bool {
        self.review.is_some()
    }

    /// Takes moves that were judged, each one earlier than the one before.
    pub(super) fn learn(&mut self, judged: Vec<ReviewedMove>) {
        self.found.extend(judged);
    }

    /// Takes the review, and shows the move that decided the game if nobody has looked elsewhere.
    pub(super) fn conclude(&mut self, review: ReviewedGame) {
        self.found = review.moves.iter().rev().cloned().collect();
        self.review = Some(review);
        if self.shown() == self.moves().len() {
            self.go_to_decisive();
        }
    }

    /// Shows the move that decided the game. Returns whether there is one.
    pub(super) fn go_to_decisive(&mut self) -> bool {
        let decisive = self.review.as_ref().and_then(|review| review.decisive);
        if let Some(number) = decisive {
            self.go_to(number);
        }
        decisive.is_some()
    }

    /// Shows the game after this number of moves, or after all if there are fewer.
    pub(super) fn go_to(&mut self, count: usize) {
        self.session = self.whole.after(count);
    }

    /// Shows the next mistake. Returns whether there is one.
    pub(super) fn go_to_mistake(&mut self) -> bool {
        let is_mistake = |&number: &usize| self.found(number).is_some_and(|found| found.mistake.is_some());
        let next = (self.shown() + 1..=self.moves().len()).find(is_mistake);
        if let Some(number) = next {
            self.go_to(number);
        }
        next.is_some()
    }

    /// A move in words, counted from 1.
    pub(super) fn text(&self, number: usize) -> String {
        match (self.found(number), self.moves().get(number - 1)) {
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
        let (judged, count) = (self.found.len(), self.moves().len());
        self.review.as_ref().map_or_else(
            || format!("Reviewing: {judged} of {count} moves, from the last one back. S: stop"),
            summary,
        )
    }
}
