//! Cells without spaces: `h8h9h6i10`, `h8_h9`.

use crate::error::ReadError;
use crate::format::{Sheet, To, Written};

/// Whether every word is cells one after the other, and one of them has several.
pub(crate) fn looks(sheet: &Sheet, text: &str) -> bool {
    if sheet.geometry.sizes().len() < 2 {
        return false;
    }
    let mut several = false;
    text.split_whitespace().all(|word| {
        let cells = split(word);
        several |= cells.len() > 1;
        cells.iter().all(|cell| is_cell(cell))
    }) && several
}

/// With the format `pos`, rows count from the top.
pub(crate) fn parse(sheet: &Sheet, format: &'static str, text: &str) -> Result<Written, ReadError> {
    let is_upside_down = format == "pos";
    if is_upside_down && !sheet.is_paper() {
        return Err(ReadError::form(format, "it is for boards of two dimensions with any empty cell a move"));
    }
    let to = |cell: &str| match sheet.geometry.parse_cell(cell) {
        Ok(cell) if is_upside_down => {
            let at = sheet.geometry.coordinates(cell);
            sheet.counted_from_top(at[0].into(), at[1].into())
        }
        Ok(cell) => To::Cell(cell),
        Err(error) => To::Nowhere(error.to_string()),
    };
    let cells = text.split_whitespace().flat_map(split);
    Ok(Written::line(cells.map(|cell| (cell.to_owned(), to(cell)))))
}

/// The cells of a word: a new one begins at each letter after a digit.
fn split(word: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    for part in word.split('_').filter(|part| !part.is_empty()) {
        let (mut start, mut last) = (0, ' ');
        for (at, character) in part.char_indices() {
            if character.is_ascii_alphabetic() && last.is_ascii_digit() {
                cells.push(&part[start..at]);
                start = at;
            }
            last = character;
        }
        cells.push(&part[start..]);
    }
    cells
}

fn is_cell(text: &str) -> bool {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    rest.len() < text.len() && rest.split('.').all(is_number)
}
