//! Lists of positions: a line each, `MOVES [EXPECTED]`.

use std::io::{BufRead, Read};

use connect_toe_game::{Bits, Record};

use crate::error::Error;
use crate::reason::Fault;
use crate::solve::Line;

/// A longer line is not a position: a game of 4096 plies with the longest cells is shorter.
const LONGEST_LINE: u64 = 1 << 20;

/// The lines of a list that have a position, with their places.
pub(crate) struct PositionLines<'a, R> {
    lines: R,
    name: &'a str,
    number: u64,
}

/// A line and where it stands.
pub(crate) struct PlacedLine<'a> {
    pub(crate) line: Line,
    name: &'a str,
    number: u64,
}

impl<'a, R: BufRead> PositionLines<'a, R> {
    /// All lines; `name` stands for the list in errors.
    pub(crate) fn new(lines: R, name: &'a str) -> PositionLines<'a, R> {
        PositionLines { lines, name, number: 0 }
    }

    /// Sets the number of lines before these: errors count them too.
    pub(crate) fn behind(self, lines: u64) -> PositionLines<'a, R> {
        PositionLines { number: lines, ..self }
    }

    fn next_text(&mut self) -> Result<Option<String>, String> {
        let mut bytes = Vec::new();
        let mut line = self.lines.by_ref().take(LONGEST_LINE);
        line.read_until(b'\n', &mut bytes).map_err(|error| format!("it cannot be read: {error}"))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            return Err(format!("longer than {LONGEST_LINE} bytes"));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| "it is not text in UTF-8".to_owned())
    }
}

impl<'a, R: BufRead> Iterator for PositionLines<'a, R> {
    type Item = Result<PlacedLine<'a>, Error>;

    fn next(&mut self) -> Option<Result<PlacedLine<'a>, Error>> {
        loop {
            self.number += 1;
            let (name, number) = (self.name, self.number);
            match self.next_text() {
                Err(error) => {
                    return Some(Err(Error::because(
                        Fault::UnusableFile,
                        format!("{name}, line {number}: {error}"),
                    )));
                }
                Ok(text) => {
                    if let Some(line) = Line::parse(&text?) {
                        return Some(Ok(PlacedLine { line, name, number }));
                    }
                }
            }
        }
    }
}

fn illegal(error: &dyn std::fmt::Display) -> Error {
    Error::of_field(Fault::IllegalMoves, "moves", error)
}

impl PlacedLine<'_> {
    /// Brings a record to the line's position.
    pub(crate) fn apply<B: Bits>(&self, record: &mut Record<B>) -> Result<(), Error> {
        let rules = record.shared_rules();
        record.restart(rules.start());
        for cell in rules.parse_moves(&self.line.moves).map_err(|error| self.refuse(illegal(&error)))? {
            record.play(cell).map_err(|error| self.refuse(illegal(&error)))?;
        }
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
