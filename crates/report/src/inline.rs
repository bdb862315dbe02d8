//! Names and code inside a text, between backticks.

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span<'a> {
    /// Words.
    Words(&'a str),
    /// A name or a piece of code.
    Code(&'a str),
}

/// A name or a piece of code, for use inside a text.
///
/// ```
/// assert_eq!(connect_toe_report::inline::code("runs") + " is a heuristic", "`runs` is a heuristic");
/// ```
pub fn code(name: &str) -> String {
    format!("`{}`", name.replace('`', "'"))
}

/// The pieces of a text. A backtick that nothing closes is a backtick.
///
/// ```
/// use connect_toe_report::inline::{Span, spans};
///
/// let pieces: Vec<Span> = spans("above `runs`, the next").collect();
/// assert_eq!(pieces, [Span::Words("above "), Span::Code("runs"), Span::Words(", the next")]);
/// ```
pub fn spans(text: &str) -> impl Iterator<Item = Span<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((name, behind)) = rest.strip_prefix('`').and_then(|inside| inside.split_once('`')) {
            rest = behind;
            return Some(Span::Code(name));
        }
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find('`').map_or(rest.len(), |place| place + first);
        let (words, behind) = rest.split_at(end);
        rest = behind;
        Some(Span::Words(words))
    })
}

/// The text without the backticks around names.
///
/// ```
/// assert_eq!(connect_toe_report::inline::plain("above `runs`"), "above runs");
/// ```
pub fn plain(text: &str) -> String {
    spans(text).map(|(Span::Words(piece) | Span::Code(piece))| piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_come_in_twos() {
        let pieces = |text| spans(text).collect::<Vec<Span<'_>>>();
        assert_eq!(pieces("`a` `b"), [Span::Code("a"), Span::Words(" "), Span::Words("`b")]);
        assert_eq!(pieces("a`"), [Span::Words("a"), Span::Words("`")]);
        assert_eq!(pieces("``x"), [Span::Code(""), Span::Words("x")]);
        assert_eq!(pieces(""), []);
        assert_eq!(plain("the `é` and `ö"), "the é and `ö");
        assert_eq!(plain(&code("a`b")), "a'b");
    }
}
