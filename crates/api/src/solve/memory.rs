//! Amounts of memory as people write them.

use std::fmt;
use std::str::FromStr;

use connect_toe_solve::Memory;

/// An amount of memory: `64M`, `1G`, `2500k`, or a number of bytes; units are powers of 1024. Less than `1M` is refused:
/// it is the number without its unit, or a search that does not end.
///
/// ```
/// use connect_toe_api::MemoryText;
/// let memory: MemoryText = "2500k".parse()?;
/// assert_eq!((memory.0.0, memory.to_string().as_str()), (2_560_000, "2500k"));
/// assert!("64".parse::<MemoryText>().is_err_and(|error| error.contains("64M")));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryText(pub Memory);

/// The least amount.
const LEAST: u64 = 1 << 20;
/// The largest amount: more is taken for a slip of the pen.
const MOST: u64 = 1 << 40;
const UNITS: [(char, u32); 3] = [('k', 10), ('M', 20), ('G', 30)];

impl FromStr for MemoryText {
    type Err = String;

    fn from_str(text: &str) -> Result<MemoryText, String> {
        let unit = text
            .chars()
            .last()
            .and_then(|last| UNITS.into_iter().find(|(letter, _)| letter.eq_ignore_ascii_case(&last)));
        let (number, places) = match unit {
            Some((_, places)) => (&text[..text.len() - 1], places),
            None => (text, 0),
        };
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            return Err("write a number of bytes, or a number with k, M or G: 64M, 1G".to_owned());
        }
        let bytes = number.parse().ok().and_then(|number: u64| number.checked_mul(1 << places));
        if bytes.is_some_and(|bytes| bytes < LEAST) {
            return Err(too_little(text, unit.is_some()));
        }
        let bytes = bytes.filter(|&bytes| bytes <= MOST).and_then(|bytes| usize::try_from(bytes).ok());
        bytes.map(|bytes| MemoryText(Memory(bytes))).ok_or_else(|| "at most 1024G are possible".to_owned())
    }
}

/// What is wrong with an amount below the least one.
fn too_little(text: &str, has_unit: bool) -> String {
    match text.trim_start_matches('0') {
        number if !has_unit && !number.is_empty() => {
            let unit = if number == "1" { "byte" } else { "bytes" };
            format!("this is {number} {unit}, and at least 1M is needed: {number}M or {number}G may be meant")
        }
        _ => "at least 1M is needed".to_owned(),
    }
}

impl fmt::Display for MemoryText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.0;
        let fits = |&&(_, places): &&(char, u32)| bytes >= 1 << places && bytes.is_multiple_of(1 << places);
        match UNITS.iter().rev().find(fits) {
            Some((letter, places)) => write!(f, "{}{letter}", bytes >> places),
            None => write!(f, "{bytes}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_round_trip() {
        for (text, bytes) in [
            ("1048577", (1 << 20) + 1),
            ("1025k", 1025 << 10),
            ("1M", 1 << 20),
            ("64M", 64 << 20),
            ("3G", 3 << 30),
        ] {
            let memory: MemoryText = text.parse().expect("an amount");
            assert_eq!((memory.0, memory.to_string().as_str()), (Memory(bytes), text));
        }
        assert_eq!("1024K".parse::<MemoryText>().map(|memory| memory.to_string()), Ok("1M".to_owned()));
        for text in ["", "M", "64Q", "-1", "1.5G", "64 M", "1025G", "99999999999999999999", "é", "1é"] {
            assert!(text.parse::<MemoryText>().is_err(), "{text}");
        }
    }

    #[test]
    fn less_than_a_mebibyte_is_refused() {
        let wrong = |text: &str| text.parse::<MemoryText>().expect_err(text);
        assert_eq!(wrong("64"), "this is 64 bytes, and at least 1M is needed: 64M or 64G may be meant");
        assert_eq!(wrong("1"), "this is 1 byte, and at least 1M is needed: 1M or 1G may be meant");
        for text in ["0", "00", "0G", "1023k", "512K"] {
            assert_eq!(wrong(text), "at least 1M is needed", "{text}");
        }
        assert!(wrong("1048575").starts_with("this is 1048575 bytes"));
    }
}
