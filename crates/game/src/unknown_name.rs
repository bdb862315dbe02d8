//! The error for a name that nothing has: it lists the names that exist, and suggests one.

use std::fmt;

/// A name that nothing has, with the names that exist.
///
/// ```
/// use connect_toe_game::UnknownName;
/// let error = UnknownName::new("player", "mini-max", ["random", "minimax"]);
/// assert_eq!(error.suggestion(), Some("minimax"));
/// assert_eq!(
///     error.to_string(),
///     "no player has the name `mini-max`: did you mean minimax? There are random, minimax"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was looked for: `player`, `setting of minimax`.
    pub kind: String,
    /// The name.
    pub name: String,
    /// The names that exist.
    pub known: Vec<String>,
}

impl UnknownName {
    /// The error for `name`, which is not among the `known` names.
    pub fn new(
        kind: impl Into<String>,
        name: impl Into<String>,
        known: impl IntoIterator<Item: Into<String>>,
    ) -> UnknownName {
        let known = known.into_iter().map(Into::into).collect();
        UnknownName { kind: kind.into(), name: name.into(), known }
    }

    /// The known name that was probably meant.
    pub fn suggestion(&self) -> Option<&str> {
        closest(&self.name, self.known.iter().map(String::as_str))
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { kind, name, known } = self;
        write!(f, "no {kind} has the name `{name}`: ")?;
        let there = match self.suggestion() {
            Some(name) => {
                write!(f, "did you mean {name}? ")?;
                "There"
            }
            None => "there",
        };
        match &known[..] {
            [] => write!(f, "{there} are none"),
            [only] => write!(f, "{there} is only {only}"),
            _ => write!(f, "{there} are {}", known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The name nearest to `wrong`, if one is near enough to be what was meant: at most one typing error (a wrong, missing
/// or additional letter, or two letters in the wrong order), and one more for every four letters of the name. Capital
/// letters count as small ones.
///
/// ```
/// use connect_toe_game::closest;
/// assert_eq!(closest("mini-max", ["random", "minimax", "two-ply"]), Some("minimax"));
/// assert_eq!(closest("MINIMAX", ["random", "minimax", "two-ply"]), Some("minimax"));
/// assert_eq!(closest("chess", ["random", "minimax", "two-ply"]), None);
/// ```
pub fn closest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::osa_distance(&wrong, &name.to_lowercase()), name))
        .filter(|&(errors, name)| errors <= 1 + name.len() / 4)
        .min()
        .map(|(_, name)| name)
}
