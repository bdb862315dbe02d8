//! The move that the computer has just made, and what is told of it.

use connect_toe_api::ChosenMove;
use connect_toe_game::Side;

use super::session::{Session, capital};
use super::thinking::worth_note;

/// Whether the computer's moves are told with their reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reasons {
    #[default]
    Told,
    Hidden,
}

impl Reasons {
    /// Changes to the other, and says so.
    pub(super) fn change(&mut self) -> &'static str {
        let (other, text) = match self {
            Reasons::Told => (Reasons::Hidden, "reasons of the computer's moves are not told"),
            Reasons::Hidden => (Reasons::Told, "reasons of the computer's moves are told"),
        };
        *self = other;
        text
    }
}

/// A move of the computer.
#[derive(Clone, Debug)]
pub(super) struct LastMove {
    pub(super) side: Side,
    pub(super) chosen: ChosenMove,
}

impl LastMove {
    /// What is told at once: the move, and its first reason that is not its chances unless reasons are hidden. The computer's
    /// chances are told only when it is asked, or where nobody plays against it.
    pub(super) fn told(&self, session: &Session, reasons: Reasons) -> String {
        let value = if session.is_watched() { self.value(session) } else { String::new() };
        let reason = self.chosen.reasons.iter().find(|reason| !reason.is_proof());
        let reason = reason.filter(|_| reasons == Reasons::Told);
        let because = reason.map_or_else(String::new, |reason| format!(": {}", reason.text));
        format!("{}{value}{because}", self.name())
    }

    /// What is told when it is asked: why, and what the computer thinks of its chances.
    pub(super) fn why(&self, session: &Session) -> String {
        match (self.value(session), self.because()) {
            (value, because) if value.is_empty() && because.is_empty() => {
                format!("{} and does not say why", self.name())
            }
            (value, because) => format!("{}{because}{value}", self.name()),
        }
    }

    fn name(&self) -> String {
        format!("{} plays {}", capital(self.side), self.chosen.cell)
    }

    fn because(&self) -> String {
        self.chosen.why().map_or_else(String::new, |reason| format!(": {reason}"))
    }

    fn value(&self, session: &Session) -> String {
        worth_note(session, self.side, &self.chosen.worth)
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_api::{StatedReason, StatedWorth};

    use super::super::session::tests::{NOBODY, YOU_ARE_X, session};
    use super::*;

    #[test]
    fn chances_are_told_when_asked_and_reasons_unless_hidden() {
        let worth = StatedWorth { score: Some(0.8), ..StatedWorth::default() };
        let text = "blocks X's three (a1 b1 c1 d1)".to_owned();
        let reason = StatedReason { kind: "blocks".to_owned(), cells: Vec::new(), moves: Vec::new(), text };
        let chosen = ChosenMove { cell: "d1".to_owned(), value: 0, worth, nodes: 1, reasons: vec![reason] };
        let last = LastMove { side: Side::O, chosen };
        let (against, watched) =
            (session("connect-four", "d1", YOU_ARE_X), session("connect-four", "d1", NOBODY));
        assert_eq!(last.told(&against, Reasons::Told), "O plays d1: blocks X's three (a1 b1 c1 d1)");
        assert_eq!(last.told(&against, Reasons::Hidden), "O plays d1");
        assert_eq!(last.why(&against), "O plays d1: blocks X's three (a1 b1 c1 d1) (20 % for X)");
        assert_eq!(last.told(&watched, Reasons::Hidden), "O plays d1 (20 % for X)");
        let mut proven = last.clone();
        proven.chosen.reasons[0].kind = "proven".to_owned();
        assert_eq!(proven.told(&against, Reasons::Told), "O plays d1", "how sure it is");
        let silent = ChosenMove { reasons: Vec::new(), ..last.chosen.clone() };
        let silent = LastMove { chosen: silent, ..last };
        assert_eq!(silent.why(&against), "O plays d1 (20 % for X)");
        let chosen = ChosenMove { worth: StatedWorth::default(), ..silent.chosen };
        let silent = LastMove { chosen, ..silent };
        assert_eq!(silent.why(&against), "O plays d1 and does not say why");
    }
}
