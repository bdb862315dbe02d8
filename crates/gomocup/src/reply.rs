//! What a brain writes.

use std::fmt;

use crate::point::Point;

/// A line from the brain to the manager.
///
/// ```
/// use connect_toe_gomocup::{Point, Reply};
/// assert_eq!(Reply::parse("7,8"), Some(Reply::Moves(vec![Point { x: 7, y: 8 }])));
/// assert_eq!(Reply::parse("MESSAGE deep in thought"), Some(Reply::Message("deep in thought".to_owned())));
/// assert_eq!(Reply::parse("resigns"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Moves: mostly one; of an opening several.
    Moves(Vec<Point>),
    /// The other colour.
    Swap,
    /// It is done.
    Ok(String),
    /// It cannot be done, for this reason.
    Error(String),
    /// The command is not known.
    Unknown(String),
    /// A word for people.
    Message(String),
    /// A word for programmers.
    Debug(String),
    /// A move that the manager may replace by another.
    Suggest(Point),
    /// The answer to `ABOUT`.
    About(String),
    /// The cells where the side to move may not move.
    Forbidden(Vec<Point>),
}

impl Reply {
    /// Reads a line; `None` if it is not a line of a brain.
    pub fn parse(line: &str) -> Option<Reply> {
        let line = line.trim();
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            let moves: Result<Vec<Point>, _> = line.split_whitespace().map(str::parse).collect();
            // A cell may be written with a space after the comma.
            return moves.or_else(|_| line.parse().map(|point| vec![point])).ok().map(Reply::Moves);
        }
        let (name, rest) = line.split_once(|letter: char| letter.is_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = || rest.to_owned();
        match name.to_ascii_uppercase().as_str() {
            "OK" => Some(Reply::Ok(text())),
            "ERROR" => Some(Reply::Error(text())),
            "UNKNOWN" => Some(Reply::Unknown(text())),
            "MESSAGE" => Some(Reply::Message(text())),
            "DEBUG" => Some(Reply::Debug(text())),
            "SWAP" if rest.is_empty() => Some(Reply::Swap),
            "SUGGEST" => rest.parse().ok().map(Reply::Suggest),
            "FORBID" => forbidden(rest).map(Reply::Forbidden),
            _ if line.to_ascii_lowercase().starts_with("name=") => Some(Reply::About(line.to_owned())),
            _ => None,
        }
    }
}

/// Reads `XXYYXXYY….`
fn forbidden(text: &str) -> Option<Vec<Point>> {
    let digits = text.strip_suffix('.')?.as_bytes();
    let (cells, []) = digits.as_chunks::<4>() else { return None };
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse().ok();
    cells.iter().map(|cell| Some(Point { x: number(&cell[..2])?, y: number(&cell[2..])? })).collect()
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut word = |word: &str, text: &str| {
            f.write_str(word)?;
            if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
        };
        match self {
            Reply::Swap => f.write_str("SWAP"),
            Reply::Ok(text) => word("OK", text),
            Reply::Error(text) => word("ERROR", text),
            Reply::Unknown(text) => word("UNKNOWN", text),
            Reply::Message(text) => word("MESSAGE", text),
            Reply::Debug(text) => word("DEBUG", text),
            Reply::Suggest(point) => write!(f, "SUGGEST {point}"),
            Reply::About(text) => f.write_str(text),
            Reply::Moves(points) => {
                let texts: Vec<String> = points.iter().map(Point::to_string).collect();
                f.write_str(&texts.join(" "))
            }
            Reply::Forbidden(points) => {
                f.write_str("FORBID ")?;
                points.iter().try_for_each(|point| write!(f, "{:02}{:02}", point.x, point.y))?;
                f.write_str(".")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_round_trip() {
        let lines = [
            "7,8",
            "1,2 3,4 5,6",
            "SWAP",
            "OK",
            "ERROR the board is full",
            "UNKNOWN",
            "MESSAGE hello",
            "DEBUG 1",
            "SUGGEST 3,4",
            "name=\"X\", version=\"1\"",
            "FORBID 01021113.",
            "FORBID .",
        ];
        for line in lines {
            assert_eq!(Reply::parse(line).map(|reply| reply.to_string()), Some(line.to_owned()));
        }
        for line in ["7", "7,", "7,8,9", "1,2 x", "SUGGEST", "FORBID 012.", "hello", "-1,2"] {
            assert_eq!(Reply::parse(line), None, "{line}");
        }
    }
}
