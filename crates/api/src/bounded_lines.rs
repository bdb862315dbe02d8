//! Lines of a file that others wrote: none of them fills the memory.

use std::io::{self, BufRead, Read};

/// The longest line, in bytes. The moves of the longest game take a fraction of it.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// The lines of a text, without their ends, as [`BufRead::lines`] gives them; a line that is too long is an error. After
/// an error there are no more.
pub(crate) fn bounded_lines(mut text: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let line = next_line(&mut text).transpose();
        is_over = !matches!(line, Some(Ok(_)));
        line
    })
}

fn next_line(text: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    // A line of the greatest length has its end besides, of up to two bytes.
    text.take(LONGEST_LINE as u64 + 2).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_some() {
        line.pop_if(|last| *last == b'\r');
    }
    if line.len() > LONGEST_LINE {
        return Err(io::Error::other(format!("longer than {LONGEST_LINE} bytes")));
    }
    let text = String::from_utf8(line);
    text.map(Some).map_err(|_| io::Error::other("stream did not contain valid UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Result<String, String>> {
        bounded_lines(text).map(|line| line.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "a", "a\n", "a\r\nb\n\n", "\n\r\n", "a\rb\r", "ü\nx\r\r\n"] {
            let expected: Vec<_> =
                text.as_bytes().lines().map(|line| line.map_err(|error| error.to_string())).collect();
            assert_eq!(lines(text.as_bytes()), expected, "{text:?}");
        }
        let not_text = b"a\n\xff\nb\n";
        let expected = not_text.lines().nth(1).and_then(Result::err).map(|error| Err(error.to_string()));
        assert_eq!(lines(not_text), [Some(Ok("a".to_owned())), expected].map(Option::unwrap));
    }

    #[test]
    fn the_longest_line_is_read_and_no_longer_one() {
        for end in ["", "\n", "\r\n"] {
            let longest = "x".repeat(LONGEST_LINE);
            assert_eq!(lines(format!("{longest}{end}").as_bytes()), [Ok(longest.clone())]);
            let error = "longer than 1048576 bytes".to_owned();
            assert_eq!(lines(format!("a\n{longest}y{end}b").as_bytes()), [Ok("a".to_owned()), Err(error)]);
        }
        let endless = io::BufReader::new(io::repeat(0));
        assert_eq!(bounded_lines(endless).count(), 1);
    }
}
