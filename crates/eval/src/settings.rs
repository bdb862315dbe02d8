//! `key=value` settings of players, searches and heuristics.

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
    /// The text is no value of the type; `expected` says what is.
    pub fn get<T: FromStr>(&self, key: &str, expected: &'static str) -> Result<Option<T>, SettingError> {
        self.text(key).map(|text| text.parse().map_err(|_| self.refuse(key, expected))).transpose()
    }

    /// The error for a setting whose text is not as `expected`.
    pub fn refuse(&self, key: &str, expected: &'static str) -> SettingError {
        SettingError { key: key.to_owned(), value: self.text(key).unwrap_or_default().to_owned(), expected }
    }

    /// The keys, in the order written.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }

    /// Checks that every key is among the known ones of `owner`.
    ///
    /// # Errors
    /// The first key that is not.
    pub fn check_keys(&self, owner: &str, known: Vec<&'static str>) -> Result<(), UnknownName> {
        match self.keys().find(|key| !known.contains(key)) {
            None => Ok(()),
            Some(key) => Err(UnknownName::new(format!("setting of {owner}"), key, known)),
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

/// A text that is no list of settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsSyntaxError {
    /// A part is not `key=value`.
    #[error("`{0}` is no setting: write key=value, and commas between settings")]
    NotAPair(String),
    /// A key stands twice.
    #[error("the key `{0}` is set twice")]
    Twice(String),
}

/// A setting with a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}={value}: {key} must be {expected}")]
pub struct SettingError {
    /// The key.
    pub key: String,
    /// The text of the value.
    pub value: String,
    /// What the value can be.
    pub expected: &'static str,
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
            Err("`depth` is no setting: write key=value, and commas between settings".to_owned())
        );
        assert_eq!("a=1,a=2".parse::<Settings>(), Err(SettingsSyntaxError::Twice("a".to_owned())));
    }
}
