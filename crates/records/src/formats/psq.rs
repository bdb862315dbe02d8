//! Piskvork's games: a header with the board's size, a line `X,Y,MILLISECONDS` for each move, then the players' names.
//! Numbers count from 1 from the top left corner.

use connect_toe_game::{Faces, GameSpec, Overline};

use crate::error::ReadError;
use crate::format::{Sheet, To, Written};

pub(crate) const NAME: &str = "psq";
/// How a game begins.
pub(crate) const HEADER: &str = "Piskvorky";
const USAGE: &str = "it begins with `Piskvorky 15x15, …`, and has a line X,Y,MILLISECONDS for each move";

pub(crate) fn looks(text: &str) -> bool {
    text.get(..HEADER.len()).is_some_and(|start| start.eq_ignore_ascii_case(HEADER))
}

/// The size of the board, and what comes after it.
fn header(text: &str) -> Result<((u16, u16), &str), ReadError> {
    let text = if looks(text) { &text[HEADER.len()..] } else { text };
    let text = text.trim_start();
    let end =
        text.find(|character: char| character == ',' || character.is_whitespace()).unwrap_or(text.len());
    let size = text[..end].split_once(['x', 'X']).and_then(|(columns, rows)| {
        let number = |text: &str| text.parse().ok().filter(|&number: &u16| number > 0);
        number(columns).zip(number(rows))
    });
    size.map(|size| (size, &text[end..])).ok_or_else(|| ReadError::form(NAME, USAGE))
}

pub(crate) fn parse(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    let (size, rest) = header(text)?;
    sheet.check_size(NAME, size)?;
    if !sheet.is_paper() {
        return Err(ReadError::form(NAME, "in its games any empty cell is a move"));
    }
    let words = rest.split_whitespace().skip_while(|word| numbers(word).is_none());
    let moves = words.map_while(|word| numbers(word).map(|(x, y)| (word, x, y)));
    let to = |x: i64, y: i64| match sheet.counted_from_top(x - 1, y - 1) {
        To::Nowhere(why) => To::Nowhere(format!("{why}, counted from 1")),
        to => to,
    };
    let moves: Vec<_> = moves.map(|(word, x, y)| (word.to_owned(), to(x, y))).collect();
    Ok(Written::line(moves))
}

/// The numbers of a move: `8,8` or `8,8,1500`.
pub(crate) fn numbers(word: &str) -> Option<(i64, i64)> {
    let mut parts = word.split(',');
    let mut number = || {
        let part = parts.next()?;
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<i32>().map_or(i64::MAX / 2, i64::from))
    };
    let (x, y) = (number()?, number()?);
    let time = parts.next();
    let is_time = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (time.is_none_or(is_time) && parts.next().is_none()).then_some((x, y))
}

/// Five in a row on the board of the header. The last word of a tournament's games names the rule.
pub(crate) fn game(text: &str) -> Result<GameSpec, ReadError> {
    let ((columns, rows), rest) = header(text)?;
    let last = rest.split_whitespace().next_back().unwrap_or_default();
    let rule = last.split_once(',').map_or("", |(_, rule)| rule);
    if rule.starts_with("Renju") {
        return Err(ReadError::form(
            NAME,
            "it was played by the rules of renju: name the game to read it by others",
        ));
    }
    let mut spec = GameSpec::new([columns, rows], 5, Faces::Free);
    if rule.starts_with("Standard") {
        spec.overline = Overline::DoesNotCount;
    }
    spec.check().map_err(|error| ReadError::form(NAME, error))?;
    Ok(spec)
}
