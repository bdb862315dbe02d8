//! What is known of a game, and its text.

use std::fmt;
use std::str::FromStr;

use connect_toe_solve::{ExactResult, Value};
use thiserror::Error;

/// What is known of a game's empty board. Values are for X, who moves first.
///
/// Its text has four words: the value, the best first moves, the nodes, the seconds.
///
/// ```text
/// W41 200 27956711 4.1       X wins in 41 plies. The best moves are the cells of the bits of 0x200, the lowest for
///                            the first cell in canonical order. 27,956,711 nodes were searched, in 4.1 seconds
/// = 1ff 304 0                a draw that all nine cells keep
/// L12..= - 1000000 0.9       X does not win, and does not lose before the 12th ply; no move is known to be best
/// ```
///
/// ```
/// use connect_toe_atlas::Known;
/// use connect_toe_solve::Value;
/// let known: Known = "W3..W1 - 120 0".parse()?;
/// assert_eq!((known.at_least, known.at_most, known.value()), (Value::Win(3), Value::Win(1), None));
/// assert_eq!(known.to_string(), "W3..W1 - 120 0");
/// # Ok::<(), connect_toe_atlas::KnownError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The value is not less.
    pub at_least: Value,
    /// The value is not more.
    pub at_most: Value,
    /// The places of the best first moves in canonical order, rising; `None` if they were not all found.
    pub best: Option<Vec<usize>>,
    /// Nodes that were searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A text that does not say what is known of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a value, best moves, nodes and seconds, such as `W41 200 27956711 4.1`")]
pub struct KnownError(String);

impl Known {
    /// The value, if it is known.
    pub fn value(&self) -> Option<Value> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The result for X, if it is known.
    pub fn result(&self) -> Option<ExactResult> {
        let results = [self.at_least, self.at_most].map(Value::result);
        (results[0] == results[1]).then_some(results[0])
    }

    /// A value in short: `W41`, `=`, `L12`.
    pub fn short(value: Value) -> String {
        match value {
            Value::Win(plies) => format!("W{plies}"),
            Value::Draw => "=".to_owned(),
            Value::Loss(plies) => format!("L{plies}"),
        }
    }

    /// Reads a value in short.
    pub fn read_value(text: &str) -> Option<Value> {
        match text.split_at_checked(1)? {
            ("=", "") => Some(Value::Draw),
            ("W", plies) => plies.parse().ok().map(Value::Win),
            ("L", plies) => plies.parse().ok().map(Value::Loss),
            _ => None,
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Known::short(self.at_least))?;
        if self.at_least != self.at_most {
            write!(f, "..{}", Known::short(self.at_most))?;
        }
        let best = self.best.as_deref().map_or_else(|| "-".to_owned(), hex);
        let seconds = (self.seconds * 1000.0).round() / 1000.0;
        write!(f, " {best} {} {seconds}", self.nodes)
    }
}

impl FromStr for Known {
    type Err = KnownError;

    fn from_str(text: &str) -> Result<Known, KnownError> {
        read(text).ok_or_else(|| KnownError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Known> {
    let mut words = text.split(' ');
    let (value, best) = (words.next()?, words.next()?);
    let (nodes, seconds) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    if words.next().is_some() {
        return None;
    }
    let (at_least, at_most) = value.split_once("..").unwrap_or((value, value));
    let best = if best == "-" { None } else { Some(places(best)?) };
    Some(Known {
        at_least: Known::read_value(at_least)?,
        at_most: Known::read_value(at_most)?,
        best,
        nodes,
        seconds,
    })
}

/// A set of places as a number to base 16, whose lowest bit is the first.
fn hex(places: &[usize]) -> String {
    let mut digits = vec![0_u32; places.iter().max().map_or(1, |place| place / 4 + 1)];
    for place in places {
        digits[place / 4] |= 1 << (place % 4);
    }
    digits.iter().rev().filter_map(|&digit| char::from_digit(digit, 16)).collect()
}

fn places(hex: &str) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    for (number, digit) in hex.chars().rev().enumerate() {
        let digit = digit.to_digit(16)?;
        places.extend((0..4).filter(|bit| digit >> bit & 1 == 1).map(|bit| 4 * number + bit));
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "W41 200 27956711 4.1",
            "= 1ff 304 0",
            "L12..= - 1000000 0.9",
            "L0 0 0 0",
            "W1 10000000000000001 7 0.001",
        ] {
            let known: Known = text.parse().expect(text);
            assert_eq!(known.to_string(), text);
        }
        for text in ["", "W41", "W - 1 0", "W1..  - 1 0", "W1 g 1 0", "W1 - 1 0 0", "=3 - 1 0", "É - 1 0"] {
            assert!(text.parse::<Known>().is_err(), "{text}");
        }
    }
}
