//! Lines of bytes from another program, however they end and however long they are.

use std::io::{self, BufRead};

/// The longest line that is kept, in bytes.
pub const LONGEST_LINE: usize = 4096;

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text without the end; bytes that are not UTF-8 are replaced.
    Text(String),
    /// It was longer than [`LONGEST_LINE`], and is lost.
    TooLong,
}

/// Reads lines that end with CR LF, LF or CR. Lines of white space are left out, and so is a byte-order mark before the
/// first one.
///
/// ```
/// use connect_toe_gomocup::{Line, Lines};
/// let mut lines = Lines::new(&b"START 15\r\nBEGIN\r\n\nEND"[..]);
/// let mut next = || lines.next_line().map(|line| line.map(|line| match line {
///     Line::Text(text) => text,
///     Line::TooLong => "too long".to_owned(),
/// }));
/// assert_eq!(next()?.as_deref(), Some("START 15"));
/// assert_eq!(next()?.as_deref(), Some("BEGIN"));
/// assert_eq!(next()?.as_deref(), Some("END"));
/// assert_eq!(next()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// Whether a byte-order mark can come.
    is_at_start: bool,
}

/// What some programs write before the first letter of a UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<R: BufRead> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, is_at_start: true }
    }

    /// The next line, as soon as its end is there; the last one need not have an end. `None` at the end of the input.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut is_long = false;
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let is_over = bytes.is_empty();
            let end = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            let taken = &bytes[..end.unwrap_or(bytes.len())];
            is_long |= line.len() + taken.len() > LONGEST_LINE;
            if is_long {
                line.clear();
            } else {
                line.extend_from_slice(taken);
            }
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_none() && !is_over {
                continue;
            }
            let is_first = std::mem::take(&mut self.is_at_start);
            if is_long {
                return Ok(Some(Line::TooLong));
            }
            let letters = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first).unwrap_or(&line);
            let text = String::from_utf8_lossy(letters);
            let text = text.trim();
            if !text.is_empty() {
                return Ok(Some(Line::Text(text.to_owned())));
            }
            if is_over {
                return Ok(None);
            }
            line.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_letter_of_the_first_line() {
        let text = |line: &str| Some(Line::Text(line.to_owned()));
        let mut lines = Lines::new("\u{feff}START 15\n\u{feff}BEGIN\n".as_bytes());
        assert_eq!(lines.next_line().expect("is read"), text("START 15"));
        assert_eq!(lines.next_line().expect("is read"), text("\u{feff}BEGIN"));
        let mut alone = Lines::new("\u{feff}\r\nABOUT".as_bytes());
        assert_eq!(alone.next_line().expect("is read"), text("ABOUT"));
        assert_eq!(Lines::new("\u{feff}".as_bytes()).next_line().expect("is read"), None);
    }

    #[test]
    fn a_long_line_is_lost_alone() {
        let mut input = vec![b'x'; 3 * LONGEST_LINE];
        input.extend_from_slice(b"\rABOUT\r\r\n");
        // Small pieces, as from a pipe.
        let mut lines = Lines::new(io::BufReader::with_capacity(7, &input[..]));
        assert_eq!(lines.next_line().expect("is read"), Some(Line::TooLong));
        assert_eq!(lines.next_line().expect("is read"), Some(Line::Text("ABOUT".to_owned())));
        assert_eq!(lines.next_line().expect("is read"), None);
    }
}
