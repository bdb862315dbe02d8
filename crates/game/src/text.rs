//! Text of others, made safe to show: names, files and arguments can hold anything.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with characters that a terminal would obey as escapes: control characters, and those that change the
/// direction of what follows. Tabs and line ends stay.
///
/// ```
/// use connect_toe_game::text::printable;
/// assert_eq!(printable("a\u{1b}[31mü\0\nb\u{9b}"), "a\\u{1b}[31mü\\u{0}\nb\\u{9b}");
/// assert_eq!(printable("one\r\ntwo\rthree\tfour \u{202e}five"), "one\r\ntwo\\rthree\tfour \\u{202e}five");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut printable = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let ends_line = character == '\r' && rest.peek() == Some(&'\n');
        if is_obeyed(character) && !ends_line {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    Cow::Owned(printable)
}

/// JSON text with `\u` escapes for the characters that a terminal would obey: JSON may hold some of them as they are.
/// What it says stays the same.
///
/// ```
/// use connect_toe_game::text::printable_json;
/// assert_eq!(printable_json("{\"title\":\"a\u{9b}31mü\u{7f}\"}"), r#"{"title":"a\u009b31mü\u007f"}"#);
/// ```
pub fn printable_json(json: &str) -> Cow<'_, str> {
    // All of them are below U+10000, and JSON has line ends and tabs only between its values.
    let is_escaped = |character: char| is_obeyed(character) && character != '\r';
    if !json.contains(is_escaped) {
        return Cow::Borrowed(json);
    }
    let mut printable = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_escaped(character) {
            // Writing into a string cannot fail.
            let _ = write!(printable, "\\u{:04x}", u32::from(character));
        } else {
            printable.push(character);
        }
    }
    Cow::Owned(printable)
}

fn is_obeyed(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

/// The longest word of a message, in characters.
const LONGEST_WORD: usize = 300;
/// The longest line of a message, in characters.
const LONGEST_LINE: usize = 2000;
/// The longest message, in characters.
const LONGEST_MESSAGE: usize = 10_000;

/// A message that may quote an input of any length: [`printable`], and without the middle of what is very long.
///
/// ```
/// use connect_toe_game::text::message;
/// assert_eq!(message("`7x6` is not a game"), "`7x6` is not a game");
/// let long = message(&format!("`{}` is not a game", "7".repeat(10_000)));
/// assert!(long.len() < 400 && long.starts_with("`777") && long.ends_with("777` is not a game") && long.contains('…'));
/// ```
pub fn message(text: &str) -> String {
    let text = printable(text);
    if text.chars().nth(LONGEST_WORD).is_none() {
        return text.into_owned();
    }
    let line = |line: &str| {
        let words: Vec<_> = line.split(' ').map(|word| without_middle(word, LONGEST_WORD)).collect();
        without_middle(&words.join(" "), LONGEST_LINE).into_owned()
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    without_middle(&lines.join("\n"), LONGEST_MESSAGE).into_owned()
}

/// The text, or its beginning and end if it has more characters than `most`.
fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    let mut places = text.char_indices().map(|(place, _)| place);
    if places.clone().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    let beginning = places.nth(most / 2).unwrap_or(text.len());
    let end = text.char_indices().rev().nth(most / 4).map_or(0, |(place, _)| place);
    Cow::Owned(format!("{}…{}", &text[..beginning], &text[end..]))
}

/// Text as one cell of a table for spreadsheets, which take what begins with `=`, `+`, `-` or `@` for a formula: such
/// text gets an apostrophe before it. What a terminal would obey is escaped.
///
/// ```
/// use connect_toe_game::text::spreadsheet_cell;
/// assert_eq!(spreadsheet_cell("=1+1"), "'=1+1");
/// assert_eq!(spreadsheet_cell("depth=2 a-b"), "depth=2 a-b");
/// ```
pub fn spreadsheet_cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        Cow::Owned(format!("'{}", printable(text)))
    } else {
        printable(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_nothing_of_a_printable_text() {
        for character in (0..=0x3000).filter_map(char::from_u32) {
            let text = format!("a{character}b");
            let shown = printable(&text);
            assert!(
                !shown.chars().any(|shown| shown.is_control() && !matches!(shown, '\n' | '\t')),
                "{shown:?}"
            );
            assert_eq!(message(&text), shown);
        }
        assert!(matches!(printable("names, 7x6:4:-2 and ü"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_terminal_obeys_nothing_of_printable_json() {
        for character in (0x20..=0x3000).filter_map(char::from_u32) {
            let json = format!("[\r\n\t\"{character}\"]");
            let shown = printable_json(&json);
            assert!(!shown[4..].contains(is_obeyed), "{shown:?}");
            let escaped = format!("\\u{:04x}", u32::from(character));
            assert_eq!(shown.replace(&escaped, &character.to_string()), json);
        }
        assert!(matches!(printable_json("{\"title\": \"ü\"}"), Cow::Borrowed(_)));
    }

    #[test]
    fn messages_lose_the_middle_of_what_is_long() {
        let short = "a word, ".repeat(30);
        assert_eq!(message(&short), short);
        let path = format!("cannot read /{}: No such file", "folder/".repeat(40));
        assert_eq!(message(&path), path, "an ordinary path stays whole");
        for unit in ["é", "é ", "é\n", "\u{1b}"] {
            let long = message(&format!("begin {} end", unit.repeat(100_000)));
            assert!(long.chars().count() <= LONGEST_MESSAGE, "{unit:?}: {}", long.len());
            assert!(long.starts_with("begin ") && long.ends_with(" end") && long.contains('…'), "{unit:?}");
        }
    }

    #[test]
    fn only_text_that_would_be_a_formula_changes() {
        for text in ["=cmd", "+1", "-1", "@a", "\ta", "\ra", "＝1"] {
            assert!(spreadsheet_cell(text).starts_with('\''), "{text:?}");
        }
        for text in ["", "7x6:4:-2", "alpha-beta:depth=2,eval=runs", "'=a", "a=1"] {
            assert_eq!(spreadsheet_cell(text), text);
        }
        assert_eq!(spreadsheet_cell("a\u{1b}b"), "a\\u{1b}b");
    }
}
