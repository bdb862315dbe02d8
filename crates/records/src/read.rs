//! The one reader: finds the format of a text, and plays its moves.

use connect_toe_game::{Bits, BoardError, BySide, CellError, MoveError, MoveReason, Record, Rules};

use crate::error::{OneOf, ReadError};
use crate::format::{Format, Sheet};
use crate::formats::{FORMATS, MOVES};
use crate::reading::{Branch, Reading};

/// Reads a position of a game, and brings the record to it: to the end of the main line, if there are variations. If a move
/// is refused, the record has the moves before it.
///
/// # Errors
/// The text has no format, or several that give different positions; a move is not legal; stones are not a board of the
/// game.
pub fn read<B: Bits>(record: &mut Record<B>, text: &str) -> Result<Reading, ReadError> {
    let rules = record.shared_rules();
    let sheet = Sheet { spec: rules.spec(), geometry: rules.geometry() };
    if let Some((format, text)) = named(text) {
        return read_as(record, format, text);
    }
    let refused = match own(record, text) {
        Ok(reading) => return Ok(reading),
        Err(error) if is_well_formed(&error) => return Err(error.into()),
        Err(error) => error,
    };
    let text = text.trim();
    let candidates: Vec<&Format> = FORMATS.iter().filter(|format| (format.looks)(&sheet, text)).collect();
    let [first, others @ ..] = &candidates[..] else { return Err(refused.into()) };
    let first = read_as(record, first, text);
    if others.is_empty() {
        return first;
    }
    let others = others.iter().filter_map(|format| read_as(record, format, text).ok());
    let readings: Vec<Reading> = first.clone().into_iter().chain(others).collect();
    let Some(chosen) = readings.first() else { return first };
    let differs = |other: &Reading| (&other.start, &other.tree) != (&chosen.start, &chosen.tree);
    if readings.iter().any(differs) {
        let one_of = |reading: &Reading| OneOf {
            format: reading.format,
            position: match &reading.start {
                Some((board, _)) => board.clone(),
                None => sheet.geometry.cells_text(&reading.moves()),
            },
        };
        let readings = readings.iter().map(one_of).collect();
        return Err(ReadError::Ambiguous { text: text.to_owned(), readings });
    }
    read_as(record, named_format(chosen.format), text)
}

/// Reads the stones of a board, whatever their numbers.
///
/// # Errors
/// As [`read`]; the text is moves. If it has no other format, those of [`Rules::parse_stones`].
pub fn read_stones<B: Bits>(rules: &Rules<B>, text: &str) -> Result<BySide<B>, ReadError> {
    let sheet = Sheet { spec: rules.spec(), geometry: rules.geometry() };
    let refused: BoardError = match rules.parse_stones(text) {
        Ok(stones) => return Ok(stones),
        Err(error) => error,
    };
    let named = named(text);
    let trimmed = text.trim();
    let found = named.or_else(|| {
        let fits = |format: &&Format| (format.looks)(&sheet, trimmed);
        let boards = ["uci", "kaggle", "board"].map(named_format);
        boards.into_iter().find(fits).map(|format| (format, trimmed))
    });
    let Some((format, text)) = found else { return Err(refused.into()) };
    let written = (format.parse)(&sheet, text)?;
    if !written.moves.is_empty() || !written.is_board {
        return Err(ReadError::form(format.name, "these are moves, not a board"));
    }
    let stone_on = |cell| written.stones.iter().find(|&&(taken, _)| taken == cell).map(|&(_, side)| side);
    Ok(rules.parse_stones(&sheet.geometry.board_text(stone_on))?)
}

/// The format that a text names, and what comes after.
pub(crate) fn named(text: &str) -> Option<(&'static Format, &str)> {
    let text = text.trim_start();
    let end = text.find(|character: char| !character.is_ascii_alphabetic())?;
    let rest = text[end..].strip_prefix(':')?;
    FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(&text[..end])).map(|format| (format, rest))
}

fn named_format(name: &str) -> &'static Format {
    FORMATS.iter().find(|format| format.name == name).unwrap_or(&FORMATS[0])
}

fn read_as<B: Bits>(
    record: &mut Record<B>,
    format: &'static Format,
    text: &str,
) -> Result<Reading, ReadError> {
    if format.name == MOVES {
        return Ok(own(record, text)?);
    }
    let rules = record.shared_rules();
    let written = (format.parse)(&Sheet { spec: rules.spec(), geometry: rules.geometry() }, text.trim())?;
    Reading::play(record, format.name, &written)
}

/// Reads moves in the forms of this program.
fn own<B: Bits>(record: &mut Record<B>, text: &str) -> Result<Reading, MoveError> {
    let rules = record.shared_rules();
    record.restart(rules.start());
    if let Err(error) = record.play_text(text) {
        play_before(record, text);
        return Err(error);
    }
    Ok(Reading { format: MOVES, start: None, tree: Branch::line(record.moves()) })
}

/// Plays the moves before the one that is refused. In a word of several moves each is a character.
fn play_before<B: Bits>(record: &mut Record<B>, text: &str) {
    let refused = text.split_whitespace().find(|word| record.play_text(word).is_err());
    let mut buffer = [0; 4];
    let mut characters = refused.unwrap_or_default().chars();
    while characters.next().is_some_and(|digit| record.play_text(digit.encode_utf8(&mut buffer)).is_ok()) {}
}

/// Whether the text has the form of moves and only the rules refuse one.
fn is_well_formed(error: &MoveError) -> bool {
    use CellError::{Dimensions, Malformed, OffBoard};
    match &error.reason {
        MoveReason::Cell(Malformed { .. } | Dimensions { .. } | OffBoard { .. })
        | MoveReason::Separator(_)
        | MoveReason::NoColumn(_) => false,
        MoveReason::ColumnFull
        | MoveReason::ColumnClosed
        | MoveReason::Occupied(_)
        | MoveReason::Blocked
        | MoveReason::Forbidden(_)
        | MoveReason::Unreachable { .. }
        | MoveReason::GameOver(_) => true,
    }
}
