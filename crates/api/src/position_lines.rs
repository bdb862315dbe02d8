//! Lists of positions: a line each, `MOVES [EXPECTED]`, or games of several lines.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use connect_toe_game::{Bits, Game, Record, Side, with_game};
use connect_toe_records::{Piece, Pieces};

use crate::error::Error;
use crate::position::Position;
use crate::reason::Fault;
use crate::solve::Line;

/// A longer line is not a position: a game of 4096 plies with the longest cells is shorter.
const LONGEST_LINE: u64 = 1 << 20;
/// A longer text of several lines is not one game.
const LONGEST_GAME: usize = 1 << 24;

/// The positions of a file of moves or games: board texts, and who is to move.
///
/// # Errors
/// A file that cannot be read; a line that is not a position of the game.
pub fn positions_of_file(path: &Path, game: &Game) -> Result<Vec<(String, Side)>, Error> {
    let unreadable = |error: std::io::Error| {
        Error::request(format!("cannot read {}: {error}", path.display())).of_file(error.kind())
    };
    let name = path.display().to_string();
    let mut game = Game::new(game.spec())?;
    let mut positions = Vec::new();
    for line in PositionLines::new(BufReader::new(File::open(path).map_err(unreadable)?), &name) {
        with_game!(&mut game, record => line?.apply(record))?;
        positions.push((game.board_text(), game.to_move()));
    }
    Ok(positions)
}

/// The positions of a list, with their places: lines, or games of several lines each.
pub(crate) struct PositionLines<'a, R> {
    lines: R,
    name: &'a str,
    number: u64,
    pieces: Pieces,
    /// Pieces that are whole.
    whole: VecDeque<Piece>,
    is_over: bool,
}

/// A position and where it stands.
pub(crate) struct PlacedLine<'a> {
    pub(crate) line: Line,
    name: &'a str,
    number: u64,
}

impl<'a, R: BufRead> PositionLines<'a, R> {
    /// All lines; `name` stands for the list in errors.
    pub(crate) fn new(lines: R, name: &'a str) -> PositionLines<'a, R> {
        let (pieces, whole) = (Pieces::default(), VecDeque::new());
        PositionLines { lines, name, number: 0, pieces, whole, is_over: false }
    }

    /// Sets the number of lines before these: errors count them too.
    pub(crate) fn behind(self, lines: u64) -> PositionLines<'a, R> {
        PositionLines { number: lines, ..self }
    }

    /// Takes a line; false at the end.
    fn take_line(&mut self) -> Result<bool, String> {
        let mut bytes = Vec::new();
        let mut line = self.lines.by_ref().take(LONGEST_LINE);
        line.read_until(b'\n', &mut bytes).map_err(|error| format!("it cannot be read: {error}"))?;
        if bytes.is_empty() {
            return Ok(false);
        }
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            return Err(format!("longer than {LONGEST_LINE} bytes"));
        }
        let line = String::from_utf8(bytes).or_else(|error| {
            // The names of players may have another encoding.
            let is_in_game = self.pieces.waiting() > 0;
            let text = is_in_game.then(|| String::from_utf8_lossy(error.as_bytes()).into_owned());
            text.ok_or_else(|| "it is not text in UTF-8".to_owned())
        })?;
        self.whole.extend(self.pieces.line(self.number, line.trim_end_matches(['\r', '\n'])));
        if self.pieces.waiting() > LONGEST_GAME {
            return Err(format!("the game that ends here is longer than {LONGEST_GAME} bytes"));
        }
        Ok(true)
    }
}

impl<'a, R: BufRead> Iterator for PositionLines<'a, R> {
    type Item = Result<PlacedLine<'a>, Error>;

    fn next(&mut self) -> Option<Result<PlacedLine<'a>, Error>> {
        let name = self.name;
        loop {
            while let Some(piece) = self.whole.pop_front() {
                let line =
                    if piece.is_game { Some(Line::of_game(piece.text)) } else { Line::parse(&piece.text) };
                if let Some(line) = line {
                    return Some(Ok(PlacedLine { line, name, number: piece.line }));
                }
            }
            if self.is_over {
                return None;
            }
            self.number += 1;
            match self.take_line() {
                Ok(true) => {}
                Ok(false) => {
                    self.is_over = true;
                    self.whole.extend(self.pieces.end());
                }
                Err(error) => {
                    let error = format!("{name}, line {}: {error}", self.number);
                    return Some(Err(Error::because(Fault::UnusableFile, error)));
                }
            }
        }
    }
}

impl PlacedLine<'_> {
    /// Brings a record to the line's position, and notes its moves as cells.
    pub(crate) fn apply<B: Bits>(&mut self, record: &mut Record<B>) -> Result<(), Error> {
        record.restart(record.rules().start());
        let position = Position::after(std::mem::take(&mut self.line.moves));
        position.apply(record).map_err(|error| self.refuse(error))?;
        self.line.cells = record.rules().geometry().cells_text(record.moves());
        let written = position.moves.unwrap_or_default();
        self.line.moves = if self.line.is_game { self.line.cells.clone() } else { written };
        Ok(())
    }

    /// The error with the line's place.
    pub(crate) fn refuse(&self, error: Error) -> Error {
        let PlacedLine { name, number, .. } = self;
        error.at(format_args!("{name}, line {number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Result<String, String>> {
        let lines = PositionLines::new(bytes, "list");
        let read = lines.map(|line| line.map(|line| line.line.moves).map_err(|error| error.to_string()));
        read.take(10).collect()
    }

    #[test]
    fn lines_have_places() {
        let moves = |text: &str| Ok(text.to_owned());
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\n# nothing\n44 -2\r\n\n-"), [moves("44"), moves("")]);
        assert_eq!(
            read(b"\n44\n\xff\n45\n"),
            [moves("44"), Err("list, line 3: it is not text in UTF-8".to_owned()), moves("45")]
        );
        let behind = PositionLines::new(&b"\n\xff"[..], "list").behind(40).next().expect("is a line");
        assert!(behind.is_err_and(|error| error.to_string().starts_with("list, line 42: ")));
    }

    #[test]
    fn a_line_without_an_end_is_not_kept() {
        let endless = std::io::BufReader::new(std::io::repeat(b'4'));
        let error =
            PositionLines::new(endless, "list").next().expect("is a line").err().expect("is too long");
        assert!(error.to_string().starts_with("list, line 1: longer than 1048576 bytes"), "{error}");
    }
}
