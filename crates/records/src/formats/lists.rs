//! Lists of numbers, one a move: `OpenSpiel`'s history, and columns with commas.

use crate::error::ReadError;
use crate::format::{MOST_WORDS, NOT_FLAT, Sheet, To, Written};

/// The numbers of a list with commas, in brackets or not; `None` for other text.
fn numbers(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let list = inner.unwrap_or(text);
    if inner.is_none() && !list.contains(',') {
        return None;
    }
    let numbers: Vec<&str> = list.split(',').map(str::trim).take(MOST_WORDS).collect();
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.iter().all(is_number).then_some(numbers)
}

fn moves(text: &str, to: impl Fn(i64) -> To) -> Written {
    let text = text.trim_matches(['[', ']']);
    let words = text.split(|character: char| character == ',' || character.is_whitespace());
    let words = words.filter(|word| !word.is_empty());
    Written::line(words.map(|word| {
        let number = word.parse().map(&to);
        (word.to_owned(), number.unwrap_or_else(|_| To::Nowhere("it is not a number".to_owned())))
    }))
}

pub(crate) fn looks_like_columns(sheet: &Sheet, text: &str) -> bool {
    (sheet.has_columns() || sheet.geometry.sizes().len() == 1) && numbers(text).is_some()
}

pub(crate) fn parse_columns(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    if !sheet.has_columns() && sheet.geometry.sizes().len() != 1 {
        return Err(ReadError::form("columns", "the game has no columns that stones drop into from the top"));
    }
    Ok(moves(text, |number| place(sheet, number.saturating_sub(1), 1)))
}

pub(crate) fn looks_like_openspiel(sheet: &Sheet, text: &str) -> bool {
    (sheet.has_columns() || sheet.is_paper() || sheet.geometry.sizes().len() == 1) && numbers(text).is_some()
}

pub(crate) fn parse_openspiel(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    if !sheet.has_columns() && !sheet.is_paper() && sheet.geometry.sizes().len() != 1 {
        let why = format!("{NOT_FLAT}, or its stones do not drop from the top");
        return Err(ReadError::form("openspiel", why));
    }
    let cells = sheet.rows();
    Ok(moves(text, |number| {
        if !sheet.is_paper() {
            return place(sheet, number, 0);
        }
        let cell = usize::try_from(number).ok().and_then(|number| cells.get(number));
        let last = cells.len() - 1;
        cell.map_or_else(
            || To::Nowhere(format!("the numbers of the cells are 0 to {last}")),
            |&cell| To::Cell(cell),
        )
    }))
}

/// A column, or a cell in one dimension, counted from 0 here and from `first` in the text.
fn place(sheet: &Sheet, number: i64, first: u16) -> To {
    let size = sheet.geometry.sizes()[0];
    let Some(column) = u16::try_from(number).ok().filter(|&number| number < size) else {
        return To::Nowhere(format!("the numbers are {first} to {}", size - 1 + first));
    };
    match sheet.geometry.sizes() {
        [_] => sheet.geometry.cell_at(&[column]).map_or_else(|| To::Column(column), To::Cell),
        _ => To::Column(column),
    }
}
