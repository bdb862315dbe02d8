//! Amounts of memory as people write them.

use std::fmt;
use std::str::FromStr;

use connect_toe_solve::Memory;

/// An amount of memory: `64M`, `1G`, `512k`, or a number of bytes; units are powers of 1024.
///
/// ```
/// use connect_toe_api::MemoryText;
/// let memory: MemoryText = "512k".parse()?;
/// assert_eq!((memory.0.0, memory.to_string().as_str()), (524_288, "512k"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryText(pub Memory);

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
            return Err("write a number of bytes, or a number with k, M or G: 512k, 64M, 1G".to_owned());
        }
        let bytes = number.parse().ok().and_then(|number: u64| number.checked_mul(1 << places));
        let bytes = bytes.filter(|&bytes| bytes <= MOST).and_then(|bytes| usize::try_from(bytes).ok());
        bytes.map(|bytes| MemoryText(Memory(bytes))).ok_or_else(|| "at most 1024G are possible".to_owned())
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
        for (text, bytes) in
            [("0", 0), ("1000", 1000), ("512k", 512 << 10), ("64M", 64 << 20), ("3G", 3 << 30)]
        {
            let memory: MemoryText = text.parse().expect("an amount");
            assert_eq!((memory.0, memory.to_string().as_str()), (Memory(bytes), text));
        }
        assert_eq!("1024K".parse::<MemoryText>().map(|memory| memory.to_string()), Ok("1M".to_owned()));
        for text in ["", "M", "64Q", "-1", "1.5G", "64 M", "1025G", "99999999999999999999", "é", "1é"] {
            assert!(text.parse::<MemoryText>().is_err(), "{text}");
        }
    }
}
