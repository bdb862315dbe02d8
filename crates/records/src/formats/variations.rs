//! Cells with variations: each stands in brackets after the move that it replaces.

use crate::error::ReadError;
use crate::format::{Sheet, To, Written, WrittenMove};

const NAME: &str = "variations";
/// The most moves, variations included.
const MOST_MOVES: usize = 100_000;
/// The most variations within one another.
const DEEPEST: usize = 10_000;

pub(crate) fn looks(text: &str) -> bool {
    text.contains('(') && !text.starts_with('(')
}

pub(crate) fn parse(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    let wrong = |why: &str| ReadError::form(NAME, why);
    let mut moves: Vec<WrittenMove> = Vec::new();
    let (mut open, mut last): (Vec<Option<usize>>, Option<usize>) = (Vec::new(), None);
    let mut word = String::new();
    for character in text.chars().chain([' ']) {
        if !matches!(character, '(' | ')') && !character.is_whitespace() {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            if moves.len() == MOST_MOVES {
                return Err(wrong("it has more than 100000 moves"));
            }
            let to = match sheet.geometry.parse_cell(&word) {
                Ok(cell) => To::Cell(cell),
                Err(error) => To::Nowhere(error.to_string()),
            };
            moves.push(WrittenMove { parent: last, text: std::mem::take(&mut word), to, maker: None });
            last = Some(moves.len() - 1);
        }
        match character {
            '(' if open.len() == DEEPEST => {
                return Err(wrong("more than 10000 variations lie within one another"));
            }
            '(' => {
                let replaced =
                    last.ok_or_else(|| wrong("a variation comes after the move that it replaces"))?;
                open.push(last);
                last = moves[replaced].parent;
            }
            ')' => last = open.pop().ok_or_else(|| wrong("a `)` closes nothing"))?,
            _ => {}
        }
    }
    if open.is_empty() {
        Ok(Written { moves, ..Written::default() })
    } else {
        Err(wrong("a `(` is not closed"))
    }
}
