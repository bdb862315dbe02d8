//! What is wrong with a request, as data for programs.

use std::fmt;

use connect_toe_game::{SpecError, SpecReason, text};
use connect_toe_records::ReadError;
use serde::Serialize;

/// One thing that is wrong with a request, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// A name that stays the same: that of a [`Fault`], or of what is wrong with the text of a game, as `zero-run`.
    pub reason: &'static str,
    /// The field of the request that it concerns, or the part of a game's text: `sizes`, `run`, `faces`, `flags`, `text`.
    pub field: Option<String>,
    /// Which move is wrong, counted from 1, if the field is a list of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The moves before that one, as cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Vec<String>>,
    /// The name that was probably meant, if the name of a game or of a rule variation is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// What is wrong, in words.
    pub error: String,
}

impl Reason {
    /// What is wrong, and with which field.
    pub fn new(fault: Fault, field: Option<&str>, error: impl fmt::Display) -> Reason {
        let error = text::message(&error.to_string());
        let field = field.map(str::to_owned);
        Reason { reason: fault.name(), field, number: None, before: None, suggestion: None, error }
    }

    /// Why a list of moves is refused.
    pub(crate) fn of_moves(field: &str, error: &ReadError, before: &[String]) -> Reason {
        let number = error.number();
        let before = number.filter(|number| *number == before.len() + 1).map(|_| before.to_vec());
        Reason { number, before, ..Reason::new(Fault::IllegalMoves, Some(field), error) }
    }

    /// Everything that is wrong with the text of a game.
    pub fn of_game(error: &SpecError) -> Vec<Reason> {
        let reason = |reason: &SpecReason| {
            let ((name, part), error) = (reason.code(), text::message(&reason.to_string()));
            let suggestion = match reason {
                SpecReason::NoSuchGame(unknown) | SpecReason::Flag(unknown) => unknown.suggestion(),
                _ => None,
            };
            let (field, suggestion) = (Some(part.name().to_owned()), suggestion.map(str::to_owned));
            Reason { reason: name, field, number: None, before: None, suggestion, error }
        };
        error.reasons.iter().map(reason).collect()
    }
}

/// What can be wrong with a request, apart from the text of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`Fault::ALL` says what each is")]
pub enum Fault {
    NotJson,
    WrongField,
    MissingField,
    ExclusiveFields,
    Limit,
    NoFiles,
    Clock,
    NoSuchPlayer,
    NoSuchHeuristic,
    IllegalMoves,
    MovesAndBoard,
    WrongBoard,
    OpenTurn,
    WrongTurn,
    GameOver,
    NoSuchPart,
    NotPlayed,
    WrongExperiment,
    WrongTask,
    NoSuchFile,
    FileExists,
    FileInUse,
    UnusableFile,
    WrongFile,
    NotPossible,
}

impl Fault {
    /// Every fault, its name in answers, which stays the same, and what it is.
    pub const ALL: [(Fault, &str, &str); 25] = [
        (Fault::NotJson, "not-json", "the body is not JSON"),
        (Fault::WrongField, "wrong-field", "the field's text or number is not one that it can have"),
        (Fault::MissingField, "missing-field", "the field must be given"),
        (Fault::ExclusiveFields, "exclusive-fields", "the field and another one exclude each other"),
        (Fault::Limit, "limit", "more is asked for than is possible here"),
        (Fault::NoFiles, "no-files", "a request through this server cannot name the file"),
        (Fault::Clock, "clock", "a player of a single move has no clock"),
        (Fault::NoSuchPlayer, "no-such-player", "the text is not a player"),
        (Fault::NoSuchHeuristic, "no-such-heuristic", "the text is not a heuristic"),
        (Fault::IllegalMoves, "illegal-moves", "the moves are not moves of the game"),
        (Fault::MovesAndBoard, "moves-and-board", "the position is given twice"),
        (Fault::WrongBoard, "wrong-board", "the board is not one of the game"),
        (Fault::OpenTurn, "open-turn", "the board does not tell who is to move"),
        (Fault::WrongTurn, "wrong-turn", "the other side is to move"),
        (Fault::GameOver, "game-over", "there is no move to choose"),
        (
            Fault::NoSuchPart,
            "no-such-part",
            "the experiment does not have it: a study, a cell, a game, a pair",
        ),
        (Fault::NotPlayed, "not-played", "it has not been played yet"),
        (
            Fault::WrongExperiment,
            "wrong-experiment",
            "the text is not an experiment, or not one that can be played",
        ),
        (Fault::WrongTask, "wrong-task", "another machine's task cannot be done here"),
        (Fault::NoSuchFile, "no-such-file", "the file or its folder does not exist"),
        (Fault::FileExists, "file-exists", "the file would be replaced"),
        (Fault::FileInUse, "file-in-use", "another run of the program uses the file"),
        (Fault::UnusableFile, "unusable-file", "the file cannot be read or written"),
        (Fault::WrongFile, "wrong-file", "the file does not hold what is needed"),
        (Fault::NotPossible, "not-possible", "it is not possible for this game"),
    ];

    /// Its name in answers, which stays the same.
    pub const fn name(self) -> &'static str {
        Fault::ALL[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_game_names_the_one_that_was_meant() {
        let suggestions = |text: &str| {
            let error = text.parse::<connect_toe_game::GameSpec>().expect_err("it is mistyped");
            Reason::of_game(&error).into_iter().map(|reason| reason.suggestion).collect::<Vec<_>>()
        };
        assert_eq!(suggestions("conect-four"), [Some("connect-four".to_owned())]);
        assert_eq!(suggestions("3x3:3:free:torsu"), [Some("torus".to_owned())]);
        assert_eq!(suggestions("3x3:q"), [None]);
    }

    #[test]
    fn faults_are_in_their_order() {
        assert!(Fault::ALL.iter().enumerate().all(|(place, (fault, ..))| *fault as usize == place));
    }
}
