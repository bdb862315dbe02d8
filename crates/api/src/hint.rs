//! What can be done about an error, in the words of the door through which the request came.

use connect_toe_game::text;

/// What the caller can do about an error. A person at the command line gives options and commands, a program in Python
/// arguments and functions: a hint that names some has words for each.
///
/// ```
/// use connect_toe_api::Hint;
/// let hint = Hint::of(|option| format!("give {} a smaller number", option("random_plies")));
/// assert_eq!(hint.text(), "give --random-plies a smaller number");
/// assert_eq!(hint.python(), "give random_plies= a smaller number");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    text: String,
    python: Option<String>,
}

impl Hint {
    /// A hint that names fields of requests: the closure gets a function from the name of a field to that of the option or
    /// argument that sets it.
    pub fn of(hint: impl Fn(&dyn Fn(&str) -> String) -> String) -> Hint {
        let text = hint(&|field| format!("--{}", field.replace('_', "-")));
        Hint::either(text, hint(&|field| format!("{field}=")))
    }

    /// A hint for the command line, and one for Python.
    pub fn either(text: impl AsRef<str>, python: impl AsRef<str>) -> Hint {
        Hint { text: text::message(text.as_ref()), python: Some(text::message(python.as_ref())) }
    }

    /// That another file should be named with this field.
    pub fn other_file(field: &str) -> Hint {
        Hint::of(|option| format!("name another file with {}", option(field)))
    }

    /// The hint in the words of the command line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The hint in the words of Python.
    pub fn python(&self) -> &str {
        self.python.as_deref().unwrap_or(&self.text)
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Hint {
        Hint { text: text::message(text), python: None }
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Hint {
        Hint::from(text.as_str())
    }
}
