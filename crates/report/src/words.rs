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

/// What stands behind "not significant" where the 95 % interval beside it excludes 0: the test is corrected for all
/// comparisons of its family, the interval is not. Empty where nothing seems to contradict.
pub(crate) fn of_all_comparisons(seems_clear: bool, comparisons: usize) -> String {
    let all = if comparisons == 2 { "both".to_owned() } else { format!("all {comparisons}") };
    if seems_clear { format!(" once {all} comparisons are taken into account") } else { String::new() }
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
        assert_eq!(of_all_comparisons(true, 5), " once all 5 comparisons are taken into account");
        assert_eq!(of_all_comparisons(true, 2), " once both comparisons are taken into account");
        assert_eq!(of_all_comparisons(false, 5), "");
    }
}
