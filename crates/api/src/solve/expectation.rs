//! The lines of a file of positions, and what they expect.

use std::fmt;

use connect_toe_solve::{Answer, ExactResult};
use serde::{Deserialize, Serialize};

/// One line: `MOVES [EXPECTED]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    /// The moves as written; empty for the empty board.
    pub(crate) moves: String,
    /// The value that the line expects.
    pub(crate) expected: Option<Expected>,
    /// Whether it is a game with a header, which has no expected value.
    pub(crate) is_game: bool,
    /// The moves as cells, once they are read.
    pub(crate) cells: String,
}

/// An expected value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The score of some Connect Four solvers, see [`ScoreKind::Pons`](super::ScoreKind).
    Score(i64),
    /// The result, with the plies to the end if they were given.
    Result(ExactResult, Option<u32>),
}

/// An expected value as an answer has it: a score, or a result such as `win in 7`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ExpectedValue {
    /// The score of some Connect Four solvers.
    Score(i64),
    /// `win`, `draw` or `loss`, with plies to the end if they were given.
    Result(String),
}

impl From<Expected> for ExpectedValue {
    fn from(expected: Expected) -> ExpectedValue {
        match expected {
            Expected::Score(score) => ExpectedValue::Score(score),
            Expected::Result(..) => ExpectedValue::Result(expected.to_string()),
        }
    }
}

impl fmt::Display for ExpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedValue::Score(score) => write!(f, "score {score}"),
            ExpectedValue::Result(result) => f.write_str(result),
        }
    }
}

const RESULTS: [ExactResult; 3] = [ExactResult::Win, ExactResult::Draw, ExactResult::Loss];

impl Line {
    /// Reads a line, or nothing if it is blank or a comment.
    ///
    /// The last of several words is the expected value if it is a number, `win`, `draw` or `loss`; the last two are if
    /// they are `win` or `loss` and a number. A word after one with a comma at its end is part of a list of moves; after a
    /// comma in the same word, as in the data sets of the UCI repository, a result is that of X. Moves are `-` or left out for the empty board. Some editors begin a file
    /// with a mark of its encoding, which is not part of the line.
    pub(crate) fn parse(text: &str) -> Option<Line> {
        let text = text.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let result =
            |word: &str| RESULTS.into_iter().find(|result| result.to_string().eq_ignore_ascii_case(word));
        let (moves, expected) = match &words[..] {
            [] => return None,
            [moves @ .., name, plies] if result(name).is_some() && plies.parse::<u32>().is_ok() => {
                (moves, result(name).map(|result| Expected::Result(result, plies.parse().ok())))
            }
            [moves @ .., name] if result(name).is_some() => {
                (moves, result(name).map(|result| Expected::Result(result, None)))
            }
            [row] if of_x(row).is_some() => return of_x(row),
            [.., before, score] if !before.ends_with(',') => match score.parse() {
                Ok(number) => (&words[..words.len() - 1], Some(Expected::Score(number))),
                Err(_) => (&words[..], None),
            },
            _ => (&words[..], None),
        };
        let moves = if moves == ["-"] { String::new() } else { moves.join(" ") };
        Some(Line { moves, expected, ..Line::default() })
    }

    /// A game with a header, in one line.
    pub(crate) fn of_game(moves: String) -> Line {
        Line { moves, is_game: true, ..Line::default() }
    }
}

/// A row of cells with commas, and after them the result for X.
fn of_x(row: &str) -> Option<Line> {
    let (cells, name) = row.rsplit_once(',')?;
    let result = RESULTS.into_iter().find(|result| result.to_string().eq_ignore_ascii_case(name))?;
    let stones = |letter: char| {
        cells.split(',').filter(|cell| cell.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]))).count()
    };
    let result = match result {
        ExactResult::Win if stones('x') > stones('o') => ExactResult::Loss,
        ExactResult::Loss if stones('x') > stones('o') => ExactResult::Win,
        result => result,
    };
    let expected = Some(Expected::Result(result, None));
    Some(Line { moves: cells.to_owned(), expected, ..Line::default() })
}

impl Expected {
    /// Whether that is the value found, or as much of it as the question asked for; `None` if no value was found.
    pub(crate) fn agrees(self, answer: &Answer) -> Option<bool> {
        let found = answer.result()?;
        let is_result_only = answer.question.weak && !answer.is_over();
        if is_result_only || matches!(self, Expected::Result(_, None)) || self.result() != found {
            return Some(self.result() == found);
        }
        // The distance may not have been found.
        let _ = answer.value()?;
        Some(match self {
            Expected::Score(score) => answer.score_pons() == Some(score),
            Expected::Result(_, plies) => answer.distance() == plies,
        })
    }

    /// The result, without the distance.
    fn result(self) -> ExactResult {
        match self {
            Expected::Result(result, _) => result,
            Expected::Score(score) => match score.signum() {
                1 => ExactResult::Win,
                -1 => ExactResult::Loss,
                _ => ExactResult::Draw,
            },
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Score(score) => write!(f, "score {score}"),
            Expected::Result(result, Some(plies)) => write!(f, "{result} in {plies}"),
            Expected::Result(result, None) => write!(f, "{result}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let line =
            |moves: &str, expected| Some(Line { moves: moves.to_owned(), expected, ..Line::default() });
        for (text, expected) in [
            ("", None),
            ("  # nothing", None),
            ("4453", line("4453", None)),
            ("4453 -2", line("4453", Some(Expected::Score(-2)))),
            ("4453 11 # from a list", line("4453", Some(Expected::Score(11)))),
            ("a1 b2 c3", line("a1 b2 c3", None)),
            ("a1 b2 draw", line("a1 b2", Some(Expected::Result(ExactResult::Draw, None)))),
            ("a1 b2 loss 4", line("a1 b2", Some(Expected::Result(ExactResult::Loss, Some(4))))),
            ("- 1", line("", Some(Expected::Score(1)))),
            ("-", line("", None)),
            ("win 41", line("", Some(Expected::Result(ExactResult::Win, Some(41))))),
            ("\u{feff}4453 -2", line("4453", Some(Expected::Score(-2)))),
            ("\u{feff}", None),
            ("a1 b2 Draw", line("a1 b2", Some(Expected::Result(ExactResult::Draw, None)))),
            ("a1 b2 LOSS 4", line("a1 b2", Some(Expected::Result(ExactResult::Loss, Some(4))))),
            ("0, 3, 2", line("0, 3, 2", None)),
            ("0, 3, 2 -4", line("0, 3, 2", Some(Expected::Score(-4)))),
            ("x,o,b,win", line("x,o,b", Some(Expected::Result(ExactResult::Win, None)))),
            ("x,b,b,win", line("x,b,b", Some(Expected::Result(ExactResult::Loss, None)))),
            ("44 5 6", line("44 5", Some(Expected::Score(6)))),
        ] {
            assert_eq!(Line::parse(text), expected, "{text}");
        }
    }
}
