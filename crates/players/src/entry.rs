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
    /// Whether it is a search that keeps to its time by itself, even if its text sets none: the watch then knows of no
    /// time, and only says whether the search is stopped.
    pub keeps_own_time: bool,
}

impl Entry {
    /// An entry without settings.
    pub const fn new(name: &'static str) -> Entry {
        Entry { name, about: "", definition: "", keys: &[], heuristic: None, keeps_own_time: false }
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

    /// Marks it as a search that keeps to its time by itself, even if its text sets none.
    #[must_use]
    pub const fn keeping_own_time(self) -> Entry {
        Entry { keeps_own_time: true, ..self }
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
