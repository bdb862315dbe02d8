//! Whether games that were lost by a forfeit count.

use std::fmt;
use std::str::FromStr;

/// What becomes of games that a player lost because it gave no move: a program that crashed, broke the rules or took too
/// long. Such a game says nothing about how well its players play.
///
/// ```
/// use connect_toe_experiment::Forfeits;
/// assert_eq!("omit".parse(), Ok(Forfeits::default()));
/// assert_eq!(Forfeits::Count.to_string(), "count");
/// assert!(Forfeits::are_many(3, 100) && !Forfeits::are_many(2, 100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Forfeits {
    /// Scores, ratings and tests leave them out. A pair with one of them is not counted as a pair.
    #[default]
    Omit,
    /// They count as lost.
    Count,
}

impl Forfeits {
    /// All choices.
    pub const ALL: [Forfeits; 2] = [Forfeits::Omit, Forfeits::Count];

    /// Whether so many of these games were forfeited that a reader must know it before any score: more than one in
    /// fifty.
    pub const fn are_many(forfeited: u64, games: u64) -> bool {
        forfeited > games / 50
    }

    /// A sentence with a space before it: why players gave no move; nothing if that is not known.
    ///
    /// ```
    /// use connect_toe_experiment::Forfeits;
    /// assert_eq!(Forfeits::last_words(&["it has ended".to_owned()]), " Last words: it has ended.");
    /// assert_eq!(Forfeits::last_words(&[]), "");
    /// ```
    pub fn last_words(reasons: &[String]) -> String {
        if reasons.is_empty() { String::new() } else { format!(" Last words: {}.", reasons.join("; ")) }
    }
}

/// Text that does not say whether forfeits count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` does not say what becomes of forfeited games: write omit or count")]
pub struct ParseForfeitsError(String);

impl FromStr for Forfeits {
    type Err = ParseForfeitsError;

    fn from_str(text: &str) -> Result<Forfeits, ParseForfeitsError> {
        let named = Forfeits::ALL.into_iter().find(|choice| choice.to_string() == text);
        named.ok_or_else(|| ParseForfeitsError(text.to_owned()))
    }
}

impl fmt::Display for Forfeits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Forfeits::Omit => "omit",
            Forfeits::Count => "count",
        })
    }
}
