//! Words in a row.

use connect_toe_stats::numbers::counted;

use crate::inline::code;

/// Words in a row: `a`, `a and b`, `a, b and c`.
pub(crate) fn list<T: AsRef<str>>(words: &[T]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// A text with a capital at its beginning.
///
/// ```
/// assert_eq!(connect_toe_report::capital("correct search"), "Correct search");
/// ```
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Names in code style, in a row.
pub(crate) fn names<T: AsRef<str>>(names: &[T]) -> String {
    list(&names.iter().map(|name| code(name.as_ref())).collect::<Vec<String>>())
}

/// Names in code style, or how many there are if they are more than `most`.
pub(crate) fn few_names<T: AsRef<str>>(all: &[T], most: usize, noun: &str) -> String {
    if all.len() <= most { names(all) } else { counted(all.len() as u64, noun) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_row() {
        assert_eq!([list(&["a", "b", "c"]), list(&["a"]), list::<&str>(&[])], ["a, b and c", "a", ""]);
        assert_eq!(few_names(&["a", "b"], 2, "player"), "`a` and `b`");
        assert_eq!(few_names(&["a", "b"], 1, "player"), "2 players");
        assert_eq!(capital("één"), "Één");
    }
}
