//! Text of others on a terminal.

/// The text with control characters, which a terminal would obey, as escapes; line ends stay.
pub(crate) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() && character != '\n' {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn terminals_obey_no_title() {
        assert_eq!(printable("a\u{1b}[31mü\0\nb\u{9b}"), "a\\u{1b}[31mü\\u{0}\nb\\u{9b}");
    }
}
