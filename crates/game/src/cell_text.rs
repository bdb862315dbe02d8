//! Coordinates as text: the first as letters, the others as numbers from 1 (`d1`, `b3.4`), or all as numbers (`4,1`).

/// The error for a text that does not name a cell of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellError {
    /// The text is not a cell of any board.
    #[error("`{text}` is not a cell: write it like {example}")]
    Malformed {
        /// The text.
        text: String,
        /// A cell of this board.
        example: String,
    },
    /// The text has too few or too many coordinates.
    #[error(
        "`{text}` has {} and the board has {}: write it like {example}",
        counted(*.given, "coordinate"),
        counted(*.expected, "dimension")
    )]
    Dimensions {
        /// The text.
        text: String,
        /// Coordinates in the text.
        given: usize,
        /// Dimensions of the board.
        expected: usize,
        /// A cell of this board.
        example: String,
    },
    /// The cell would lie outside the board.
    #[error("`{text}` is off the board: coordinate {dimension} must be {first} to {last}")]
    OffBoard {
        /// The text.
        text: String,
        /// The dimension, counted from 1.
        dimension: usize,
        /// The lowest coordinate as text.
        first: String,
        /// The highest coordinate as text.
        last: String,
    },
}

/// A number of things: `1 cell`, `2 cells`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// `0` is `a`, `25` is `z`, `26` is `aa`.
fn letters(mut coordinate: u32) -> String {
    let mut reversed = Vec::new();
    loop {
        reversed.push(char::from(b'a' + (coordinate % 26) as u8));
        coordinate /= 26;
        if coordinate == 0 {
            break;
        }
        coordinate -= 1;
    }
    reversed.into_iter().rev().collect()
}

fn from_letters(text: &str) -> Option<u32> {
    text.bytes().try_fold(None, |number: Option<u32>, letter| {
        let digit = letter.to_ascii_lowercase().checked_sub(b'a').filter(|&digit| digit < 26)?;
        let before = number.map_or(0, |number| number + 1);
        Some(Some(before.checked_mul(26)?.checked_add(u32::from(digit))?)).filter(|_| before < 1 << 20)
    })?
}

/// A coordinate counted from 1 in the text and from 0 in the result; out of range is `u32::MAX`.
fn from_digits(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse::<u32>().map_or(u32::MAX, |number| number.wrapping_sub(1)))
}

/// The canonical text of coordinates counted from 0.
pub(crate) fn of(coordinates: &[u16]) -> String {
    let Some((&first, others)) = coordinates.split_first() else { return String::new() };
    let mut text = letters(u32::from(first));
    for (index, coordinate) in others.iter().enumerate() {
        if index > 0 {
            text.push('.');
        }
        text.push_str(&(coordinate + 1).to_string());
    }
    text
}

/// Reads a cell of a board with these sizes, which are at least 1.
pub(crate) fn parse(text: &str, sizes: &[u16]) -> Result<Vec<u16>, CellError> {
    let example = || {
        // Where the board has no end, the example is near its beginning.
        let last: Vec<u16> = sizes.iter().map(|&size| if size == u16::MAX { 0 } else { size - 1 }).collect();
        of(&last)
    };
    let malformed = || CellError::Malformed { text: text.to_owned(), example: example() };
    let in_digits = text.starts_with(|c: char| c.is_ascii_digit());
    let coordinates: Vec<u32> = if in_digits {
        text.split(',').map(from_digits).collect::<Option<_>>().ok_or_else(malformed)?
    } else {
        let split = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (column, rest) = text.split_at(split);
        let first = from_letters(column).ok_or_else(malformed)?;
        let others = if rest.is_empty() { None } else { Some(rest.split('.').map(from_digits)) };
        std::iter::once(Some(first))
            .chain(others.into_iter().flatten())
            .collect::<Option<_>>()
            .ok_or_else(malformed)?
    };
    if coordinates.len() != sizes.len() {
        return Err(CellError::Dimensions {
            text: text.to_owned(),
            given: coordinates.len(),
            expected: sizes.len(),
            example: example(),
        });
    }
    let fits = |(&coordinate, &size): (&u32, &u16)| coordinate < u32::from(size);
    if let Some(dimension) = coordinates.iter().zip(sizes).position(|pair| !fits(pair)) {
        let name = |coordinate: u32| {
            if dimension > 0 || in_digits { (coordinate + 1).to_string() } else { letters(coordinate) }
        };
        return Err(CellError::OffBoard {
            text: text.to_owned(),
            dimension: dimension + 1,
            first: name(0),
            last: name(u32::from(sizes[dimension]) - 1),
        });
    }
    Ok(coordinates.into_iter().map(|coordinate| coordinate as u16).collect())
}

/// The place of a cell in the canonical order of a board: by the first coordinate, then the second, and so on.
pub(crate) fn number(coordinates: &[u16], sizes: &[u16]) -> u16 {
    let place = |place: usize, (&coordinate, &size): (&u16, &u16)| {
        place * usize::from(size) + usize::from(coordinate)
    };
    coordinates.iter().zip(sizes).fold(0, place) as u16
}

/// The coordinates, counted from 0, of the cell at a place of the canonical order.
pub(crate) fn coordinates(number: u16, sizes: &[u16]) -> Vec<u16> {
    let mut rest = number;
    let mut coordinates = vec![0; sizes.len()];
    for (coordinate, &size) in coordinates.iter_mut().zip(sizes).rev() {
        *coordinate = rest % size;
        rest /= size;
    }
    coordinates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_count_like_spreadsheet_columns() {
        for (number, text) in [(0, "a"), (25, "z"), (26, "aa"), (701, "zz"), (702, "aaa"), (4095, "fan")] {
            assert_eq!(letters(number), text);
            assert_eq!(from_letters(text), Some(number));
        }
        assert_eq!(from_letters(""), None);
        assert_eq!(from_letters("zzzzzzzzzzzzzz"), None);
    }

    #[test]
    fn places_and_coordinates_are_inverse() {
        for place in 0..60 {
            assert_eq!(number(&coordinates(place, &[3, 4, 5]), &[3, 4, 5]), place);
        }
        assert_eq!(coordinates(1, &[3, 4, 5]), [0, 0, 1]);
    }
}
