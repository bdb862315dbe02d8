//! Where in a file something is wrong.

use std::fmt;
use std::ops::Range;

/// An experiment file that cannot be played: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    /// The place in the file, if the error is at one.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The line's text; of a long line the part about the place.
    pub text: String,
    /// Characters of the line before the text.
    pub left_out: usize,
    /// How many characters of the line are meant, at least 1.
    pub width: usize,
}

/// The most characters of a line that are shown.
const LONG: usize = 120;

impl PlanError {
    pub(crate) fn new(message: impl fmt::Display) -> PlanError {
        PlanError { place: None, message: message.to_string(), hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> PlanError {
        self.hint = Some(hint.to_string());
        self
    }

    /// Adds the place, unless there is one.
    pub(crate) fn at(mut self, source: &str, span: Range<usize>) -> PlanError {
        self.place.get_or_insert_with(|| Place::of(source, span));
        self
    }
}

impl Place {
    pub(crate) fn of(source: &str, span: Range<usize>) -> Place {
        let start = span.start.min(source.len());
        let start = (0..=start).rev().find(|&byte| source.is_char_boundary(byte)).unwrap_or(0);
        let before = &source[..start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let text = source[line_start..].lines().next().unwrap_or_default();
        let column = before[line_start..].chars().count();
        let wanted = source.get(start..span.end).map_or(1, |meant| meant.chars().count());
        let left_out = if column > LONG / 2 { column - LONG / 4 } else { 0 };
        let shown: String = text.chars().skip(left_out).take(LONG).collect();
        let width = wanted.clamp(1, (left_out + shown.chars().count()).saturating_sub(column).max(1));
        let line = before.matches('\n').count() + 1;
        Place { line, column: column + 1, text: shown, left_out, width }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else { return f.write_str(&self.message) };
        let number = place.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(f, "line {number}, column {}: {}", place.column, self.message)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {}", place.text)?;
        // A tab stays a tab, so that the mark stands below what is meant.
        let indent: String = place
            .text
            .chars()
            .take(place.column - 1 - place.left_out)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        write!(f, "{margin} | {indent}{}", "^".repeat(place.width))
    }
}

impl std::error::Error for PlanError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_shown_below_its_line() {
        let source = "seed = 1\nfirst = \"nobody\"\n";
        let error = PlanError::new("nobody moves first").at(source, 17..25);
        assert_eq!(
            error.to_string(),
            "line 2, column 9: nobody moves first\n  |\n2 | first = \"nobody\"\n  |         ^^^^^^^^"
        );
    }

    #[test]
    fn of_a_long_line_the_part_about_the_place_is_shown() {
        let source = format!("a = \"{}?{}\"", "x".repeat(300), "y".repeat(300));
        let error = PlanError::new("odd").at(&source, 305..306).to_string();
        let lines: Vec<&str> = error.lines().collect();
        assert_eq!(lines[0], "line 1, column 306: odd");
        assert!(lines[2].chars().count() <= LONG + 4 && lines[2].contains("x?y"), "{error}");
        assert_eq!(lines[2].find('?'), lines[3].find('^'), "{error}");
    }

    #[test]
    fn odd_places_are_no_reason_to_panic() {
        for source in ["", "ü", "a\n\nb", "\t\"ü\u{1F600}\""] {
            for start in 0..source.len() + 3 {
                for end in start..source.len() + 3 {
                    let _ = PlanError::new("x").at(source, start..end).to_string();
                }
            }
        }
    }
}
