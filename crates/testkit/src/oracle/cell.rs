//! Cells and their text.

use thiserror::Error;

/// A cell's coordinates, one for each dimension, each counted from 0.
pub type Cell = Vec<usize>;

/// Why a text does not name a cell of a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CellError {
    /// Neither letters with numbers (`b3.4`) nor coordinates (`2,3,4`).
    #[error("it is not a cell such as b3.4 or 2,3,4")]
    Malformed,
    /// Well formed, with another number of coordinates than the board has dimensions.
    #[error("it has {found} coordinates and the board has {expected} dimensions")]
    Dimensions {
        /// Coordinates in the text.
        found: usize,
        /// Dimensions of the board.
        expected: usize,
    },
    /// Well formed, outside the board.
    #[error("it is off the board")]
    OffBoard,
}

/// The canonical text of a cell: the first coordinate as a letter, the others as numbers from 1 with dots between.
///
/// ```
/// use connect_toe_testkit::oracle::cell_text;
/// assert_eq!(cell_text(&[3]), "d");
/// assert_eq!(cell_text(&[1, 2, 3]), "b3.4");
/// assert_eq!(cell_text(&[26, 0]), "aa1");
/// ```
///
/// # Panics
/// If the cell has no coordinates.
pub fn cell_text(cell: &[usize]) -> String {
    let numbers: Vec<String> = cell[1..].iter().map(|coordinate| (coordinate + 1).to_string()).collect();
    letters(cell[0]) + &numbers.join(".")
}

/// Reads canonical cell text or coordinates counted from 1 with commas between.
pub(super) fn parse_cell(sizes: &[usize], text: &str) -> Result<Cell, CellError> {
    let numbers: Vec<usize> = if text.starts_with(|first: char| first.is_ascii_lowercase()) {
        let end = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len());
        let (column, rest) = text.split_at(end);
        let mut numbers = vec![column_number(column).ok_or(CellError::OffBoard)?];
        if !rest.is_empty() {
            for part in rest.split('.') {
                numbers.push(number(part)?);
            }
        }
        numbers
    } else {
        text.split(',').map(number).collect::<Result<_, _>>()?
    };
    if numbers.len() != sizes.len() {
        return Err(CellError::Dimensions { found: numbers.len(), expected: sizes.len() });
    }
    if numbers.iter().zip(sizes).any(|(&number, &size)| number < 1 || number > size) {
        return Err(CellError::OffBoard);
    }
    Ok(numbers.iter().map(|number| number - 1).collect())
}

/// `a` … `z`, `aa`, `ab` … for 0, 1, ….
fn letters(coordinate: usize) -> String {
    let last = char::from(b'a' + (coordinate % 26) as u8);
    match coordinate / 26 {
        0 => last.to_string(),
        before => letters(before - 1) + &last.to_string(),
    }
}

/// The inverse of [`letters`], counted from 1; nothing if the number is beyond any board.
fn column_number(letters: &str) -> Option<usize> {
    letters.bytes().try_fold(0_usize, |number, letter| {
        number.checked_mul(26)?.checked_add(usize::from(letter - b'a') + 1)
    })
}

fn number(text: &str) -> Result<usize, CellError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CellError::Malformed);
    }
    // More digits than a number holds: well formed, and beyond any board.
    text.parse().map_err(|_| CellError::OffBoard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_of_the_largest_board_round_trips() {
        for column in 0..4096 {
            assert_eq!(parse_cell(&[4096], &cell_text(&[column])), Ok(vec![column]));
        }
        assert_eq!(cell_text(&[25, 9]), "z10");
        assert_eq!(cell_text(&[51, 0]), "az1");
        assert_eq!(cell_text(&[52, 0]), "ba1");
    }

    #[test]
    fn coordinates_are_accepted_and_nonsense_is_named() {
        let sizes = [7, 6];
        assert_eq!(parse_cell(&sizes, "4,1"), Ok(vec![3, 0]));
        assert_eq!(parse_cell(&sizes, "d1"), Ok(vec![3, 0]));
        for text in ["", "1d", "d1.", "d-1", "4,", "D1", "4;1", "d 1"] {
            assert_eq!(parse_cell(&sizes, text), Err(CellError::Malformed), "{text}");
        }
        for text in ["h1", "a7", "a0", "0,1", "zzzzzzzzzzzzzzzzzzzzzzz1", "a99999999999999999999999"] {
            assert_eq!(parse_cell(&sizes, text), Err(CellError::OffBoard), "{text}");
        }
        assert_eq!(parse_cell(&sizes, "d"), Err(CellError::Dimensions { found: 1, expected: 2 }));
        assert_eq!(parse_cell(&sizes, "d1.1"), Err(CellError::Dimensions { found: 3, expected: 2 }));
    }
}
