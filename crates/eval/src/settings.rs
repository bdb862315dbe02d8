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
///
/// // A value with commas stands in quotes, and a quote in it is written twice.
/// let settings: Settings = r#"name="this, ""that"" and more",depth=3"#.parse()?;
/// assert_eq!(settings.text("name"), Some(r#"this, "that" and more"#));
/// assert_eq!(settings.to_string(), r#"name="this, ""that"" and more",depth=3"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settings(Vec<Setting>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Setting {
    key: String,
    value: String,
    /// Whether the value stands in quotes.
    is_quoted: bool,
}

impl Settings {
    /// The text of a setting.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|setting| setting.key == key).map(|setting| setting.value.as_str())
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
        self.0.iter().map(|setting| setting.key.as_str())
    }

    /// Checks that every key is among the `known` keys of `owner`.
    ///
    /// # Errors
    /// The first key that is unknown; the error lists the known ones.
    ///
    /// ```
    /// use connect_toe_eval::{Heuristic, Settings};
    /// let settings: Settings = "weight=1/2/3".parse()?;
    /// let heuristic = Heuristic::find("weighted-lines")?;
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
        self.0.retain(|setting| setting.key != key);
        let value = value.to_string();
        let is_quoted = value.contains(',') || value.starts_with('"');
        self.0.push(Setting { key: key.to_owned(), value, is_quoted });
        self
    }
}

/// The whole number that a text means, however it is written: `1e6`, `1_000_000`, `1000000.0`. Digits alone are read
/// without this; it is for messages that say how to write the number.
///
/// ```
/// use connect_toe_eval::whole_number_meant;
/// assert_eq!(["1e6", "1_000", "2.5e3"].map(whole_number_meant), [Some(1_000_000), Some(1000), Some(2500)]);
/// assert_eq!(["1e20", "1.5", "-1", "many", "_"].map(whole_number_meant), [None; 5]);
/// ```
pub fn whole_number_meant(text: &str) -> Option<u64> {
    /// Every whole number up to here is a floating-point number.
    const MOST: f64 = (1_u64 << 53) as f64;
    let plain = text.replace('_', "");
    let is_number = plain.chars().all(|letter| letter.is_ascii_digit() || ".eE+".contains(letter));
    let read = || plain.parse().ok().filter(|number: &f64| number.fract() == 0.0 && *number <= MOST);
    plain.parse().ok().or_else(|| read().filter(|_| is_number).map(|number| number as u64))
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Setting { key, value, is_quoted }) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            if *is_quoted {
                write!(f, "{comma}{key}=\"{}\"", value.replace('"', "\"\""))?;
            } else {
                write!(f, "{comma}{key}={value}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Settings {
    type Err = SettingsSyntaxError;

    /// Reads `key=value,key=value`; the empty text has no settings. A value may stand in double quotes.
    fn from_str(text: &str) -> Result<Settings, SettingsSyntaxError> {
        let mut settings = Settings::default();
        let mut rest = (!text.is_empty()).then_some(text);
        while let Some(text) = rest {
            let (setting, after) = setting(text)?;
            if settings.text(&setting.key).is_some() {
                return Err(SettingsSyntaxError::Twice(setting.key));
            }
            settings.0.push(setting);
            rest = after;
        }
        Ok(settings)
    }
}

/// The first setting of a list, and what comes after its comma.
fn setting(text: &str) -> Result<(Setting, Option<&str>), SettingsSyntaxError> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty() && !key.contains(','));
    let not_a_pair = || SettingsSyntaxError::NotAPair(text.split(',').next().unwrap_or(text).to_owned());
    let (key, rest) = pair.ok_or_else(not_a_pair)?;
    let is_quoted = rest.starts_with('"');
    // Quotes in a quoted value are twins, so it ends at the first comma before which their number is even.
    let mut is_open = false;
    let end = rest.find(|letter| {
        is_open ^= is_quoted && letter == '"';
        letter == ',' && !is_open
    });
    let (value, after) = rest.split_at(end.unwrap_or(rest.len()));
    let value = if is_quoted {
        unquoted(value).ok_or_else(|| SettingsSyntaxError::Quotes(key.to_owned()))?
    } else {
        value.to_owned()
    };
    if value.is_empty() {
        return Err(SettingsSyntaxError::NoValue(key.to_owned()));
    }
    Ok((Setting { key: key.to_owned(), value, is_quoted }, after.strip_prefix(',')))
}

/// What stands between quotes, with each twin of quotes as one.
fn unquoted(value: &str) -> Option<String> {
    let value = value.strip_prefix('"')?.strip_suffix('"')?;
    let has_twins_alone = !value.replace("\"\"", "").contains('"');
    has_twins_alone.then(|| value.replace("\"\"", "\""))
}

/// The error for a text that is not a list of settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsSyntaxError {
    /// A part is not `key=value`.
    #[error("`{0}` is not a setting: write key=value, with commas between settings")]
    NotAPair(String),
    /// A key has no value.
    #[error("`{0}=` has no value: write {0}=VALUE")]
    NoValue(String),
    /// The quotes of a value are not closed, or something follows them.
    #[error("the quotes of `{0}` are not in pairs: write {0}=\"VALUE\", and a quote in the value twice")]
    Quotes(String),
    /// A key is set twice.
    #[error("the key `{0}` is set twice")]
    Twice(String),
}

/// The error for a setting with a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{key} must be {expected}", self.given())]
pub struct SettingError {
    /// The key.
    pub key: String,
    /// The text of the value; empty if the key is missing.
    pub value: String,
    /// What the value can be.
    pub expected: Cow<'static, str>,
}

impl SettingError {
    /// What was written, if anything was.
    fn given(&self) -> String {
        if self.value.is_empty() { String::new() } else { format!("{}={}: ", self.key, self.value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        for text in [
            "",
            "depth=3",
            "depth=3,eval=runs,ties=first",
            "a=\"b,c\",d=e",
            "a=\"\"\"\"",
            "a=\"b\"",
            "a=b\"c",
        ] {
            assert_eq!(text.parse::<Settings>().map(|settings| settings.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(
            "depth".parse::<Settings>().map_err(|error| error.to_string()),
            Err("`depth` is not a setting: write key=value, with commas between settings".to_owned())
        );
        assert_eq!("a=1,a=2".parse::<Settings>(), Err(SettingsSyntaxError::Twice("a".to_owned())));
        assert_eq!("a=1,b=".parse::<Settings>(), Err(SettingsSyntaxError::NoValue("b".to_owned())));
        assert_eq!("a=\"b,c=1".parse::<Settings>(), Err(SettingsSyntaxError::Quotes("a".to_owned())));
        for text in [
            "a=",
            "=1",
            ",a=1",
            "a=1,",
            "a=\"",
            "a=\"b",
            "a=\"\"",
            "a=\"b\"c",
            "a=\"b\"\"",
            "a=\"b\",",
            "a,b=1",
        ] {
            assert!(text.parse::<Settings>().is_err(), "{text}");
        }
    }
}
