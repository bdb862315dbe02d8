//! Pairs of numbers that do not count from 1: those of the Gomocup protocol, and of its openings.

use crate::error::ReadError;
use crate::format::{MOST_WORDS, Sheet, To, Written};

/// The pairs of a text, each as written and as numbers; `None` for other text.
struct Pairs<'a> {
    all: Vec<(&'a str, i64, i64)>,
    /// Whether a comma comes after each pair but the last.
    have_commas: bool,
    /// Whether no comma comes after a pair.
    have_spaces: bool,
}

fn pairs(text: &str) -> Option<Pairs<'_>> {
    let mut words = text.split_whitespace().take(MOST_WORDS).peekable();
    let mut found = Pairs { all: Vec::new(), have_commas: true, have_spaces: true };
    while let Some(word) = words.next() {
        let pair = word.strip_suffix([',', ';']);
        if pair.is_some() || words.peek().is_some() {
            found.have_commas &= pair.is_some();
            found.have_spaces &= pair.is_none();
        }
        let pair = pair.unwrap_or(word);
        let (x, y) = pair.split_once(',')?;
        found.all.push((pair, number(x)?, number(y)?));
    }
    (!found.all.is_empty()).then_some(found)
}

/// A whole number, with or without a minus; far from any board if it is huge.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse::<i32>().map_or(i64::MAX / 2, i64::from))
}

/// Pairs with spaces between them, one of which cannot count from 1.
pub(crate) fn looks_like_gomocup(sheet: &Sheet, text: &str) -> bool {
    let has = |pairs: &Pairs, is: fn(i64) -> bool| pairs.all.iter().any(|&(_, x, y)| is(x) || is(y));
    let fits = |pairs: &Pairs| pairs.have_spaces && has(pairs, |n| n == 0) && !has(pairs, |n| n < 0);
    sheet.is_paper() && pairs(text).as_ref().is_some_and(fits)
}

/// Pairs with commas after them, or pairs that do not count from 1.
pub(crate) fn looks_like_offsets(sheet: &Sheet, text: &str) -> bool {
    let is_from_0 = |pairs: &Pairs| pairs.all.iter().any(|&(_, x, y)| x <= 0 || y <= 0);
    let several = |pairs: &Pairs| pairs.have_commas && pairs.all.len() > 1;
    let fits = |pairs: &Pairs| several(pairs) || (pairs.have_spaces && is_from_0(pairs));
    sheet.is_paper() && pairs(text).as_ref().is_some_and(fits)
}

pub(crate) fn parse_gomocup(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    parse(sheet, "gomocup", text, (0, 0))
}

pub(crate) fn parse_offsets(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    let (columns, rows) = sheet.flat().unwrap_or_default();
    parse(sheet, "offset", text, (columns / 2, rows / 2))
}

fn parse(
    sheet: &Sheet,
    format: &'static str,
    text: &str,
    (column, row): (u16, u16),
) -> Result<Written, ReadError> {
    if !sheet.is_paper() {
        return Err(ReadError::form(format, "it is for boards of two dimensions with any empty cell a move"));
    }
    if text.is_empty() {
        return Ok(Written::default());
    }
    let Some(found) = pairs(text) else {
        return Err(ReadError::form(format, "write X,Y for each move, with spaces between them"));
    };
    let to = |x: i64, y: i64| match sheet.counted_from_top(x + i64::from(column), y + i64::from(row)) {
        To::Nowhere(why) if column > 0 => {
            To::Nowhere(format!("{why}, counted from the middle; write only spaces between numbers from 1"))
        }
        To::Nowhere(why) => To::Nowhere(format!("{why}, counted from 0")),
        to => to,
    };
    Ok(Written::line(found.all.into_iter().map(|(pair, x, y)| (pair.to_owned(), to(x, y)))))
}
