//! Ranges of plies as people write them.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Plies: `A..B`, both included, or one number.
///
/// ```
/// use connect_toe_laboratory::Plies;
/// let plies: Plies = "20..30".parse()?;
/// assert_eq!((plies.to_string().as_str(), plies.0.contains(&30)), ("20..30", true));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plies(pub RangeInclusive<u32>);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

impl FromStr for Plies {
    type Err = String;

    fn from_str(text: &str) -> Result<Plies, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<u32>();
            number.map_err(|_| "plies are written as A..B, both included, or as one number".to_owned())
        };
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        Ok(Plies(number(first)?..=number(last)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        assert_eq!("20..30".parse(), Ok(Plies(20..=30)));
        assert_eq!("7".parse(), Ok(Plies(7..=7)));
        for wrong in ["", "..", "3..", "..4", "a..b", "1..2..3", "-1..4", "1..=4"] {
            assert!(wrong.parse::<Plies>().is_err(), "{wrong}");
        }
    }
}
