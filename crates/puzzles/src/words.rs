//! What puzzles say to people.

use connect_toe_game::{Game, Side};

use crate::puzzle::{Clue, Goal, Puzzle};

impl Puzzle {
    /// The task in a sentence without its full stop: `X to move wins in 3 moves`.
    pub fn text(&self) -> String {
        task(self.goal, self.to_move)
    }

    /// A first nudge, from facts about the good move.
    pub fn hint(&self, game: &Game) -> String {
        match self.clue {
            Clue::Threats(0) => {
                "The win begins with a quiet move: it does not threaten to complete a line at once."
                    .to_owned()
            }
            Clue::Threats(1) => {
                "The win begins with a threat to complete a line, which has one answer.".to_owned()
            }
            Clue::Threats(_) => "Look for a move that threatens twice.".to_owned(),
            Clue::NoSafeMove => {
                "Count the moves that complete no line: the other side must run out of them.".to_owned()
            }
            Clue::Threat(cell) => format!("One of the two threats is at {}.", game.cell_text(cell)),
            Clue::Refutation(reply, count, others) if count == others => {
                format!("All other moves lose to {}.", game.cell_text(reply))
            }
            Clue::Refutation(reply, count, others) => {
                format!("{count} of the {others} other moves lose to {}.", game.cell_text(reply))
            }
            Clue::Lost(others) => format!("The {others} other moves lose."),
        }
    }
}

/// The task of a goal.
pub(crate) fn task(goal: Goal, to_move: Side) -> String {
    let name = to_move.to_string().to_uppercase();
    match goal {
        Goal::Win { .. } => {
            format!("{name} to move wins in {} moves", goal.own_moves().unwrap_or_default())
        }
        Goal::Fork => format!("{name} to move: find the move that threatens twice"),
        Goal::Hold { within: None } => format!("{name} to move: find the only move that does not lose"),
        Goal::Hold { within: Some(plies) } => {
            let moves = plies / 2;
            format!("{name} to move: find the only move that does not lose within {moves} moves")
        }
    }
}
