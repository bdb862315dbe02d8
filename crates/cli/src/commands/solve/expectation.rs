//! The lines of a file of positions, and what they expect.

use std::fmt;

use connect_toe_solve::Value;

/// One line: `MOVES [EXPECTED]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The moves as written; empty for the empty board.
    pub(crate) moves: String,
    /// What somebody else says of the position.
    pub(crate) expected: Option<Expected>,
}

/// An expected value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The score of some Connect Four solvers, see `--score pons`.
    Score(i64),
    /// `win`, `draw` or `loss`, with plies to the end if they were given.
    Result(&'static str, Option<u32>),
}

const RESULTS: [&str; 3] = ["win", "draw", "loss"];

impl Line {
    /// Reads a line, or nothing if it is blank or a comment.
    ///
    /// The last of several words is what is expected if it is a number, `win`, `draw` or `loss`, the last two if
    /// they are `win` or `loss` and a number. Moves are `-` or left out for the empty board. Some editors begin a file
    /// with a mark of its encoding, which is no part of the line.
    pub(crate) fn parse(text: &str) -> Option<Line> {
        let text = text.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let result = |word: &str| RESULTS.into_iter().find(|&name| name.eq_ignore_ascii_case(word));
        let (moves, expected) = match &words[..] {
            [] => return None,
            [moves @ .., name, plies] if result(name).is_some() && plies.parse::<u32>().is_ok() => {
                (moves, result(name).map(|name| Expected::Result(name, plies.parse().ok())))
            }
            [moves @ .., name] if result(name).is_some() => {
                (moves, result(name).map(|name| Expected::Result(name, None)))
            }
            [_, .., score] => match score.parse() {
                Ok(number) => (&words[..words.len() - 1], Some(Expected::Score(number))),
                Err(_) => (&words[..], None),
            },
            [_] => (&words[..], None),
        };
        let moves = if moves == ["-"] { String::new() } else { moves.join(" ") };
        Some(Line { moves, expected })
    }
}

impl Expected {
    /// Whether that is the value found, or as much of it as was asked for.
    pub(crate) fn agrees(self, value: Value, weak: bool, score: i64) -> bool {
        match self {
            Expected::Score(expected) if weak => expected.signum() == score.signum(),
            Expected::Score(expected) => expected == score,
            Expected::Result(name, plies) => {
                name == super::result_name(value) && (weak || plies.is_none() || plies == value.distance())
            }
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Score(score) => write!(f, "score {score}"),
            Expected::Result(name, Some(plies)) => write!(f, "{name} in {plies}"),
            Expected::Result(name, None) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let line = |moves: &str, expected| Some(Line { moves: moves.to_owned(), expected });
        for (text, expected) in [
            ("", None),
            ("  # nothing", None),
            ("4453", line("4453", None)),
            ("4453 -2", line("4453", Some(Expected::Score(-2)))),
            ("4453 11 # from a list", line("4453", Some(Expected::Score(11)))),
            ("a1 b2 c3", line("a1 b2 c3", None)),
            ("a1 b2 draw", line("a1 b2", Some(Expected::Result("draw", None)))),
            ("a1 b2 loss 4", line("a1 b2", Some(Expected::Result("loss", Some(4))))),
            ("- 1", line("", Some(Expected::Score(1)))),
            ("-", line("", None)),
            ("win 41", line("", Some(Expected::Result("win", Some(41))))),
            ("\u{feff}4453 -2", line("4453", Some(Expected::Score(-2)))),
            ("\u{feff}", None),
            ("a1 b2 Draw", line("a1 b2", Some(Expected::Result("draw", None)))),
            ("a1 b2 LOSS 4", line("a1 b2", Some(Expected::Result("loss", Some(4))))),
            ("44 5 6", line("44 5", Some(Expected::Score(6)))),
        ] {
            assert_eq!(Line::parse(text), expected, "{text}");
        }
    }
}
