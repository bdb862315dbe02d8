//! The Smart Game Format: B is X, W is O; a point is two letters, its column from the left and its row from the top.

use connect_toe_game::{Faces, GameSpec, Side};

use crate::error::ReadError;
use crate::format::{NOT_FLAT, Sheet, To, Written, WrittenMove};

pub(crate) const NAME: &str = "sgf";
/// The number of the game whose records are read.
const GOMOKU: &str = "4";
/// The most columns and rows that have letters.
pub(crate) const LONGEST_SIDE: u16 = 52;
/// The most moves of a record, variations included.
const MOST_MOVES: usize = 100_000;
/// The most variations within one another.
const DEEPEST: usize = 10_000;
/// The most points of a property, lists in full.
const MOST_POINTS: usize = 10_000;

pub(crate) fn looks(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with([';', '(']))
}

fn wrong(why: impl std::fmt::Display) -> ReadError {
    ReadError::form(NAME, why)
}

/// A game tree without what nobody here asks for.
#[derive(Default)]
struct Record<'a> {
    game: Option<&'a str>,
    size: Option<&'a str>,
    rules: Option<&'a str>,
    to_move: Option<Side>,
    /// Stones that are there before the first move, as the text has them: a point or a rectangle of points.
    stones: Vec<(Side, &'a str)>,
    moves: Vec<Made<'a>>,
}

struct Made<'a> {
    parent: Option<usize>,
    side: Side,
    point: &'a str,
}

/// Reads the first game tree of a text.
fn tree(text: &str) -> Result<Record<'_>, ReadError> {
    let mut record = Record::default();
    // The last move before each variation that is open, and the last move now.
    let (mut open, mut last): (Vec<Option<usize>>, Option<usize>) = (Vec::new(), None);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'(' if open.len() == DEEPEST => {
                return Err(wrong(format_args!("more than {DEEPEST} variations lie within one another")));
            }
            b'(' => open.push(last),
            b')' => {
                last = open.pop().ok_or_else(|| wrong("a `)` closes nothing"))?;
                if open.is_empty() {
                    return Ok(record);
                }
            }
            b';' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ if byte.is_ascii_alphabetic() && !open.is_empty() => {
                let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                // In old files the name of a property can have small letters between.
                let name: String = text[at - 1..end].chars().filter(char::is_ascii_uppercase).collect();
                at = end;
                let mut values = 0;
                while let Some((value, behind)) = value(text, at)? {
                    record.take(&name, value, &mut last)?;
                    (at, values) = (behind, values + 1);
                }
                if values == 0 {
                    return Err(wrong(format_args!("the property {name} at byte {at} has no value in [ ]")));
                }
            }
            _ => {
                let character = text[at - 1..].chars().next().unwrap_or(' ');
                return Err(wrong(format_args!(
                    "`{character}` at byte {at} is neither (, ), ; nor a property"
                )));
            }
        }
    }
    Err(wrong("it ends before its last `)`"))
}

/// The value in brackets that begins here, if one does, and the place behind it.
fn value(text: &str, at: usize) -> Result<Option<(&str, usize)>, ReadError> {
    let rest = text[at..].trim_start();
    let start = text.len() - rest.len() + 1;
    if !rest.starts_with('[') {
        return Ok(None);
    }
    let mut is_escaped = false;
    for (place, byte) in text.as_bytes()[start..].iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b']' => return Ok(Some((&text[start..start + place], start + place + 1))),
            _ => {}
        }
    }
    Err(wrong(format_args!("the `[` at byte {start} is not closed")))
}

impl<'a> Record<'a> {
    /// Takes what a value says, after the move `last`.
    fn take(&mut self, property: &str, value: &'a str, last: &mut Option<usize>) -> Result<(), ReadError> {
        let value = value.trim();
        let side = |letter: char| if letter == 'B' { Side::X } else { Side::O };
        match property {
            "GM" => self.game = self.game.or(Some(value)),
            "SZ" => self.size = self.size.or(Some(value)),
            "RU" => self.rules = self.rules.or(Some(value)),
            "PL" if self.moves.is_empty() => {
                let is_black = value.starts_with(['B', 'b', '1']);
                self.to_move = Some(if is_black { Side::X } else { Side::O });
            }
            "AB" | "AW" | "AE" if !self.moves.is_empty() => {
                return Err(wrong(format_args!("{property} changes stones after the first move")));
            }
            "AB" | "AW" if self.stones.len() < MOST_POINTS => {
                self.stones.push((side(property.chars().nth(1).unwrap_or('B')), value));
            }
            "AB" | "AW" => return Err(wrong(format_args!("more than {MOST_POINTS} stones are set up"))),
            "AE" => return Err(wrong("AE takes stones away")),
            "B" | "W" => {
                if self.moves.len() == MOST_MOVES {
                    return Err(wrong(format_args!("it has more than {MOST_MOVES} moves")));
                }
                let side = side(property.chars().next().unwrap_or('B'));
                self.moves.push(Made { parent: *last, side, point: value });
                *last = Some(self.moves.len() - 1);
            }
            _ => {}
        }
        Ok(())
    }

