//! Boards: stones without the order of their moves.

use connect_toe_game::{Cell, Side};

use crate::error::ReadError;
use crate::format::{NOT_FLAT, Sheet, Written};

/// What a cell holds.
#[derive(Clone, Copy)]
enum Content {
    Nothing,
    Stone(Side),
}

/// What a letter stands for.
fn stone(letter: &str) -> Option<Content> {
    match letter {
        "x" | "X" => Some(Content::Stone(Side::X)),
        "o" | "O" => Some(Content::Stone(Side::O)),
        "b" | "B" | "_" | "." | "-" => Some(Content::Nothing),
        _ => None,
    }
}

/// What a number stands for.
fn numbered(number: &str) -> Option<Content> {
    match number {
        "0" => Some(Content::Nothing),
        "1" => Some(Content::Stone(Side::X)),
        "2" => Some(Content::Stone(Side::O)),
        _ => None,
    }
}

/// The values of a list with commas, in brackets or not.
fn values(text: &str) -> impl Iterator<Item = &str> + Clone {
    let list = text.trim_matches(['[', ']']);
    list.split(|character: char| character == ',' || character.is_whitespace())
        .filter(|value| !value.is_empty())
}

pub(crate) fn looks_like_uci(sheet: &Sheet, text: &str) -> bool {
    let cells = sheet.geometry.cells().len();
    text.contains(',') && values(text).count() == cells && values(text).all(|value| stone(value).is_some())
}

/// Connect Four's rows have the cells column by column from the bottom, those of tic-tac-toe row by row from the top.
pub(crate) fn parse_uci(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    let cells = if sheet.has_columns() { sheet.geometry.cells().to_vec() } else { rows(sheet, "uci")? };
    place("uci", &cells, values(text), stone)
}

pub(crate) fn looks_like_kaggle(sheet: &Sheet, text: &str) -> bool {
    let cells = sheet.geometry.cells().len();
    let is_stone = |value: &str| numbered(value).is_some();
    let are_stones = if text.len() == cells {
        digits(text).all(is_stone)
    } else {
        values(text).count() == cells && values(text).all(is_stone)
    };
    sheet.flat().is_some() && are_stones
}

pub(crate) fn parse_kaggle(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    let cells = rows(sheet, "kaggle")?;
    if text.len() == cells.len() {
        place("kaggle", &cells, digits(text), numbered)
    } else {
        place("kaggle", &cells, values(text), numbered)
    }
}

fn digits(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.char_indices().map(|(at, character)| &text[at..at + character.len_utf8()])
}

pub(crate) fn looks_like_rows(sheet: &Sheet, text: &str) -> bool {
    let are_cells = |text: &str| digits(text).all(|letter| stone(letter).is_some());
    let is_one_row = sheet.flat().is_some() && text.len() == sheet.geometry.cells().len() && are_cells(text);
    let is_board = |character: char| character.is_whitespace() || "xXoO_./|".contains(character);
    is_one_row || (text.contains(['/', '|', '\n']) && text.chars().all(is_board))
}

/// Board text of this program, or all rows of a flat board without anything between them.
pub(crate) fn parse_rows(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    if sheet.flat().is_some() && !text.contains(['/', '|', '\n']) {
        return place("board", &rows(sheet, "board")?, digits(text), stone);
    }
    let stones = sheet.geometry.parse_stones(text).map_err(ReadError::Board)?;
    Ok(Written::board(stones))
}

fn rows(sheet: &Sheet, format: &'static str) -> Result<Vec<Cell>, ReadError> {
    let cells = sheet.rows();
    if cells.is_empty() { Err(ReadError::form(format, NOT_FLAT)) } else { Ok(cells) }
}

fn place<'a>(
    format: &'static str,
    cells: &[Cell],
    values: impl Iterator<Item = &'a str> + Clone,
    stone: impl Fn(&str) -> Option<Content>,
) -> Result<Written, ReadError> {
    let given = values.clone().count();
    if given != cells.len() {
        return Err(ReadError::form(
            format,
            format_args!("there are {given} cells, and the board has {}", cells.len()),
        ));
    }
    let mut stones = Vec::new();
    for ((number, value), &cell) in (1..).zip(values).zip(cells) {
        match stone(value) {
            Some(Content::Stone(side)) => stones.push((cell, side)),
            Some(Content::Nothing) => {}
            None => {
                return Err(ReadError::form(
                    format,
                    format_args!("cell {number} (`{value}`) is not a stone"),
                ));
            }
        }
    }
    Ok(Written::board(stones))
}
