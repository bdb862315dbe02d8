//! `key=value` settings of players, searches and heuristics.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use connect_toe_game::UnknownName;

/// A key that a search or heuristic understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The name, as in `depth=3`.
    pub name: &'static str,
    /// One line: what it sets, its range and default.
    pub about: &'static str,
}

/// Settings by key, in the order written.
///
/// ```
/// use connect_toe_eval::Settings;
/// let settings: Settings = "depth=3,eval=runs".parse()?;
/// assert_eq!(settings.text("eval"), Some("runs"));
/// assert_eq!(settings.get("depth", "a number")?, Some(3));
/// assert_eq!(settings.get::<u32>("nodes", "a number")?, None);
/// assert_eq!(settings.with("depth", 4).to_string(), "eval=runs,depth=4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settings(Vec<(String, String)>);

impl Settings {
    /// The text of a setting.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The value of a setting, or `None` if it is not there.
    ///
    /// # Errors
    /// The text is not a value of the type; the error says that it must be `expected`.
    pub fn get<T: FromStr>(&self, key: &str, expected: &'static str) -> Result<Option<T>, SettingError> {
        self.text(key).map(|text| text.parse().map_err(|_| self.refuse(key, expected))).transpose()
    }

    /// The error for a setting whose text is not as `expected`.
    ///
    /// ```
    /// use connect_toe_eval::Settings;
    /// let settings: Settings = "depth=0".parse()?;
    /// let error = settings.refuse("depth", "a whole number from 1");
    /// assert_eq!(error.to_string(), "depth=0: depth must be a whole number from 1");
    /// # Ok::<(), connect_toe_eval::SettingsSyntaxError>(())
    /// ```
    pub fn refuse(&self, key: &str, expected: impl Into<Cow<'static, str>>) -> SettingError {
        let value = self.text(key).unwrap_or_default().to_owned();
        SettingError { key: key.to_owned(), value, expected: expected.into() }
    }

    /// The keys, in the order written.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }

    /// Checks that every key is among the `known` keys of `owner`.
    ///
    /// # Errors
    /// The first key that is unknown; the error lists the known ones.
    ///
    /// ```
    /// use connect_toe_eval::{Heuristic, Settings};
    /// let settings: Settings = "weight=1/2/3".parse()?;
    /// let heuristic = Heuristic::<u64>::find("weighted-lines")?;
    /// let error = settings.check_keys(heuristic.name, heuristic.keys).expect_err("the key is misspelt");
    /// assert_eq!(error.suggestion(), Some("weights"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_keys(&self, owner: &str, known: &[Key]) -> Result<(), UnknownName> {
        match self.keys().find(|&name| known.iter().all(|key| key.name != name)) {
            None => Ok(()),
            Some(name) => {
                let known = known.iter().map(|key| key.name);
                Err(UnknownName::new(format!("setting of {owner}"), name, known))
            }
        }
    }

    /// Adds or replaces a setting.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Settings {
        self.0.retain(|(name, _)| name != key);
        self.0.push((key.to_owned(), value.to_string()));
        self
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, value)) in self.0.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for Settings {
    type Err = SettingsSyntaxError;

    /// Reads `key=value,key=value`; the empty text has no settings.
    fn from_str(text: &str) -> Result<Settings, SettingsSyntaxError> {
        let mut settings = Settings::default();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            match part.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                    if settings.text(key).is_some() {
                        return Err(SettingsSyntaxError::Twice(key.to_owned()));
                    }
                    settings.0.push((key.to_owned(), value.to_owned()));
                }
                _ => return Err(SettingsSyntaxError::NotAPair(part.to_owned())),
            }
        }
        Ok(settings)
    }
}

/// The error for a text that is not a list of settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsSyntaxError {
    /// A part is not `key=value`.
    #[error("`{0}` is not a setting: write key=value, with commas between settings")]
    NotAPair(String),
    /// A key is set twice.
    #[error("the key `{0}` is set twice")]
    Twice(String),
}

/// The error for a setting with a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}={value}: {key} must be {expected}")]
pub struct SettingError {
    /// The key.
    pub key: String,
    /// The text of the value.
    pub value: String,
    /// What the value can be.
    pub expected: Cow<'static, str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        for text in ["", "depth=3", "depth=3,eval=runs,ties=first"] {
            assert_eq!(text.parse::<Settings>().map(|settings| settings.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(
            "depth".parse::<Settings>().map_err(|error| error.to_string()),
            Err("`depth` is not a setting: write key=value, with commas between settings".to_owned())
        );
        assert_eq!("a=1,a=2".parse::<Settings>(), Err(SettingsSyntaxError::Twice("a".to_owned())));
    }
}
