//! What is known of a name that texts can use.

use connect_toe_eval::Key;

/// What a catalogue knows of a heuristic, search or player besides how to make it.
///
/// ```
/// use connect_toe_players::Entry;
/// let entry = Entry::new("greedy").about("one ply, any heuristic").heuristic("runs");
/// assert_eq!((entry.name, entry.heuristic), ("greedy", Some("runs")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name in texts: letters, digits, `-` and `_`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What it does, in one to three sentences, for readers of a report.
    pub definition: &'static str,
    /// The settings that it understands; the heuristic of a search has its own besides.
    pub keys: &'static [Key],
    /// Of a search that asks a heuristic: the one that it asks if `eval` is not set.
    pub heuristic: Option<&'static str>,
    /// Whether its play depends on time, even if its text sets no limit of time.
    pub depends_on_time: bool,
}

impl Entry {
    /// An entry without settings.
    pub const fn new(name: &'static str) -> Entry {
        Entry { name, about: "", definition: "", keys: &[], heuristic: None, depends_on_time: false }
    }

    /// Sets the one line about it.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Entry {
        Entry { about, ..self }
    }

    /// Sets the definition: what readers of a report should know.
    #[must_use]
    pub const fn definition(self, definition: &'static str) -> Entry {
        Entry { definition, ..self }
    }

    /// Sets the keys of the settings that it understands.
    #[must_use]
    pub const fn keys(self, keys: &'static [Key]) -> Entry {
        Entry { keys, ..self }
    }

    /// Marks its play as depending on time, even if its text sets no limit of time.
    #[must_use]
    pub const fn depending_on_time(self) -> Entry {
        Entry { depends_on_time: true, ..self }
    }

    /// Sets the heuristic that a search asks if `eval` is not set.
    #[must_use]
    pub const fn heuristic(self, name: &'static str) -> Entry {
        Entry { heuristic: Some(name), ..self }
    }
}

impl From<&'static str> for Entry {
    fn from(name: &'static str) -> Entry {
        Entry::new(name)
    }
}
