//! A book as a file.
//!
//! ```text
//! Connect-Toe book 1
//! 7x6:4:-2
//! 0 1 5c9c5a1b               a ply, its positions, their checksum (CRC-32)
//! 1 4 0a1b2c3d
//!                            an empty line ends the head
//! <scores>                   of all positions by ply, in ascending order: one byte each, or two (the lower first) on
//!                            boards of more than 120 cells; the least number stands for a score that is not known
//! <checksum>                 CRC-32 of all bytes before, four bytes, the lowest first
//! ```
//!
//! A position is two sets of cells: the stones of the side to move and those of the other. Of positions that a symmetry
//! of the game maps to each other, the smallest stands for all. The positions follow from the rules, so the file does
//! not have them.

use std::sync::OnceLock;

use connect_toe_game::{Bits, Rules, for_width};
use thiserror::Error;

use super::positions::Frames;
use super::{Book, Level, UNKNOWN, most_positions};
use crate::score::ply_or_plies;

const FIRST_LINE: &str = "Connect-Toe book 1";
/// On larger boards a score is two bytes.
const MOST_NARROW_CELLS: usize = 120;

/// Why a book cannot be made or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// There are too many positions.
    #[error(
        "the game has {positions} positions or more after {ply} {}; a book has at most {most} of one ply",
        ply_or_plies(*ply)
    )]
    Large {
        /// The ply.
        ply: u32,
        /// Its positions.
        positions: usize,
        /// The most that are possible.
        most: usize,
    },
    /// The list of positions was stopped.
    #[error("stopped before all positions were listed")]
    Stopped,
    /// The bytes are not a book.
    #[error("it is not a book of positions")]
    NotABook,
    /// The book is for another game.
    #[error("it is a book of {found}, not of {asked}")]
    OtherGame {
        /// The book's game.
        found: String,
        /// The game that was asked for.
        asked: String,
    },
    /// The book was changed, or cut off.
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    /// The program finds other positions than the one that wrote the book.
    #[error("its positions after {} {} are not those of this program", .0, ply_or_plies(*.0))]
    OtherPositions(u32),
}

impl<B: Bits> Book<B> {
    /// What every book begins with.
    pub const BEGINNING: &'static str = FIRST_LINE;

    /// The book as a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        for_width!(B => Book::<B>::to_bytes_here, fn(&Book<B>) -> Vec<u8>)(self)
    }

    fn to_bytes_here(&self) -> Vec<u8> {
        let line = |(ply, level): (usize, &Level<B>)| {
            format!("{ply} {} {:08x}\n", level.scores.len(), level.checksum)
        };
        let plies: String = self.levels.iter().enumerate().map(line).collect();
        let mut bytes = format!("{FIRST_LINE}\n{}\n{plies}\n", self.rules.spec()).into_bytes();
        let scores = self.levels.iter().flat_map(|level| &level.scores);
        if is_narrow(&self.rules) {
            let byte = |&score: &i16| if score == UNKNOWN { i8::MIN } else { score as i8 };
            bytes.extend(scores.map(|score| byte(score) as u8));
        } else {
            bytes.extend(scores.flat_map(|score| score.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The book of this game that a file has.
    ///
    /// # Errors
    /// [`BookError`]: bytes that are not a book, are damaged, or a book of another game.
    pub fn read(rules: &Rules<B>, bytes: &[u8]) -> Result<Book<B>, BookError> {
        for_width!(B => Book::<B>::read_here, fn(&Rules<B>, &[u8]) -> Result<Book<B>, BookError>)(
            rules, bytes,
        )
    }

    fn read_here(rules: &Rules<B>, bytes: &[u8]) -> Result<Book<B>, BookError> {
        let book = Book::read_unchecked(rules, bytes)?;
        for ply in 0..=book.plies() {
            if book.keys(ply as usize).len() as u64 != book.positions_after(ply) {
                return Err(BookError::OtherPositions(ply));
            }
        }
        Ok(book)
    }

    /// As [`read`](Book::read), but positions are found when they are first asked for: those that are not the program's
    /// count as unknown.
    pub(super) fn read_unchecked(rules: &Rules<B>, bytes: &[u8]) -> Result<Book<B>, BookError> {
        let (head, mut scores) = split(bytes)?;
        let mut lines = head.lines();
        let found = lines.next().ok_or(BookError::NotABook)?;
        if found != rules.spec().to_string() {
            return Err(BookError::OtherGame { found: found.to_owned(), asked: rules.spec().to_string() });
        }
        let narrow = is_narrow(rules);
        let mut levels = Vec::new();
        for (place, line) in lines.enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            let [ply, positions, checksum] = words[..] else { return Err(BookError::NotABook) };
            let positions: usize = positions.parse().map_err(|_| BookError::NotABook)?;
            let checksum = u32::from_str_radix(checksum, 16).map_err(|_| BookError::NotABook)?;
            if ply.parse() != Ok(place) || positions > most_positions::<B>() {
                return Err(BookError::NotABook);
            }
            let length = if narrow { positions } else { 2 * positions };
            let (these, others) = scores.split_at_checked(length).ok_or(BookError::Damaged)?;
            scores = others;
            let scores: Vec<i16> = if narrow {
                let score = |&byte: &u8| if byte as i8 == i8::MIN { UNKNOWN } else { i16::from(byte as i8) };
                these.iter().map(score).collect()
            } else {
                these.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
            };
            let known = scores.iter().filter(|&&score| score != UNKNOWN).count();
            levels.push(Level { keys: OnceLock::new(), checksum, scores, known });
        }
        if levels.is_empty() || !scores.is_empty() {
            return Err(BookError::Damaged);
        }
        Ok(Book { rules: rules.clone(), frames: Frames::new(rules), levels })
    }
}

/// The game of a book.
///
/// # Errors
/// [`BookError`]: bytes that are not a book, or are damaged.
pub(super) fn split(bytes: &[u8]) -> Result<(&str, &[u8]), BookError> {
    let rest = bytes.strip_prefix(FIRST_LINE.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = rest.ok_or(BookError::NotABook)?;
    let (whole, sum) = bytes.split_last_chunk::<4>().ok_or(BookError::Damaged)?;
    if crc32fast::hash(whole) != u32::from_le_bytes(*sum) {
        return Err(BookError::Damaged);
    }
    let end = rest.windows(2).position(|pair| pair == b"\n\n").ok_or(BookError::NotABook)?;
    let head = std::str::from_utf8(&rest[..end]).map_err(|_| BookError::NotABook)?;
    Ok((head, rest.get(end + 2..rest.len() - 4).ok_or(BookError::Damaged)?))
}

fn is_narrow<B: Bits>(rules: &Rules<B>) -> bool {
    rules.geometry().cells().len() <= MOST_NARROW_CELLS
}