    fn check_game(&self) -> Result<(), ReadError> {
        match self.game {
            None | Some(GOMOKU) => Ok(()),
            Some(other) => {
                let name = if other == "1" { ", that of Go" } else { "" };
                Err(wrong(format_args!(
                    "it is a record of game GM[{other}]{name}; gomoku has GM[4], and records without GM are read too"
                )))
            }
        }
    }

    fn size(&self) -> Result<Option<(u16, u16)>, ReadError> {
        let Some(text) = self.size else { return Ok(None) };
        let (columns, rows) = text.split_once(':').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse().ok().filter(|size| (1..=LONGEST_SIDE).contains(size));
        let size = number(columns).zip(number(rows));
        let why = || {
            wrong(format_args!("SZ[{text}] is not a size: write SZ[15] or SZ[7:6], at most {LONGEST_SIDE}"))
        };
        size.map(Some).ok_or_else(why)
    }
}

/// The number of a letter: `a` is 0, `z` 25, `A` 26.
fn number(letter: char) -> Option<u16> {
    match letter {
        'a'..='z' => Some(letter as u16 - 'a' as u16),
        'A'..='Z' => Some(letter as u16 - 'A' as u16 + 26),
        _ => None,
    }
}

/// The letter of a number below [`LONGEST_SIDE`].
pub(crate) fn letter(number: u16) -> char {
    let number = (number % LONGEST_SIDE) as u8;
    char::from(if number < 26 { b'a' + number } else { b'A' + number - 26 })
}

fn point(text: &str) -> Option<(u16, u16)> {
    let mut letters = text.chars();
    let point = number(letters.next()?)?;
    let point = (point, number(letters.next()?)?);
    letters.next().is_none().then_some(point)
}

/// The points of a point or a rectangle, `aa` or `aa:bb`.
fn points(text: &str) -> Result<Vec<(u16, u16)>, ReadError> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let Some(((left, top), (right, bottom))) = point(from).zip(point(to)) else {
        return Err(wrong(format_args!("`{text}` is not a point of the board")));
    };
    Ok((left..=right).flat_map(|column| (top..=bottom).map(move |row| (column, row))).collect())
}

pub(crate) fn parse(sheet: &Sheet, text: &str) -> Result<Written, ReadError> {
    let record = tree(text)?;
    record.check_game()?;
    if sheet.flat().is_none() {
        return Err(wrong(NOT_FLAT));
    }
    if let Some(size) = record.size()? {
        sheet.check_size(NAME, size)?;
    }
    let mut written = Written { to_move: record.to_move, ..Written::default() };
    for &(side, text) in &record.stones {
        for (column, row) in points(text)? {
            match sheet.counted_from_top(column.into(), row.into()) {
                To::Cell(cell) if written.stones.iter().any(|&(taken, _)| taken == cell) => {
                    return Err(wrong(format_args!("`{text}` has two stones")));
                }
                To::Cell(cell) => written.stones.push((cell, side)),
                To::Nowhere(why) => return Err(wrong(format_args!("`{text}`: {why}"))),
                To::Column(_) => {}
            }
        }
    }
    let first = record.moves.first().map(|first| first.side);
    if !written.stones.is_empty() {
        written.to_move = written.to_move.or(first);
    }
    // On the empty board X moves first, whatever its colour here.
    let is_swapped = written.stones.is_empty() && first == Some(Side::O);
    if written.stones.is_empty() {
        written.to_move = None;
    }
    let made = record.moves.iter().map(|made| WrittenMove {
        parent: made.parent,
        text: made.point.to_owned(),
        to: match point(made.point) {
            Some((column, row)) => sheet.counted_from_top(column.into(), row.into()),
            None if made.point.is_empty() => To::Nowhere("it is a pass".to_owned()),
            None => To::Nowhere("a move is two letters, its column and its row from the top".to_owned()),
        },
        maker: Some(if is_swapped { made.side.other() } else { made.side }),
    });
    written.moves = made.collect();
    Ok(written)
}

/// The game that RU names as text, else five in a row on a board of the size SZ.
pub(crate) fn game(text: &str) -> Result<GameSpec, ReadError> {
    let record = tree(text)?;
    record.check_game()?;
    let size = record.size()?;
    let named = record.rules.and_then(|rules| rules.parse::<GameSpec>().ok());
    if let Some(spec) = named.filter(|spec| spec.dimensions() == 2) {
        return Ok(spec);
    }
    if record.rules.is_some_and(|rules| rules.eq_ignore_ascii_case("renju")) {
        return Err(wrong("it was played by the rules of renju: name the game to read it by others"));
    }
    let Some((columns, rows)) = size else {
        return Err(wrong("it does not say the size of its board (SZ): name the game"));
    };
    let spec = GameSpec::new([columns, rows], 5, Faces::Free);
    spec.check().map_err(wrong)?;
    Ok(spec)
}

/// Follows brackets and values through a text that comes in parts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Brackets {
    depth: usize,
    in_value: bool,
    is_escaped: bool,
}

impl Brackets {
    /// Takes a part of the text; the place behind the bracket that closes the first one, if it is there.
    pub(crate) fn take(&mut self, part: &str) -> Option<usize> {
        for (at, byte) in part.bytes().enumerate() {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = self.in_value,
                b']' => self.in_value = false,
                _ if self.in_value => {}
                b'[' => self.in_value = true,
                b'(' => self.depth += 1,
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }
}
