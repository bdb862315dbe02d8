use std::ops::RangeInclusive;
use std::str::FromStr;

/// `A..B`, both included, or one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plies(pub(super) RangeInclusive<u32>);

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
