//! The settings of an engine: `cmd="…",time=1s`.

use std::env;
use std::path::Path;
use std::time::Duration;

use connect_toe_eval::{Key, SettingError, Settings};

pub(super) const KEYS: &[Key] = &[
    Key {
        name: "cmd",
        about: "the engine's program, with arguments after spaces; \"…\" around a text with commas",
    },
    Key { name: "time", about: "time for a move, such as 500ms or 2s; default 1s" },
    Key { name: "grace", about: "time beyond that for the way of a move; default 100ms" },
    Key { name: "memory", about: "MiB of memory that the engine is told to use; default 350" },
];

/// How an engine is started and limited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineSettings {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// For a move.
    pub(super) time: Duration,
    pub(super) grace: Duration,
    /// In bytes.
    pub(super) memory: i64,
}

impl EngineSettings {
    pub(super) fn of(settings: &Settings) -> Result<EngineSettings, SettingError> {
        let program = "a program that is there, with arguments after spaces";
        let command = settings.text("cmd").and_then(words).filter(|words| is_there(&words[0]));
        let Some(command) = command else { return Err(settings.refuse("cmd", program)) };
        let time = |key, default| match settings.text(key) {
            None => Ok(Duration::from_millis(default)),
            Some(text) => duration(text).ok_or_else(|| settings.refuse(key, "a time such as 500ms or 2s")),
        };
        let (time, grace) = (time("time", 1000)?, time("grace", 100)?);
        let mebibytes = "a whole number of MiB from 1 to 1048576";
        let memory = match settings.get("memory", mebibytes)? {
            None => 350,
            Some(memory @ 1..=0x0010_0000) => memory,
            Some(_) => return Err(settings.refuse("memory", mebibytes)),
        };
        Ok(EngineSettings { command, time, grace, memory: memory << 20 })
    }
}

/// A time of at least a millisecond and at most a day.
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let seconds = number.parse::<f64>().ok()? * unit;
    (0.001..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The words of a command; spaces in quotes do not end a word. None if there is not one, or a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (quote.is_none() && words.first().is_some_and(|word| !word.is_empty())).then_some(words)
}

/// Whether a program is where it is said to be, or on the path.
fn is_there(program: &str) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file();
    }
    let Some(folders) = env::var_os("PATH") else { return false };
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&folders).any(|folder| folder.join(program).is_file() || folder.join(&file).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words() {
        let words_of = |text| words(text).unwrap_or_default();
        assert_eq!(words_of("a  b 'c d' e\"f g\"h ''"), ["a", "b", "c d", "ef gh", ""]);
        assert_eq!(words_of("C:\\Engines\\pbrain.exe"), ["C:\\Engines\\pbrain.exe"]);
        for text in ["", "  ", "'a", "'' b"] {
            assert_eq!(words(text), None, "{text}");
        }
    }

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("1.5s"), Some(Duration::from_millis(1500)));
        for text in ["1", "0s", "-1s", "s", "1m", "NaNs", "1e9s"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
